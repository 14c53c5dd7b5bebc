import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'

interface LineProps {
  readonly words: string
  readonly isOn: boolean
  readonly onToggle: () => void
}

/** The signature below the text, with a button that removes it from this post or adds it. */
export function SignatureLine({ words, isOn, onToggle }: LineProps) {
  const { texts } = useMessages()
  return (
    <fieldset aria-label={texts.kinds.signature} className="flex min-h-10 min-w-0 items-start gap-2 px-5 pb-2">
      {isOn ? (
        <>
          <p dir="auto" className="line-clamp-4 min-w-0 flex-1 whitespace-pre-wrap break-words py-1.5 text-ink-3">
            {words}
          </p>
          <button
            type="button"
            aria-label={texts.removeSignature}
            title={texts.removeSignature}
            onClick={onToggle}
            className={`${iconButtonStyle} -me-2`}
          >
            <Icon name="close" className="size-4" />
          </button>
        </>
      ) : (
        <Button variant="quiet" className="-ms-2 min-h-9! px-2! text-ink-3 text-sm max-md:min-h-10!" onClick={onToggle}>
          <Icon name="plus" className="size-4" />
          {texts.addSignature}
        </Button>
      )}
    </fieldset>
  )
}
