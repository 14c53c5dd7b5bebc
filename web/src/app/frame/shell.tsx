import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useFrameMessages } from '#web/i18n/frame.ts'
import { Icon } from '#web/icons/icon.tsx'
import { makeImport } from '#web/lib/make-import.ts'
import { showZone } from '#web/lib/zones.ts'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { loadDialog } from '#web/ui/dialog.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { useLate } from '#web/ui/late/use-late.ts'
import { loadMenu } from '#web/ui/menu.tsx'
import { openToasts, Toasts } from '#web/ui/toast.tsx'
import { askForSignIn, useSignInRequested } from '../../ui/problem/sign-in-request.ts'
import { loadFaultPages } from '../late-faults.ts'
import { accountsQuery, profilesQuery, queryClient } from '../queries.ts'
import { ReadOnlyNotice } from '../rights/read-only-notice.tsx'
import { RightsContext, rightsOf, unknownRights } from '../rights/rights.ts'
import { useSession } from '../session.ts'
import { shortcutDialog } from '../shortcut-dialog.ts'
import { rememberProfile, rememberSandbox, wasInSandbox } from '../start-profile.ts'
import { useZone } from '../use-zone.ts'
import { useMayBreak, useWeatherOpen } from '../weather/opened.ts'
import { WeatherButton } from '../weather/weather-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { loadBackground } from './load-background.ts'
import { ProfileSwitcher } from './profile-switcher.tsx'
import { Rail } from './rail.tsx'
import { ZoneNotice } from './zone-notice.tsx'

const loadSheet = makeImport(() => import('./sign-in-sheet.tsx'))
const SignInSheet = makeLatePart(async () => (await loadSheet()).SignInSheet)

/** The frame around every page of a profile: the sandbox stripe, the rail or bottom bar, and the page. */
export function Shell() {
  const { shell } = useFrameMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const session = useSession()
  const isSignInRequested = useSignInRequested()
  useEffect(() => rememberProfile(profileId), [profileId])
  useEffect(fetchTheRest, [])
  useReadAgain(session.state === 'ended')
  const isInSandbox = useInSandbox(profileId)
  const mayBreak = useMayBreak()
  const isWeatherOpen = useWeatherOpen()
  const Background = useLate(loadBackground)
  const zone = useZone(profileId)
  // Not an effect: the children below already format their times with it.
  showZone(zone)
  return (
    <RightsOfProfile profileId={profileId}>
      {/* With `:has()` here, each change below would make the browser recompute the styles of the whole page. */}
      <div className={`flex min-h-dvh flex-col ${isInSandbox ? '[--top:2.0625rem]' : '[--top:0px]'}`}>
        <a
          href="#content"
          className="sr-only z-40 rounded-md bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
        >
          {shell.skipToContent}
        </a>
        {isInSandbox && <SandboxStripe />}
        {Background && <Background profileId={profileId} />}
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
            <Fragment key={zone}>
              <Outlet />
            </Fragment>
          </main>
        </div>
        <BottomBar profileId={profileId} />
        <Toasts />
        {session.state === 'ended' && <SignInSheet />}
        {session.state !== 'ended' && isSignInRequested && <SignInSheet onEnd={() => askForSignIn(false)} />}
      </div>
    </RightsOfProfile>
  )
}

/** Refetches everything after a new sign-in in any tab of this browser. */
function useReadAgain(hasEnded: boolean): void {
  const hadEnded = useRef(hasEnded)
  useEffect(() => {
    if (hadEnded.current && !hasEnded) void queryClient.invalidateQueries()
    hadEnded.current = hasEnded
  }, [hasEnded])
}

const settledAfterMs = 3_000

/** Fetches, once the first page has settled, the code that it did not need. It must be available offline. */
function fetchTheRest(): () => void {
  const fetchAll = () => {
    openToasts()
    return Promise.all([loadFaultPages(), loadMenu(), loadDialog(), loadSheet()]).catch(() => {})
  }
  const timer = setTimeout(() => void fetchAll(), settledAfterMs)
  return () => clearTimeout(timer)
}

/** True while a sandbox account is connected. Before the accounts are known, the last state keeps the stripe's place. */
function useInSandbox(profileId: string): boolean {
  const accounts = useQuery(accountsQuery(profileId)).data
  const isInSandbox = accounts?.some(({ mode }) => mode === 'sandbox')
  useEffect(() => {
    if (isInSandbox !== undefined) rememberSandbox(isInSandbox)
  }, [isInSandbox])
  return isInSandbox ?? wasInSandbox()
}

/** Explains that no real network is contacted. */
function SandboxStripe() {
  const { shell } = useFrameMessages()
  return (
    <div className="sticky top-0 z-20 border-line border-b bg-bg">
      <div className="hatched h-1" />
      <div className="flex h-7 items-center justify-center gap-2 px-4 text-ink-2 text-xs">
        <p className="truncate py-0.5">
          <strong className="font-semibold text-ink">{shell.sandbox}</strong>
          <span className="max-sm:sr-only"> · {shell.sandboxExplained}</span>
        </p>
        <WeatherButton />
      </div>
    </div>
  )
}

/** The top bar on phones: the open profile and the user menu. */
function TopBar({ profileId }: { readonly profileId: string }) {
  const { shell } = useFrameMessages()
  return (
    <div className="flex items-center gap-1 border-line border-b bg-surface px-2 py-0.5 md:hidden">
      <div className="min-w-0 flex-1">
        <ProfileSwitcher profileId={profileId} />
      </div>
      <button
        type="button"
        aria-label={shell.search}
        onClick={() => shortcutDialog.write('palette')}
        className={iconButtonStyle}
      >
        <Icon name="search" />
      </button>
      <Bell />
      <AccountMenu profileId={profileId} isCompact />
    </div>
  )
}

interface ProviderProps {
  readonly profileId: string
  readonly children: ReactNode
}

/** Provides the user's rights in the profile. */
function RightsOfProfile({ profileId, children }: ProviderProps) {
  const profile = useQuery(profilesQuery).data?.find(({ id }) => id === profileId)
  const rights = useMemo(() => (profile ? rightsOf(profile) : unknownRights), [profile])
  return <RightsContext value={rights}>{children}</RightsContext>
}
