import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '../button.tsx'

/** Shows the id of a request, to be quoted to the people who run Posthorn. */
export function RequestId({ id }: { readonly id: string }) {
  const { problem, shell } = useMessages()
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(id).then(() => setCopied(true))
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1 text-ink-3 text-sm">
      {problem.request} <code className="select-all break-all font-mono text-xs">{id}</code>
      {'clipboard' in navigator && (
        <Button look="quiet" className="px-2" aria-label={problem.copyRequest} onClick={copy}>
          {isCopied ? shell.copied : shell.copy}
        </Button>
      )}
    </span>
  )
}
