import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { reportEnd } from '#web/pages/connections/sign-in-window.ts'
import { HornTile } from '#web/ui/marks/horn.tsx'

/** The page on which a network's sign-in window ends. It reports to the page that opened it, and closes. */
export function ConnectedPage() {
  const { auth, shell } = useMessages()
  const query = useSearch({ from: '/auth/connected' })
  const title = 'error' in query ? auth.windowFailed : auth.windowDone
  useEffect(() => {
    reportEnd(query)
    window.close()
  }, [query])
  useEffect(() => {
    document.title = `${title} · Posthorn`
  }, [title])
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-1 bg-surface p-6 text-center">
      <p className="mb-4 flex items-center gap-2.5 font-semibold text-lg tracking-tight">
        <HornTile className="size-8" />
        {shell.appName}
      </p>
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      <p className="text-ink-2">{auth.closeWindow}</p>
    </main>
  )
}
