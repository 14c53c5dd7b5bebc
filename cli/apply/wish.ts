import { instantOf, wallTime } from '#kernel/local-time.ts'
import { type Handles, plainHandle } from '#rules/mentions.ts'
import { readPlatform } from '#rules/network-names.ts'
import { readView } from '#rules/view.ts'
import { type Client, type Input, type Item, PosthornError, type Result } from '#sdk/index.ts'
import { findPlaces } from '#tasks/inputs/accounts.ts'
import { findProfileId } from '#tasks/inputs/profile.ts'
import { type Content, type Fields, type Place, printFields } from './fields.ts'
import type { LocalFile, PostFile, PostFolder } from './read-folder.ts'
import { throwFaults } from './read-folder.ts'
import type { FileFault } from './read-yaml.ts'

/** The post that a file describes. */
export interface Wish {
  readonly post: PostFile
  readonly profileId: string
  readonly content: Content
  readonly fields: Fields
  /** Files that are not uploaded yet, by their name in `content.media`. */
  readonly missing: ReadonlyMap<string, LocalFile>
}

type Account = Item<'listConnections', 'connections'>

/** Data of a profile that files refer to. */
interface ProfileFacts {
  readonly id: string
  readonly timezone: string | null
  readonly accounts: readonly Account[]
  /** The storage paths of uploaded files, by digest. */
  readonly uploaded: ReadonlyMap<string, string>
}

/** Resolves the names in the files: profiles, accounts, times and media. Throws all errors at once. */
export async function resolveWishes(api: Client, { defaults, posts }: PostFolder): Promise<Wish[]> {
  const profiles = await api.listProfiles()
  const known = new Map<string, Promise<ProfileFacts>>()
  const faults: FileFault[] = []
  const requests: Wish[] = []
  for (const post of posts) {
    const at = (path: readonly PropertyKey[], message: string) =>
      faults.push({ file: post.file, line: post.lineOf(path), message })
    const id = await asFault(findProfileId(api, post.head.profile ?? defaults.profile), (text) => at(['profile'], text))
    if (id === null) continue
    const digests = [...post.local.values()].map(({ digest }) => digest)
    const facts = known.get(id) ?? readFacts(api, id, profiles)
    known.set(id, facts)
    const profile = await withUploads(api, await facts, digests)
    known.set(id, Promise.resolve(profile))
    const accounts = await asFault(resolveAccounts(api, post, defaults.to ?? [], profile), (text) => at(['to'], text))
    const scheduledAt = resolveTime(post, defaults.timezone ?? profile.timezone)
    if (scheduledAt === undefined) at(['at'], 'at: a time without an offset requires `timezone`')
    for (const name of Object.keys(post.head.networks ?? {}))
      if (accounts && !accounts.some(({ network }) => network === readPlatform(name.toLowerCase())))
        at(['networks', name], `networks.${name}: the post isn’t published there. Add the network to \`to\``)
    if (accounts && scheduledAt !== undefined)
      requests.push(makeWish(post, profile, { accounts, scheduledAt }, defaults.tags))
  }
  throwFaults(faults)
  return requests
}

async function readFacts(api: Client, id: string, profiles: Result<'listProfiles'>): Promise<ProfileFacts> {
  const accounts = await Array.fromAsync(api.each.listConnections({ profileId: id }))
  return { id, timezone: profiles.find((one) => one.id === id)?.timezone ?? null, accounts, uploaded: new Map() }
}

/** Returns the tag that identifies an uploaded file. A tag has at most 50 characters. */
export const tagOf = (digest: string): string => `sha256:${digest.slice(0, 40)}`

async function withUploads(api: Client, facts: ProfileFacts, digests: readonly string[]): Promise<ProfileFacts> {
  const uploaded = new Map(facts.uploaded)
  for (const digest of digests) {
    if (uploaded.has(digest)) continue
    const { media } = await api.listMedia({ profileId: facts.id, tag: tagOf(digest), limit: 1 })
    const [file] = media
    if (file) uploaded.set(digest, file.storagePath)
  }
  return { ...facts, uploaded }
}

