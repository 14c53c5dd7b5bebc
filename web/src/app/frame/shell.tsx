import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { makeImport } from '#web/lib/make-import.ts'
import { loadDialog } from '#web/ui/dialog.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { loadMenu } from '#web/ui/menu.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { askForSignIn, useAskedSignIn } from '../asked-sign-in.ts'
import { Shortcuts } from '../palette/shortcuts.tsx'
import { accountsQuery, queryClient } from '../queries.ts'
import { ReadOnlyNotice } from '../rights/read-only-notice.tsx'
import { RightsOfProfile } from '../rights/rights-of-profile.tsx'
import { useSession } from '../session.ts'
import { rememberProfile } from '../start-profile.ts'
import { useMayBreak, useWeatherOpen } from '../weather/opened.ts'
import { WeatherButton } from '../weather/weather-button.tsx'
import { ZoneNotice } from '../zone/zone-notice.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { LiveNotice } from './live-notice.tsx'
import { Rail } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

const loadSheet = makeImport(() => import('./sign-in-sheet.tsx'))
const SignInSheet = makeLatePart(async () => (await loadSheet()).SignInSheet)

/** The frame around every page of a profile: the stripe, the rail or the bottom bar, and the page itself. */
export function Shell() {
  const { problem, shell } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const session = useSession()
  const isSignInAsked = useAskedSignIn()
  useEffect(() => rememberProfile(profileId), [profileId])
  useEffect(fetchTheRest, [])
  useReadAgain(session.state === 'ended')
  useKeptFocus()
  const isInSandbox = useInSandbox(profileId)
  const mayBreak = useMayBreak()
  const isWeatherOpen = useWeatherOpen()
  return (
    <RightsOfProfile profileId={profileId}>
      {/* With `:has()` here, each change below would make the browser compute the styles of the whole page again. */}
      <div className={`flex min-h-dvh flex-col ${isInSandbox ? '[--top:1.8125rem]' : '[--top:0px]'}`}>
        <a
          href="#content"
          className="sr-only z-40 rounded-md bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
        >
          {shell.skipToContent}
        </a>
        {isInSandbox && <SandboxStripe />}
        <LiveNotice />
        <TopBar profileId={profileId} />
        <div className="flex flex-1">
          <Rail profileId={profileId} />
          <main
            id="content"
            tabIndex={-1}
            className={`min-w-0 flex-1 pb-20 outline-none md:pb-0 ${isInSandbox && mayBreak && isWeatherOpen ? 'xl:pe-92' : ''}`}
          >
            <ReadOnlyNotice profileId={profileId} />
            <ZoneNotice />
            <Outlet />
          </main>
        </div>
        <BottomBar profileId={profileId} />
        <Toasts />
        <Shortcuts profileId={profileId} />
        {session.state === 'ended' && <SignInSheet />}
        {session.state !== 'ended' && isSignInAsked && (
          <SignInSheet lead={problem.signInLead} onEnd={() => askForSignIn(false)} />
        )}
      </div>
    </RightsOfProfile>
  )
}

/** Reads everything again after a new sign-in, wherever in this browser it happened. */
function useReadAgain(hasEnded: boolean): void {
  const hadEnded = useRef(hasEnded)
  useEffect(() => {
    if (hadEnded.current && !hasEnded) void queryClient.invalidateQueries()
    hadEnded.current = hasEnded
  }, [hasEnded])
}

const settledAfterMs = 3_000

/** Fetches what the first page did without, once it has settled: it must be there when the service is away. */
function fetchTheRest(): () => void {
  const fetchAll = () => Promise.all([loadMenu(), loadDialog(), loadSheet()]).catch(() => {})
  const timer = setTimeout(() => void fetchAll(), settledAfterMs)
  return () => clearTimeout(timer)
}

/** True as long as an account of the sandbox is connected. */
const useInSandbox = (profileId: string): boolean =>
  useQuery(accountsQuery(profileId)).data?.some(({ mode }) => mode === 'sandbox') ?? false

/** Says that no real network is contacted. */
function SandboxStripe() {
  const { shell } = useMessages()
  return (
    <div className="sticky top-0 z-20 border-line border-b bg-bg">
      <div className="hatched h-1" />
      <div className="flex items-center justify-center gap-2 px-4 py-0.5 text-ink-2 text-xs">
        <p className="truncate py-0.5">
          <strong className="font-semibold text-ink">{shell.sandbox}</strong>
          <span className="max-sm:sr-only"> · {shell.sandboxExplained}</span>
        </p>
        <WeatherButton />
      </div>
    </div>
  )
}
