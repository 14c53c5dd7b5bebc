import { createCalls, type Input, PosthornError, type Result } from '@posthorn/sdk'
import { openChannel } from '#web/lib/browser/channel.ts'
import { withLock } from '#web/lib/browser/lock.ts'
import { learnTime, now } from '#web/lib/clock.ts'
import { makeStore, useStore } from '#web/lib/store.ts'

type SignedIn = Result<'refreshBrowserSession'>

/** The session as this page knows it. `ended`: the user was signed in, and must sign in again. */
type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'none' }
  | { readonly state: 'in'; readonly signedIn: SignedIn }
  | { readonly state: 'ended'; readonly signedIn: SignedIn }

/** The refresh token is in a cookie that scripts cannot read; the identity token is only in memory. */
const current = makeStore<Session>({ state: 'unknown' })
/**
 * `keepalive`: a renewal completes and stores its cookie even if the page is closed. Otherwise, a reload could sign
 * the user out.
 */
const open = createCalls({
  url: location.origin,
  credentials: 'same-origin',
  retry: { attempts: 1 },
  fetch: async (input, init) => {
    const answer = await fetch(input, { ...init, keepalive: true })
    learnTime(answer)
    return answer
  },
})
/** A token that expires sooner is renewed before use. */
const renewAheadMs = 30_000
/** The interval of the checks, after the session has ended, for a sign-in elsewhere in this browser. */
const checkAgainMs = 5_000
let checkedAtMs = 0
/** Notifies the other tabs in this browser of a sign-in. */
const channel = openChannel<'in'>('posthorn.session')

export const useSession = (): Session => useStore(current)

export const isSignedIn = (): boolean => current.read().state === 'in'

/** True if the user was signed in on this page and must sign in again. */
export const hasSessionEnded = (): boolean => current.read().state === 'ended'

let renewal: Promise<string | null> | null = null

/** Returns a valid identity token. Null if no one is signed in. */
export async function readToken(): Promise<string | null> {
  const session = current.read()
  if (session.state === 'in' && Date.parse(session.signedIn.expiresAt) - now() > renewAheadMs)
    return session.signedIn.token
  if (session.state === 'ended' && now() - checkedAtMs < checkAgainMs) return null
  return await renewOnce()
}

/** Returns a new token in place of one that the service refused. Null if the session has ended. */
export async function replaceToken(refused: string): Promise<string | null> {
  const session = current.read()
  if (session.state === 'in' && session.signedIn.token !== refused) return session.signedIn.token
  return session.state === 'ended' ? null : await renewOnce()
}

/** Gets a token of the browser's current session, which can be one that another tab has opened. */
export function renewOnce(): Promise<string | null> {
  renewal ??= renew().finally(() => {
    renewal = null
  })
  return renewal
}

channel.listen(() => {
  if (current.read().state === 'ended') void renewOnce().catch(() => {})
})

/** Renews one tab at a time: the cookie works once, and using it twice would sign the user out. */
const renew = (): Promise<string | null> =>
  withLock('posthorn.session', async () => {
    try {
      const signedIn = await open.refreshBrowserSession()
      begin(signedIn)
      return signedIn.token
    } catch (error) {
      if (!(error instanceof PosthornError) || error.code !== 'refresh_token_invalid') throw error
      checkedAtMs = now()
      const session = current.read()
      if (session.state === 'in') current.write({ state: 'ended', signedIn: session.signedIn })
      if (session.state === 'unknown') current.write({ state: 'none' })
      return null
    }
  })

/** Continues as this user. Data of another user must not stay, so the page is reloaded in that case. */
function begin(signedIn: SignedIn): void {
  const session = current.read()
  const before = session.state === 'in' || session.state === 'ended' ? session.signedIn.user.uid : signedIn.user.uid
  current.write({ state: 'in', signedIn })
  if (before !== signedIn.user.uid) location.assign('/')
}

/** Continues with a session that was just opened, also in the other tabs. */
export function enterSession(signedIn: SignedIn): void {
  begin(signedIn)
  channel.post('in')
}

export const signIn = async (input: Input<'openBrowserSession'>): Promise<void> =>
  enterSession(await open.openBrowserSession(input))

/** Signs up and then signs in, because signing up does not set the cookie. */
export async function signUp(input: Input<'signUp'>): Promise<void> {
  await open.signUp(input)
  await signIn({ email: input.email, password: input.password })
}

/** Claims a new installation as its owner and signs in. */
export async function claim(input: Input<'claimInstallation'>): Promise<void> {
  current.write({ state: 'in', signedIn: await open.claimInstallation(input) })
}

/** Returns the available ways to sign in. */
export const readSignInOptions = (): Promise<Result<'getSignInOptions'>> => open.getSignInOptions()

/** Stores the changes that users make to their account, so that the frame shows them at once. */
export function rememberUser(user: SignedIn['user']): void {
  const session = current.read()
  if (session.state === 'in') current.write({ state: 'in', signedIn: { ...session.signedIn, user } })
}

/** Forgets the session after its user was deleted. */
export const forgetSession = (): void => current.write({ state: 'none' })

/** Signs out, and returns the page that also signs out at the identity provider, if the user signed in there. */
export async function signOut(): Promise<string | null> {
  const { signOutUrl } = await open.closeBrowserSession()
  current.write({ state: 'none' })
  return signOutUrl
}
