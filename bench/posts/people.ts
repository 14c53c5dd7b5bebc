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

export type Network = 'net-a' | 'mastodon'

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

/** So many profiles, each with so many accounts of each network, connected through the API like any other. */
export async function connectAccounts(
  publisher: Publisher,
  sandbox: Started,
  { profiles, ofEach }: { readonly profiles: number; readonly ofEach: number },
): Promise<Connected[]> {
  const connected: Connected[] = []
  let left = profiles
  const connectSome = async (): Promise<void> => {
    while (left-- > 0) connected.push(...(await connectProfile(publisher, sandbox, ofEach)))
  }
  await Promise.all(Array.from({ length: together }, connectSome))
  return connected
}

/** One profile more. No login of the sandbox is used twice. */
export async function connectProfile(publisher: Publisher, sandbox: Started, ofEach: number): Promise<Connected[]> {
  const connected: Connected[] = []
  const profile = await publisher.call<{ id: string }>('POST', '/v1/profiles', { name: `Profile ${logins}` })
  for (let nth = 0; nth < ofEach; nth++) {
    logins += 1
    const login = `user-${logins}`
    for (const [network, fields] of waysIn(sandbox, login)) {
      const path = `/v1/platforms/${network}/connect`
      const { id } = await publisher.call<{ id: string }>('POST', path, { profileId: profile.id, ...fields })
      connected.push({
        id: uuidOf('acc', id),
        profileId: uuidOf('prof', profile.id),
        wire: { id, profileId: profile.id },
        network,
        login,
      })
    }
  }
  return connected
}

const waysIn = (sandbox: Started, login: string): [Network, object][] => [
  ['net-a', { identifier: `${login}.sandbox`, appPassword: 'sand-boxx-pass-word' }],
  ['mastodon', { instanceUrl: `${sandbox.url}/mastodon`, accessToken: `sandbox-token-${login}` }],
]

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