async function resolveAccounts(
  api: Client,
  { head }: PostFile,
  others: readonly string[],
  profile: ProfileFacts,
): Promise<Place[]> {
  const places = await findPlaces(api, profile.id, head.to ?? others)
  return places.map(({ platform, accountId }) => {
    const chosen = profile.accounts.find(({ network, isDefault }) => network === platform && isDefault)
    const [, differing] =
      Object.entries(head.networks ?? {}).find(([name]) => readPlatform(name.toLowerCase()) === platform) ?? []
    const { text, ...overrides } = differing ?? {}
    const content = text === undefined ? {} : { content: text.trim() }
    return { network: platform, accountId: accountId ?? chosen?.id ?? null, overrides: { ...content, ...overrides } }
  })
}

/** Returns the instant. Null without a time, undefined if the time zone is unknown. */
function resolveTime({ head }: PostFile, otherZone: string | null): string | null | undefined {
  if (head.at === undefined) return null
  const wall = wallTime(head.at)
  if (wall === null) return new Date(head.at).toISOString()
  const zone = head.timezone ?? otherZone
  return zone === null ? undefined : instantOf(wall, zone).toISOString()
}

function makeWish(
  post: PostFile,
  { id, uploaded }: ProfileFacts,
  { accounts, scheduledAt }: { readonly accounts: readonly Place[]; readonly scheduledAt: string | null },
  tags: readonly string[] = [],
): Wish {
  const { head, parts, local } = post
  const missing = new Map<string, LocalFile>()
  const media = (head.media ?? []).map(({ storagePath, alt = '', view }, index) => {
    const file = local.get(index)
    const path = file ? (uploaded.get(file.digest) ?? tagOf(file.digest)) : (storagePath ?? '')
    if (file && !uploaded.has(file.digest)) missing.set(path, file)
    return { storagePath: path, altText: alt, view: readView(view) }
  })
  const [content = '', ...thread] = parts
  const wanted: Content = {
    content,
    thread,
    isDraft: (scheduledAt === null && head.slot === undefined) || head.draft === true,
    scheduledAt,
    slot: head.slot ?? false,
    accounts,
    media,
    title: head.title ?? null,
    link: head.link ?? null,
    firstComment: head.firstComment ?? null,
    mentions: Object.entries(head.mentions ?? {}).map(([text, handles]) => ({ text, handles: readHandles(handles) })),
    format: head.format ?? 'post',
    language: head.language ?? null,
    tags: [...new Set([...tags, ...(head.tags ?? [])])],
  }
  return { post, profileId: id, content: wanted, fields: printFields(wanted), missing }
}

/** Returns the handles as the service stores them. */
const readHandles = (handles: Readonly<Record<string, string | undefined>>): Handles =>
  Object.fromEntries(
    Object.entries(handles).flatMap(([name, handle]) => {
      const network = readPlatform(name.toLowerCase())
      return network === null || handle === undefined ? [] : [[network, plainHandle(handle)]]
    }),
  )

/** Returns null and reports the error if the input refers to nothing. */
async function asFault<Value>(work: Promise<Value>, tell: (text: string) => void): Promise<Value | null> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof PosthornError) || error.code !== 'validation_failed') throw error
    for (const { message } of error.errors) tell(message)
    return null
  }
}

type Body = Input<'createPost'>

/** Builds the request's members for each field. */
export function writeFields({ content: desired }: Wish): Record<keyof Fields, Partial<Body>> {
  const time =
    typeof desired.slot === 'string'
      ? { slot: { place: desired.slot } }
      : { scheduledAt: desired.scheduledAt, saveAsDraft: desired.isDraft }
  return {
    text: { content: desired.content },
    thread: { thread: desired.thread.map((content) => ({ content })) },
    schedule: time,
    // The API validates the settings of each network.
    accounts: {
      platforms: desired.accounts.map(({ network, accountId, overrides }) => ({
        platform: network,
        ...(accountId === null ? {} : { accountId }),
        ...overrides,
      })),
    } as Partial<Body>,
    media: {
      media: desired.media.map(({ storagePath, altText, view }) => ({
        storagePath,
        ...(altText === '' ? {} : { altText }),
        ...(view === undefined ? {} : { view: { ...view, crop: [...view.crop] } }),
      })),
    },
    title: { title: desired.title },
    link: { link: desired.link },
    firstComment: { firstComment: desired.firstComment },
    mentions: { mentions: desired.mentions.map(({ text, handles }) => ({ text, handles: { ...handles } })) },
    format: { format: desired.format } as Partial<Body>,
    language: { language: desired.language },
    tags: { tags: [...desired.tags] },
  }
}
