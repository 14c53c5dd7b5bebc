import { PosthornError } from '@posthorn/sdk'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { HornTile } from '#web/ui/marks/horn.tsx'
import { kindOf } from '#web/ui/problem/problem-kind.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { OfflinePage } from './offline/offline-page.tsx'

/** Shown for an unknown URL. */
export function NotFoundPage() {
  const { shell } = useMessages()
  useEffect(() => {
    document.title = `${shell.problem.notFound} · Posthorn`
  }, [shell])
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-1 bg-surface p-6 text-center">
      <p className="mb-4 flex items-center gap-2.5 font-semibold text-lg tracking-tight">
        <HornTile className="size-8" />
        {shell.appName}
      </p>
      <h1 className="font-semibold text-2xl tracking-tight">{shell.problem.notFound}</h1>
      <p className="max-w-md text-balance text-ink-2">{shell.problem.notFoundLead}</p>
      <Link to="/" className={`mt-6 ${buttonStyle('primary')}`}>
        {shell.problem.goHome}
      </Link>
    </main>
  )
}

/** Shown instead of the whole application if its frame cannot load. */
export function CrashPage(props: ErrorComponentProps) {
  return (
    <main>
      <PageFault {...props} />
    </main>
  )
}

/** Shown in place of a page that throws or cannot load. The rest of the application keeps working. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  const { shell } = useMessages()
  const router = useRouter()
  if (kindOf(error) === 'noAnswer' || isWithoutCode(error)) return <OfflinePage />
  if (error instanceof PosthornError)
    return (
      <div className="mx-auto grid min-h-[70dvh] w-full max-w-xl content-center p-6">
        <ProblemBanner
          error={error}
          onRetry={() => {
            reset()
            void router.invalidate()
          }}
        />
      </div>
    )
  return (
    <div className="mx-auto grid min-h-[70dvh] max-w-md content-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-xl">{shell.problem.crashed}</h1>
      <p className="break-words font-mono text-ink-3 text-xs">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <div>
        <Button onClick={() => location.reload()}>{shell.problem.reload}</Button>
      </div>
    </div>
  )
}

/** True if the code of a page could not be fetched. */
const isWithoutCode = (error: unknown): boolean => /module|import/i.test(String(error))
