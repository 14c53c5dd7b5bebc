import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import type { LimitsByNetwork } from '../check/limits.ts'
import { type Account, type Draft, newKey } from '../draft/draft.ts'
import type { Update } from '../media/use-media.ts'

interface BeginProps {
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly limits: LimitsByNetwork
  readonly update: Update
}

/** Offers to turn a post into a thread, if a network supports threads. */
export function BeginThread({ draft, targets, limits, update }: BeginProps) {
  const { thread } = useMessages()
  if (draft.thread.length > 0 || !targets.some(({ network }) => limits.get(network)?.thread)) return null
  const begin = () =>
    update((before) => ({ ...before, confirmed: [], thread: [{ key: newKey(), content: '', media: [] }] }))
  return (
    <Button variant="quiet" className="min-h-9! shrink-0 px-2! text-sm max-md:min-h-10!" onClick={begin}>
      <Icon name="thread" className="size-4" />
      <span className="@max-lg:sr-only">{thread.begin}</span>
    </Button>
  )
}
