import { api } from '#web/app/api.ts'
import { openChannel } from '#web/lib/browser/channel.ts'
import type { NetworkName } from '#web/ui/marks/network-mark.tsx'

/** The result of a network's sign-in, as reported by the page in the window. */
type SignInEnd =
  | { readonly end: 'connected' }
  | { readonly end: 'choose' }
  | { readonly end: 'failed'; readonly code: string }
  | { readonly end: 'closed' }
  | { readonly end: 'blocked' }

const channelName = 'posthorn.sign-in'
const pollMs = 400

/**
 * Opens a network's sign-in in a separate window, so that the page and its text stay. The window opens at once:
 * browsers block one that opens only after a response from the service.
 */
export const signInInWindow = (network: NetworkName, profileId: string): Promise<SignInEnd> =>
  openWindow(network, (urls) => api.createOauthUrl({ platform: network, profileId, ...urls }))

/** Asks for more permissions for an account in such a window. */
export const grantInWindow = (network: NetworkName, accountId: string, scopes: string[]): Promise<SignInEnd> =>
  openWindow(network, (urls) => api.upgradeScopes({ accountId, scopes, ...urls }))

type Start = (urls: {
  readonly redirectUrl: string
  readonly finalRedirectUrl: string
}) => Promise<{ readonly authUrl: string }>

async function openWindow(network: NetworkName, start: Start): Promise<SignInEnd> {
  const opened = window.open('about:blank', 'posthorn-sign-in', 'popup,width=520,height=720')
  if (!opened) return { end: 'blocked' }
  try {
    const redirectUrl = `${location.origin}/v1/oauth/callback/${network}`
    const finalRedirectUrl = `${location.origin}/auth/connected`
    const { authUrl } = await start({ redirectUrl, finalRedirectUrl })
    opened.location.href = authUrl
  } catch (error) {
    opened.close()
    throw error
  }
  return waitForEnd(opened)
}

function waitForEnd(opened: Window): Promise<SignInEnd> {
  return new Promise((resolve) => {
    const channel = openChannel<SignInEnd>(channelName)
    const finish = (end: SignInEnd) => {
      clearInterval(timer)
      channel.close()
      resolve(end)
    }
    const timer = setInterval(() => {
      if (opened.closed) finish({ end: 'closed' })
    }, pollMs)
    channel.listen(finish)
  })
}

/** Reports the result from inside the window, from the query that the service added to its URL. */
export function reportEnd(query: Readonly<Record<string, unknown>>): void {
  const end: SignInEnd = query.connected
    ? { end: 'connected' }
    : query.choose
      ? { end: 'choose' }
      : { end: 'failed', code: String(query.error ?? 'unknown') }
  openChannel<SignInEnd>(channelName).post(end)
}
