import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'

export function NotFoundPage() {
  const { shell } = useMessages()
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-xl">{shell.problem.notFound}</h1>
      <Link to="/" className="text-brand underline underline-offset-4">
        {shell.problem.goHome}
      </Link>
    </main>
  )
}

/** Shown when a page throws; the rest of the application goes on. */
export function CrashPage({ error }: ErrorComponentProps) {
  const { shell } = useMessages()
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-xl">{shell.problem.crashed}</h1>
      <p className="break-words font-mono text-ink-3 text-xs">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <div>
        <Button onClick={() => location.reload()}>{shell.problem.reload}</Button>
      </div>
    </main>
  )
}
