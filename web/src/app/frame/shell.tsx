import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { makeImport } from '#web/lib/make-import.ts'
import { loadDialog } from '#web/ui/dialog.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { loadMenu } from '#web/ui/menu.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { askForSignIn, useSignInRequested } from '../../ui/problem/sign-in-request.ts'
import { followLive } from '../live/follow-live.ts'
import type { LiveState } from '../live/read-stream.ts'
import { Shortcuts } from '../palette/shortcuts.tsx'
import { accountsQuery, profilesQuery, queryClient } from '../queries.ts'
import { ReadOnlyNotice } from '../rights/read-only-notice.tsx'
import { RightsContext, rightsOf, unknownRights } from '../rights/rights.ts'
import { useSession } from '../session.ts'
import { rememberProfile } from '../start-profile.ts'
import { useMayBreak, useWeatherOpen } from '../weather/opened.ts'
import { WeatherButton } from '../weather/weather-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ProfileSwitcher } from './profile-switcher.tsx'
import { Rail } from './rail.tsx'
import { ZoneNotice } from './zone-notice.tsx'

const loadSheet = makeImport(() => import('./sign-in-sheet.tsx'))
const SignInSheet = makeLatePart(async () => (await loadSheet()).SignInSheet)

/** The frame around every page of a profile: the sandbox stripe, the rail or bottom bar, and the page. */
export function Shell() {
  const { problem, shell } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const session = useSession()
  const isSignInRequested = useSignInRequested()
  useEffect(() => rememberProfile(profileId), [profileId])
  useEffect(fetchTheRest, [])
  useReadAgain(session.state === 'ended')
  useFocusNearby()
  const isInSandbox = useInSandbox(profileId)
  const mayBreak = useMayBreak()
  const isWeatherOpen = useWeatherOpen()
  return (
    <RightsOfProfile profileId={profileId}>
      {/* With `:has()` here, each change below would make the browser recompute the styles of the whole page. */}
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
        {session.state !== 'ended' && isSignInRequested && (
          <SignInSheet lead={problem.signInLead} onEnd={() => askForSignIn(false)} />
        )}
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
  const fetchAll = () => Promise.all([loadMenu(), loadDialog(), loadSheet()]).catch(() => {})
  const timer = setTimeout(() => void fetchAll(), settledAfterMs)
  return () => clearTimeout(timer)
}

/** True while a sandbox account is connected. */
const useInSandbox = (profileId: string): boolean =>
  useQuery(accountsQuery(profileId)).data?.some(({ mode }) => mode === 'sandbox') ?? false

/** Explains that no real network is contacted. */
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

/** The top bar on phones: the open profile and the user menu. */
function TopBar({ profileId }: { readonly profileId: string }) {
  return (
    <div className="flex items-center justify-between gap-2 border-line border-b bg-surface px-2 py-1 md:hidden">
      <div className="min-w-0 flex-1">
        <ProfileSwitcher profileId={profileId} />
      </div>
      <AccountMenu profileId={profileId} isCompact />
    </div>
  )
}

/** Follows the live stream, and shows a notice while it is interrupted. */
function LiveNotice() {
  const { shell } = useMessages()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => followLive(setState), [])
  if (state !== 'offline' && state !== 'interrupted') return null
  return (
    <p role="status" className="bg-held/15 px-4 py-2 text-center">
      {state === 'interrupted' ? shell.live.interrupted : navigator.onLine ? shell.live.noAnswer : shell.live.offline}
    </p>
  )
}

/**
 * Keeps the focus nearby when the focused element disappears: a button whose work is done, or a page that another one
 * replaces. Otherwise, keyboard navigation would restart at the top of the document.
 */
function useFocusNearby(): void {
  useEffect(() => {
    let path: readonly Element[] = []
    const note = ({ target }: FocusEvent) => {
      path = target instanceof Element ? listAncestors(target) : []
    }
    // If the element stays, the person moved the focus on purpose.
    const forget = ({ target }: FocusEvent) =>
      requestAnimationFrame(() => {
        if (target === path[0] && path[0]?.isConnected && !hasFocus()) path = []
      })
    // A dialog that closes restores the focus itself, within the frame.
    const keep = () => requestAnimationFrame(() => focusNear(path))
    const watch = new MutationObserver(() => {
      if (path[0]?.isConnected === false && !hasFocus()) keep()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    document.addEventListener('focusout', forget)
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('focusout', forget)
    }
  }, [])
}

const hasFocus = (): boolean => document.activeElement !== null && document.activeElement !== document.body

function listAncestors(element: Element): readonly Element[] {
  const path: Element[] = []
  for (let one: Element | null = element; one; one = one.parentElement) path.push(one)
  return path
}

function focusNear(path: readonly Element[]): void {
  if (hasFocus() || path[0]?.isConnected !== false) return
  const near = path.find((one) => one.isConnected && one.closest('#content')) ?? document.getElementById('content')
  if (!(near instanceof HTMLElement)) return
  if (!near.hasAttribute('tabindex')) near.tabIndex = -1
  near.classList.add('outline-none')
  near.focus({ preventScroll: true })
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
