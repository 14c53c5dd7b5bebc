import { useMessages } from '#web/i18n/index.ts'
import { Button } from '../button.tsx'
import { useCopy } from '../form/use-copy.ts'

/** Shows the ID of a request, to quote to server administrators. */
export function RequestId({ id }: { readonly id: string }) {
  const { problem, shell } = useMessages()
  const { isCopied, copy } = useCopy(id)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1 text-ink-2 text-sm">
      {problem.request} <code className="select-all break-all font-mono text-xs">{id}</code>
      <Button variant="quiet" className="px-2" aria-label={problem.copyRequest} onClick={copy}>
        {isCopied ? shell.copied : shell.copy}
      </Button>
    </span>
  )
}
