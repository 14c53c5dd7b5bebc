import type { Started } from '../tools/processes.ts'
import type { Network, Publisher } from './publisher.ts'

/** The required settings of an account's posts. */
export type Chosen = Readonly<Record<string, string | boolean>>

type WayIn = (publisher: Publisher, sandbox: Started, profileId: string, login: string) => Promise<Account>

interface Account {
  readonly accountId: string
  /** The account's name in the sandbox, if it is not the login. */
  readonly name?: string
  readonly chosen?: Chosen
}

/** Returns the way to connect an account of a network through the API. */
export function wayIn(network: Network): WayIn {
  switch (network) {
    case 'bluesky':
      return (publisher, _, profileId, login) =>
        publisher.call('POST', '/v1/platforms/bluesky/connect', {
          profileId,
          identifier: `${login}.sandbox`,
          appPassword: 'sand-boxx-pass-word',
        })
    case 'mastodon':
      return (publisher, { url }, profileId, login) =>
        publisher.call('POST', '/v1/platforms/mastodon/connect', {
          profileId,
          instanceUrl: `${url}/mastodon`,
          accessToken: `sandbox-token-${login}`,
        })
    case 'facebook':
      return pageOf(network, 'switch-page', (login) => `${login}-bakery`)
    case 'linkedin':
      return pageOf(network, 'connect-page', (login) => `${login}-works`)
    case 'x':
    case 'threads':
    case 'instagram':
      return personOf(network)
    case 'pinterest':
      return personOf(network, async (publisher, accountId) => {
        const path = `/v1/connections/${accountId}/options`
        const { boards } = await publisher.call<{ boards: readonly { readonly id: string }[] }>('GET', path)
        const [board] = boards
        if (!board) throw new Error(`${accountId} has no board`)
        return { boardId: board.id }
      })
    case 'tiktok':
      return personOf(network, async () => openToAll)
    case 'youtube':
      return personOf(network, async () => ({ madeForKids: false }))
    default:
      return network satisfies never
  }
}

/** Settings that only the user may choose and that never have a default. */
const openToAll: Chosen = { privacyLevel: 'PUBLIC_TO_EVERYONE', allowComment: true, disclosure: 'none' }

/** Connects an account that is the signed-in person. */
function personOf(
  network: Network,
  choose: (publisher: Publisher, accountId: string) => Promise<Chosen> = async () => ({}),
): WayIn {
  return async (publisher, _, profileId, login) => {
    const { accountId } = await consent(publisher, network, profileId, login)
    if (accountId === null) throw new Error(`an account of ${network} is one account`)
    return { accountId, chosen: await choose(publisher, accountId) }
  }
}

/** Connects a page or an organization of the signed-in person. */
function pageOf(network: Network, verb: string, nameOf: (login: string) => string): WayIn {
  return async (publisher, _, profileId, login) => {
    const { accountId, pages } = await consent(publisher, network, profileId, login)
    const name = nameOf(login)
    if (accountId !== null) return { accountId, name }
    const page = pages?.find((one) => one.name.toLowerCase().replaceAll(' ', '-') === name)
    if (!page) throw new Error(`${login} has no page ${name}`)
    const chosen = { profileId, pageId: page.id }
    const { id } = await publisher.call<{ id: string }>('POST', `/v1/platforms/${network}/${verb}`, chosen)
    return { accountId: id, name }
  }
}

interface Came {
  readonly accountId: string | null
  readonly pages: readonly { readonly id: string; readonly name: string }[] | null
}

/** Completes a network's consent page by script. */
async function consent(publisher: Publisher, platform: Network, profileId: string, login: string): Promise<Came> {
  const request = { platform, profileId, redirectUrl: benchRedirect, headless: true }
  const { authUrl } = await publisher.call<{ authUrl: string }>('POST', '/v1/connections/oauth-url', request)
  const page = new URL(authUrl)
  page.searchParams.set('login', login)
  page.searchParams.set('approve', '1')
  // A fault in the sandbox may leave the page without a response.
  const answer = await fetch(page, { redirect: 'manual', signal: AbortSignal.timeout(20_000) })
  const back = URL.parse(answer.headers.get('location') ?? '')
  if (!back) throw new Error(`${platform} did not redirect back: ${answer.status} ${await answer.text()}`)
  return publisher.call('GET', `/v1/oauth/callback/${platform}${back.search}`)
}

/** A URL on which nothing listens: the script itself passes on the redirect. */
export const benchRedirect = 'http://127.0.0.1:9/back'
