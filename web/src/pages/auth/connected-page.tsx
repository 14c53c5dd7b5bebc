import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { reportEnd } from '#web/pages/connections/sign-in-window.ts'

/** The page on which the window of a sign-in at a network ends. It reports to the page that opened it, and closes. */
export function ConnectedPage() {
  const { auth } = useMessages()
  const query = useSearch({ from: '/auth/connected' })
  useEffect(() => {
    reportEnd(query)
    window.close()
  }, [query])
  return <main className="grid min-h-dvh place-items-center p-6 text-center">{auth.closeWindow}</main>
}
