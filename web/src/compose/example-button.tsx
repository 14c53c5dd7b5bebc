import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { makeImport } from '#web/lib/make-import.ts'
import { Button } from '#web/ui/button.tsx'
import { type Account, type Draft, isBlank } from './draft/draft.ts'
import type { MediaList } from './media/use-media.ts'

/** Most posts are not examples. */
const loadDrawing = makeImport(() => import('./draw-example.ts'))

interface ExampleProps {
  /** True if the person has asked for the example on another page. */
  readonly isWanted: boolean
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly onWrite: (content: string) => void
  readonly addFiles: MediaList['addFiles']
}

/**
 * Offers an example text with an image to people who only want to try the sandbox, until they write something
 * themselves.
 */
export function ExampleButton({ isWanted, draft, targets, onWrite, addFiles }: ExampleProps) {
  const { example } = useMessages()
  const use = useMutation({
    mutationFn: async () => {
      const { drawExample, nextExample } = await loadDrawing()
      const image = await drawExample()
      onWrite(nextExample(example.texts))
      addFiles([image], example.alt)
    },
  })
  const isOffered = targets.length > 0 && targets.every(({ mode }) => mode === 'sandbox') && isBlank(draft)
  const wasUsed = useRef(false)
  const start = useEffectEvent(() => {
    if (!wasUsed.current) use.mutate()
    wasUsed.current = true
  })
  useEffect(() => {
    if (isWanted && isOffered) start()
  }, [isWanted, isOffered])
  if (!isOffered) return null
  return (
    <Button
      variant="quiet"
      className="min-h-9! shrink-0 px-2! text-sm max-md:min-h-10!"
      isBusy={use.isPending}
      onClick={() => use.mutate()}
    >
      {example.use}
    </Button>
  )
}
