import { useMutation } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { browserStore } from '#web/lib/browser/storage.ts'
import { Button } from '#web/ui/button.tsx'
import type { Account, Draft } from '../draft/draft.ts'
import { isBlank } from '../draft/draft.ts'
import type { MediaList } from '../media/use-media.ts'
import { drawExample } from './draw-example.ts'

interface ExampleProps {
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly onWrite: (content: string) => void
  readonly addFiles: MediaList['addFiles']
}

/** Offers a text with a picture to people who only want to see the sandbox at work, until they write themselves. */
export function ExampleButton({ draft, targets, onWrite, addFiles }: ExampleProps) {
  const { example } = useMessages()
  const use = useMutation({
    mutationFn: async () => {
      const picture = await drawExample()
      onWrite(nextOf(example.texts))
      addFiles([picture], example.alt)
    },
  })
  const isInSandbox = targets.length > 0 && targets.every(({ mode }) => mode === 'sandbox')
  if (!isInSandbox || !isBlank(draft)) return null
  return (
    <Button look="quiet" className="max-md:min-h-11" isBusy={use.isPending} onClick={() => use.mutate()}>
      {example.use}
    </Button>
  )
}

const key = 'posthorn.example'

/** Takes the texts in turn: networks refuse a text that was only just published. */
function nextOf(texts: readonly string[]): string {
  const nth = Number(browserStore.read(key)) || 0
  browserStore.write(key, String(nth + 1))
  return texts[nth % texts.length] ?? ''
}
