import { fromWire } from '#kernel/ids.ts'
import type { Started } from '../processes.ts'

/** Somebody who publishes, with an API key for everything. */
export interface Publisher {
  readonly ownerUid: string
  readonly headers: Readonly<Record<string, string>>
  call<Answer>(method: string, path: string, body?: object): Promise<Answer>
}

export interface Connected {
  readonly id: string
  readonly profileId: string
  /** The same two as the API says them. */
  readonly wire: { readonly id: string; readonly profileId: string }
  readonly network: Network
  /** As the sandbox calls it. */
  readonly login: string
}

export type Network = 'net-a' | 'net-b' | 'net-d' | 'mastodon'

/** Those whose people type something to connect; the others ask them on a page of their own. */
const direct = ['net-a', 'mastodon'] as const

const scopes = ['profiles:read', 'profiles:write', 'connections:read', 'connections:write', 'posts:read', 'posts:write']

export async function signUp({ url }: Started): Promise<Publisher> {
  const person = { email: 'ada@example.org', password: 'the gulls of November', name: 'Ada' }
  const { token, user } = await send<{ token: string; user: { uid: string } }>(
    url,
    {},
    'POST',
    '/v1/auth/sign-up',
    person,
  )
  const given = { name: 'bench', scopes: [...scopes, 'posts:publish'] }
  const signedIn = { authorization: `Bearer ${token}` }
  const { key } = await send<{ key: string }>(url, signedIn, 'POST', '/v1/api-keys', given)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return {
    ownerUid: uuidOf('usr', user.uid),
    headers,
    // Only a person connects accounts.
    call: (method, path, body) => send(url, path.startsWith('/v1/platforms/') ? signedIn : headers, method, path, body),
  }
}

const together = 8
let logins = 0

export interface Wanted {
  readonly profiles: number
  readonly ofEach: number
  readonly networks?: readonly Network[]
}

/** So many profiles, each with so many accounts of each network, connected through the API like any other. */
export async function connectAccounts(
  publisher: Publisher,
  sandbox: Started,
  { profiles, ofEach, networks = direct }: Wanted,
): Promise<Connected[]> {
  const connected: Connected[] = []
  let left = profiles
  const connectSome = async (): Promise<void> => {
    while (left-- > 0) connected.push(...(await connectProfile(publisher, sandbox, ofEach, networks)))
  }
  await Promise.all(Array.from({ length: together }, connectSome))
  return connected
}

/** One profile more. No login of the sandbox is used twice. */
export async function connectProfile(
  publisher: Publisher,
  sandbox: Started,
  ofEach: number,
  networks: readonly Network[] = direct,
): Promise<Connected[]> {
  const connected: Connected[] = []
  const { id: profileId } = await publisher.call<{ id: string }>('POST', '/v1/profiles', { name: `Profile ${logins}` })
  for (let nth = 0; nth < ofEach; nth++) {
    logins += 1
    const login = `user-${logins}`
    for (const network of networks) {
      const { accountId, name } = await wayIn(network)(publisher, sandbox, profileId, login)
      connected.push({
        id: uuidOf('acc', accountId),
        profileId: uuidOf('prof', profileId),
        wire: { id: accountId, profileId },
        network,
        login: name ?? login,
      })
    }
  }
  return connected
}

/** Whoever has to connect again does so as they did before. */
export async function connectAgain(publisher: Publisher, sandbox: Started, account: Connected): Promise<void> {
  await wayIn(account.network)(publisher, sandbox, account.wire.profileId, account.login)
}

type WayIn = (
  publisher: Publisher,
  sandbox: Started,
  profileId: string,
  login: string,
) => Promise<{ readonly accountId: string; readonly name?: string }>

function wayIn(network: Network): WayIn {
  switch (network) {
    case 'net-a':
      return (publisher, _, profileId, login) =>
        publisher.call('POST', '/v1/platforms/net-a/connect', {
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
    case 'net-d':
      return async (publisher, _, profileId, login) => {
        const { accountId } = await consent(publisher, 'net-d', profileId, login)
        if (accountId === null) throw new Error('an account of X is one account')
        return { accountId }
      }
    case 'net-b':
      return async (publisher, _, profileId, login) => {
        const { accountId, pages } = await consent(publisher, 'net-b', profileId, login)
        const name = `${login}-bakery`
        if (accountId !== null) return { accountId, name }
        const page = pages?.find((one) => one.handle === name)
        if (!page) throw new Error(`${login} has no page ${name}`)
        const chosen = { profileId, pageId: page.id }
        const { id } = await publisher.call<{ id: string }>('POST', '/v1/platforms/net-b/switch-page', chosen)
        return { accountId: id, name }
      }
    default:
      return network satisfies never
  }
}

interface Came {
  readonly accountId: string | null
  readonly pages: readonly { readonly id: string; readonly handle: string | null }[] | null
}

/** The way through the page of a network, as a script takes it that answers there for a person. */
async function consent(publisher: Publisher, platform: Network, profileId: string, login: string): Promise<Came> {
  const asked = { platform, profileId, redirectUrl: benchRedirect, headless: true }
  const { authUrl } = await publisher.call<{ authUrl: string }>('POST', '/v1/connections/oauth-url', asked)
  const page = new URL(authUrl)
  page.searchParams.set('login', login)
  page.searchParams.set('approve', '1')
  const answer = await fetch(page, { redirect: 'manual' })
  const back = URL.parse(answer.headers.get('location') ?? '')
  if (!back) throw new Error(`${platform} sent nobody back: ${answer.status} ${await answer.text()}`)
  return publisher.call('GET', `/v1/oauth/callback/${platform}${back.search}`)
}

/** Where nobody listens: the script itself hands on what comes back. */
export const benchRedirect = 'http://127.0.0.1:9/back'

export function uuidOf(prefix: Parameters<typeof fromWire>[0], wire: string): string {
  const id = fromWire(prefix, wire)
  if (id === null) throw new Error(`${wire} is no id of ${prefix}`)
  return id
}

async function send<Answer>(
  url: string,
  headers: Readonly<Record<string, string>>,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as Answer
}
