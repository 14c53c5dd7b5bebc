import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatTime } from '#web/lib/time.ts'
import { LightLink } from '#web/posts/light-link.tsx'
import type { PlannedRun } from './calendar-posts.ts'
import { chipLook, chipTextLook } from './chip.tsx'

interface RunProps {
  readonly profileId: string
  readonly run: PlannedRun
}

/** A time at which a post will repeat. It becomes a separate post then, and leads to its rule until it does. */
export function RunChip({ profileId, run: { ruleId, at, name } }: RunProps) {
  const { calendar, recurring } = useMessages()
  const text = name || recurring.title
  return (
    <LightLink
      href={`/p/${profileId}/recurring?rule=${ruleId}`}
      title={`${calendar.repeats}: ${text}`}
      className={`${chipLook} border border-line-strong border-dashed text-ink-3 hover:bg-sunken`}
    >
      <Icon name="repeat" className="size-3.5" />
      <span className="sr-only">{calendar.repeats}</span>
      <span className="nums whitespace-nowrap">{formatTime(at)}</span>
      <span dir="auto" className={chipTextLook}>
        {text}
      </span>
    </LightLink>
  )
}
