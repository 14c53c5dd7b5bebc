import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { queryClient } from '#web/app/queries.ts'
import { signOut, useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'

interface FrameProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children?: ReactNode
}

/** The frame of the pages on which a signed-in user answers an app: one card, and who is signed in. */
export function ConsentFrame({ title, lead, children }: FrameProps) {
  const { shell } = useMessages()
  useEffect(() => {
    document.title = `${title} · Posthorn`
  }, [title])
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-xl content-start gap-6 px-4 py-8 sm:content-center sm:px-6">
      <p className="flex items-center gap-2.5 font-semibold">
        <img src="/icon.svg" alt="" className="size-7" />
        {shell.appName}
      </p>
      <section className="grid gap-6 rounded-lg border border-line bg-surface p-4 sm:p-8">
        <header className="grid gap-1.5">
          <h1 className="text-balance break-words font-semibold text-2xl tracking-tight">{title}</h1>
          {lead && <p className="text-ink-2">{lead}</p>}
        </header>
        {children}
      </section>
      <WhoIsSignedIn />
    </main>
  )
}

/** Says as whom the user answers, and offers another account. */
function WhoIsSignedIn() {
  const { apps } = useMessages()
  const session = useSession()
  const navigate = useNavigate()
  const next = useRouterState({ select: ({ location }) => location.href })
  if (session.state !== 'in') return null
  const { email, name } = session.signedIn.user
  const change = async () => {
    await signOut()
    queryClient.clear()
    await navigate({ to: '/auth/sign-in', search: { next } })
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-3">
      <span className="min-w-0 break-words">{apps.signedInAs(email ?? name)}</span>
      <button type="button" className="min-h-11 text-brand underline underline-offset-4" onClick={() => void change()}>
        {apps.otherAccount}
      </button>
    </p>
  )
}
