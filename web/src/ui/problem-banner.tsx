import { PosthornError } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from './button.tsx'

interface ProblemProps {
  readonly error: Error
  readonly onRetry?: () => void
}

/** Says what went wrong, in the service's own words, with the id that an operator can look up. */
export function ProblemBanner({ error, onRetry }: ProblemProps) {
  const { shell } = useMessages()
  const requestId = error instanceof PosthornError ? error.requestId : null
  return (
    <div role="alert" className="grid gap-2 rounded-md border border-failed/40 bg-failed/8 p-3">
      <p className="font-medium">{shell.problem.title}</p>
      <p className="text-ink-2">{error.message}</p>
      {(requestId || onRetry) && (
        <div className="flex flex-wrap items-center gap-3">
          {onRetry && <Button onClick={onRetry}>{shell.retry}</Button>}
          {requestId && <code className="font-mono text-ink-3 text-xs">{requestId}</code>}
        </div>
      )}
    </div>
  )
}

/** Finds what the service says about one field of a form, by its JSON Pointer. */
export function faultOf(error: Error | null, path: string): string | undefined {
  if (!(error instanceof PosthornError)) return undefined
  return error.errors.find((fault) => fault.path === path)?.message
}
