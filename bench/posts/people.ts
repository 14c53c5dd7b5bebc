import { fromWire } from '#kernel/ids.ts'
import { ada, bearer, send } from '../tools/http.ts'
import type { Started } from '../tools/processes.ts'
import type { Network, Publisher } from './publisher.ts'
import { type Chosen, wayIn } from './ways-in.ts'

export interface Connected {
  readonly id: string
  readonly profileId: string
  /** The same two IDs as returned by the API. */
  readonly wire: { readonly id: string; readonly profileId: string }
  readonly network: Network
  /** The account's name in the sandbox. */
  readonly login: string
  /** The person who signs in for the account. */
  readonly person: string
  /** The required settings of each post. */
  readonly chosen: Chosen
  /** The required file of each post; null if text alone suffices. */
  readonly file: Uploaded | null
}

interface Uploaded {
  readonly mediaId: string
  readonly storagePath: string
}

const fileKinds = {
  picture: { name: 'harbour.jpg', type: 'image/jpeg' },
  film: { name: 'harbour.mp4', type: 'video/mp4' },
} as const

type FileKind = keyof typeof fileKinds

/** The networks on which a post needs a file. */
const required: { readonly [Name in Network]?: FileKind } = {
  pinterest: 'picture',
  tiktok: 'picture',
  instagram: 'picture',
  youtube: 'film',
}

/** The bytes of the files that posts need. */
type Files = { readonly [Kind in FileKind]?: Buffer }

/** The networks that are connected with credentials; the others have a consent page. */
const direct = ['bluesky', 'mastodon'] as const

const areas = ['profiles', 'connections', 'posts', 'webhooks', 'inbox']
const scopes = [...areas.flatMap((area) => [`${area}:read`, `${area}:write`]), 'media:write']

export async function signUp({ url }: Started, name = 'Ada'): Promise<Publisher> {
  const person = { ...ada, name, email: `${name.toLowerCase()}@example.org` }
  const { token, user } = await send<{ token: string; user: { uid: string } }>(
    'POST',
    `${url}/v1/auth/sign-up`,
    {},
    person,
  )
  const wanted = { name: 'bench', scopes: [...scopes, 'posts:publish', 'analytics:read'] }
  const signedIn = bearer(token)
  const { key } = await send<{ key: string }>('POST', `${url}/v1/api-keys`, signedIn, wanted)
  const headers = bearer(key)
  return {
    ownerUid: uuidOf('usr', user.uid),
    headers,
    // Only a person connects accounts and makes keys.
    call: (method, path, body) =>
      send(method, url + path, /^\/v1\/(?:platforms\/|api-keys)/.test(path) ? signedIn : headers, body),
  }
}

const together = 8
let logins = 0

interface Wanted {
  readonly profiles: number
  readonly ofEach: number
  readonly networks?: readonly Network[]
  readonly files?: Files
}

/** Creates profiles with accounts on each network, connected through the API like any other. */
export async function connectAccounts(
  publisher: Publisher,
  sandbox: Started,
  { profiles, ofEach, networks = direct, files = {} }: Wanted,
): Promise<Connected[]> {
  const connected: Connected[] = []
  let left = profiles
  const connectSome = async (): Promise<void> => {
    while (left-- > 0) connected.push(...(await connectProfile(publisher, sandbox, ofEach, networks, files)))
  }
  await Promise.all(Array.from({ length: together }, connectSome))
  return connected
}

/** Creates one more profile. No login of the sandbox is used twice. */
export async function connectProfile(
  publisher: Publisher,
  sandbox: Started,
  ofEach: number,
  networks: readonly Network[] = direct,
  files: Files = {},
): Promise<Connected[]> {
  const connected: Connected[] = []
  const { id: profileId } = await publisher.call<{ id: string }>('POST', '/v1/profiles', { name: `Profile ${logins}` })
  const uploaded: { [Kind in FileKind]?: Uploaded } = {}
  for (const kind of new Set(networks.flatMap((one) => required[one] ?? []))) {
    const bytes = files[kind]
    if (!bytes) throw new Error(`a post needs a ${kind}, and none was given`)
    uploaded[kind] = await upload(publisher, profileId, kind, bytes)
  }
  for (let nth = 0; nth < ofEach; nth++) {
    logins += 1
    const login = `user-${logins}`
    for (const network of networks) {
      const { accountId, name, chosen = {} } = await wayIn(network)(publisher, sandbox, profileId, login)
      const kind = required[network]
      connected.push({
        id: uuidOf('acc', accountId),
        profileId: uuidOf('prof', profileId),
        wire: { id: accountId, profileId },
        network,
        login: name ?? login,
        person: login,
        chosen,
        file: (kind && uploaded[kind]) ?? null,
      })
    }
  }
  return connected
}

/** Reconnects an account in the same way as before. */
export async function connectAgain(publisher: Publisher, sandbox: Started, account: Connected): Promise<void> {
  await wayIn(account.network)(publisher, sandbox, account.wire.profileId, account.person)
}

async function upload(publisher: Publisher, profileId: string, kind: FileKind, bytes: Buffer): Promise<Uploaded> {
  const form = new FormData()
  form.set('profileId', profileId)
  const { name, type } = fileKinds[kind]
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const { id, storagePath } = await publisher.call<{ id: string; storagePath: string }>(
    'POST',
    '/v1/media/upload',
    form,
  )
  return { mediaId: uuidOf('media', id), storagePath }
}

export function uuidOf(prefix: Parameters<typeof fromWire>[0], wire: string): string {
  const id = fromWire(prefix, wire)
  if (id === null) throw new Error(`${wire} is not an ID of ${prefix}`)
  return id
}
