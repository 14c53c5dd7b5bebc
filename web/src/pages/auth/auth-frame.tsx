import { type ReactNode, useEffect } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'

interface FrameProps {
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
  readonly below: ReactNode
}

/** The frame of the pages before sign-in. */
export function AuthFrame({ title, lead, children, below }: FrameProps) {
  const { auth, shell } = useMessages()
  useEffect(() => {
    document.title = `${title} · Posthorn`
  }, [title])
  return (
    <div className="grid min-h-dvh lg:grid-cols-[1fr_1.1fr]">
      <main className="mx-auto grid w-full max-w-md content-center gap-6 px-6 py-10">
        <p className="flex items-center gap-2.5 font-semibold text-lg">
          <img src="/icon.svg" alt="" className="size-8" />
          {shell.appName}
        </p>
        <div className="grid gap-1">
          <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
          {lead && <p className="text-balance text-ink-3">{lead}</p>}
        </div>
        {!navigator.cookieEnabled && (
          <p role="alert" className="rounded-md bg-held/15 p-3">
            {auth.needsCookies}
          </p>
        )}
        {children}
        <div className="text-ink-2">{below}</div>
        {!isSecureContext && <p className="text-ink-3 text-sm">{auth.withoutHttps}</p>}
      </main>
      <aside aria-hidden="true" className="hidden content-center gap-8 border-line border-s bg-sunken p-16 lg:grid">
        <p className="max-w-md text-balance font-medium text-2xl leading-9">{auth.welcome}</p>
        <Lanes />
      </aside>
    </div>
  )
}

const lanes = [
  { letters: 'Bs', at: '09:00:00', width: 'w-4/5' },
  { letters: 'Li', at: '09:00:00', width: 'w-3/5' },
  { letters: 'Ma', at: '09:00:01', width: 'w-2/3' },
]

/** Illustrates one post on its way to three networks. */
function Lanes() {
  return (
    <div className="grid max-w-md gap-3">
      {lanes.map(({ letters, at, width }) => (
        <div key={letters} className="flex items-center gap-3 rounded-lg border border-line bg-surface p-3">
          <span className="grid size-8 place-items-center rounded-sm border border-line bg-sunken font-semibold text-ink-2 text-xs">
            {letters}
          </span>
          <span className="grid flex-1 gap-1.5">
            <span className={`h-2 rounded-full bg-line ${width}`} />
            <span className="h-2 w-1/3 rounded-full bg-line" />
          </span>
          <span className="nums inline-flex items-center gap-1 text-published text-xs">
            <Icon name="check" className="size-3.5" />
            {at}
          </span>
        </div>
      ))}
    </div>
  )
}
