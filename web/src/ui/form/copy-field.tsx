import { useMessages } from '#web/i18n/index.ts'
import { Button } from '../button.tsx'
import { useCopy } from './use-copy.ts'

interface CopyProps {
  readonly label: string
  readonly value: string
  /** True for a long URL, of which the beginning suffices to recognize it. */
  readonly isOneLine?: boolean
}

/** Shows text to be used elsewhere, with a copy button. A click selects all of it. */
export function CopyField({ label, value, isOneLine = false }: CopyProps) {
  const { shell } = useMessages()
  const { isCopied, copy } = useCopy(value)
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex items-start gap-2">
        <code
          title={isOneLine ? value : undefined}
          className={`min-w-0 flex-1 select-all rounded-md bg-sunken px-3 py-2 font-mono text-xs leading-5 ${isOneLine ? 'truncate' : 'wrap-anywhere whitespace-pre-wrap'}`}
        >
          {value}
        </code>
        <Button onClick={copy} aria-label={`${shell.copy}: ${label}`}>
          {isCopied ? shell.copied : shell.copy}
        </Button>
      </div>
    </fieldset>
  )
}
