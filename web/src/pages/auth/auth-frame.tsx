import { type ReactNode, useEffect } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { HornTile } from '#web/ui/marks/horn.tsx'
import { AuthScene } from './auth-scene.tsx'

interface FrameProps {
  readonly title: string
  readonly lead?: string
  /** A picture above the title. */
  readonly face?: ReactNode
  readonly children: ReactNode
  readonly below: ReactNode
}

/** The frame of the pages before sign-in. */
export function AuthFrame({ title, lead, face, children, below }: FrameProps) {
  const { auth, shell } = useMessages()
  useEffect(() => {
    document.title = `${title} · Posthorn`
  }, [title])
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[1fr_1.05fr]">
      <main className="mx-auto grid w-full max-w-102 content-start gap-5 px-6 py-14 sm:content-center sm:py-10 [&_form_:is(input,select,button)]:min-h-10">
        <p className="mb-4 flex items-center gap-2.5 font-semibold text-lg tracking-tight">
          <HornTile className="size-8" />
          {shell.appName}
        </p>
        {face}
        <div className="grid gap-1">
          <h1 className="text-balance font-title text-2xl tracking-title">{title}</h1>
          {lead && <p className="text-balance text-ink-2">{lead}</p>}
        </div>
        {!navigator.cookieEnabled && (
          <p role="alert" className="rounded-md bg-held/15 p-3">
            {auth.needsCookies}
          </p>
        )}
        {children}
        {below && <div className="text-ink-2 text-sm">{below}</div>}
        {!isSecureContext && <p className="text-ink-3 text-sm">{auth.withoutHttps}</p>}
      </main>
      <AuthScene />
    </div>
  )
}
