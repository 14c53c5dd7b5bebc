import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/form/use-copy.ts'

interface CodeProps {
  readonly label: string
  readonly value: string
}

/** Shows code in its own lines, which scroll where they are long, with a button that copies it. */
export function CodeField({ label, value }: CodeProps) {
  const { shell } = useMessages()
  const { isCopied, copy } = useCopy(value)
  return (
    <fieldset className="min-w-0 overflow-hidden rounded-md border border-line">
      <legend className="sr-only">{label}</legend>
      <div className="flex min-h-11 items-center justify-between gap-3 border-line border-b ps-4 pe-1.5">
        <span aria-hidden="true" className="min-w-0 truncate font-medium text-sm">
          {label}
        </span>
        <Button look="quiet" className="text-sm sm:min-h-8" onClick={copy} aria-label={`${shell.copy}: ${label}`}>
          {isCopied ? shell.copied : shell.copy}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <pre tabIndex={0} className="overflow-x-auto bg-sunken px-4 py-3 -outline-offset-2">
        <code className="font-mono text-xs leading-5">{value}</code>
      </pre>
    </fieldset>
  )
}
