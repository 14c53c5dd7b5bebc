import type { Input, Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { profilesQuery, queryClient } from '#web/app/queries.ts'
import { signOut, useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckList } from '#web/ui/form/check-list.tsx'
import { ChoiceList } from '#web/ui/form/choice-list.tsx'
import { HornTile } from '#web/ui/marks/horn.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

type AccessRequest = Pick<Result<'checkDeviceCode'>, 'app' | 'scopes'>
type Scope = AccessRequest['scopes'][number]
export type Answer = Pick<Input<'answerDeviceCode'>, 'decision' | 'scopes' | 'profileIds'>

interface FormProps {
  readonly request: AccessRequest
  /** Explains where the decision is sent. */
  readonly note: ReactNode
  readonly isBusy: boolean
  readonly error: Error | null
  readonly onAnswer: (answer: Answer) => void
}

/** Shows which app requests what, and collects the user's decision. */
export function ConsentForm({ request, note, isBusy, error, onAnswer }: FormProps) {
  const { apps } = useMessages()
  const { data: profiles = [] } = useQuery(profilesQuery)
  const [scopes, setScopes] = useState<readonly Scope[]>(request.scopes)
  const [reach, setReach] = useState<'all' | 'some'>('all')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const isIncomplete = scopes.length === 0 || (reach === 'some' && chosen.length === 0)
  const big = 'min-h-11 flex-1'
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer({ decision: 'allow', scopes: [...scopes], profileIds: reach === 'all' ? null : [...chosen] })
      }}
    >
      <Vouching app={request.app} />
      <CheckList
        label={apps.may}
        value={scopes}
        onChange={(next) => setScopes(request.scopes.filter((scope) => next.includes(scope)))}
        options={Object.fromEntries(request.scopes.map((scope) => [scope, apps.scopes[scope]]))}
      />
      <div className="grid gap-3">
        <ChoiceList
          label={apps.brands}
          value={reach}
          onChange={setReach}
          options={{ all: { name: apps.allBrands }, some: { name: apps.someBrands } }}
        />
        {reach === 'some' && (
          <CheckList
            label={apps.which}
            value={chosen}
            onChange={setChosen}
            options={Object.fromEntries(profiles.map(({ id, name }) => [id, name]))}
          />
        )}
      </div>
      {error && <ProblemBanner error={error} />}
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-3">
          <Button className={big} disabled={isBusy} onClick={() => onAnswer({ decision: 'refuse' })}>
            {apps.refuse}
          </Button>
          <Button className={big} type="submit" variant="primary" disabled={isIncomplete} isBusy={isBusy}>
            {apps.allow}
          </Button>
        </div>
        <p className="text-ink-3 text-sm">
          {note} {apps.endable}
        </p>
      </div>
    </form>
  )
}

/** Explains who vouches for the app's name. An unverified name proves nothing. */
function Vouching({ app: { namedBy, documentUrl } }: { readonly app: AccessRequest['app'] }) {
  const { apps } = useMessages()
  if (namedBy === 'itself')
    return <p className="rounded-md border border-held/40 bg-held/8 px-3 py-2.5 text-ink-2">{apps.namedBy.itself}</p>
  const host = documentUrl === null ? '' : new URL(documentUrl).host
  return <p className="text-ink-2">{namedBy === 'own' ? apps.namedBy.own : apps.namedBy.document(host)}</p>
}

interface FrameProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children?: ReactNode
}

/** The frame of the consent pages: one card, and who is signed in. */
export function ConsentFrame({ title, lead, children }: FrameProps) {
  const { shell } = useMessages()
  useEffect(() => {
    document.title = `${title} · Posthorn`
  }, [title])
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-xl content-start gap-6 px-4 py-8 sm:content-center sm:px-6">
      <p className="flex items-center gap-2.5 font-semibold text-lg tracking-tight">
        <HornTile className="size-8" />
        {shell.appName}
      </p>
      <section className="grid gap-6 rounded-lg border border-line bg-surface p-4 shadow-1 sm:p-6">
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

/** Shows which user is deciding, and offers to switch accounts. */
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
