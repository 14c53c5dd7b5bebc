import type { Db, Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Fault, Refusal, refuseInput } from '#kernel/errors.ts'
import type { MediaId, ProfileId } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { listMediaFor, type MediaRow, type RefusedUploads, readOwnUrl, settleUploads } from '#modules/media/index.ts'
import { readView } from '#rules/view.ts'
import type { PostMedia, ThreadPart } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import type { MediaInput, PlatformInput } from '../schema/parts.ts'
import { addMediaUses, type MediaUse, replaceMediaUses } from '../store/media-uses.ts'
import type { MediaById } from './draft.ts'
import { type Fetched, fetchMedia, nothingFetched } from './fetch-media.ts'
import { requireNoFaults } from './refuse-faults.ts'

/** The lists of files in a request. */
interface MediaInputs {
  readonly media?: readonly MediaInput[] | undefined
  readonly thread?:
    | readonly { readonly content: string; readonly media?: readonly MediaInput[] | undefined }[]
    | undefined
  readonly platforms?: readonly PlatformInput[] | undefined
}

/** The files in requests, with whether the caller may use them. */
export interface MediaLookup {
  readonly byPath: ReadonlyMap<string, MediaRow | 'forbidden'>
  /** Files that have been fetched, and those that one of our own URLs identifies. */
  readonly byUrl: ReadonlyMap<string, MediaRow | 'forbidden'>
  readonly refused: RefusedUploads
}

/** Settles the uploads in requests, then reads all their files. Never call it within a transaction. */
export async function settleMedia(
  deps: PostDeps,
  caller: Caller,
  requests: readonly MediaInputs[],
  fetched?: Fetched,
): Promise<MediaLookup> {
  const refused = await settleUploads(deps, caller, listStoragePaths(requests.flatMap(listMediaInputs)))
  return { ...(await lookUpMedia(deps, deps.db, caller, requests, fetched)), refused }
}

/** Reads all files in requests with one statement, or none without files. */
export async function lookUpMedia(
  deps: Pick<PostDeps, 'seal' | 'config'>,
  db: Db,
  caller: Caller,
  requests: readonly MediaInputs[],
  fetched: Fetched = nothingFetched,
): Promise<MediaLookup> {
  const items = requests.flatMap(listMediaInputs)
  const urls = [...new Set(items.flatMap(({ url }) => url ?? []))]
  const idsOfUrls = urls.map((url) => [url, [readOwnUrl(deps, url), fetched.get(url)?.id].filter(isPresent)] as const)
  const storagePaths = listStoragePaths(items)
  const ids = idsOfUrls.flatMap(([, named]) => named)
  if (ids.length + storagePaths.length === 0) return { byPath: new Map(), byUrl: new Map(), refused: new Map() }
  const found = await listMediaFor(db, caller, { ids, storagePaths }, 'write')
  const outcomes = found.map(({ media, isAllowed }) => [media, isAllowed ? media : ('forbidden' as const)] as const)
  const byId = new Map(outcomes.map(([media, outcome]) => [media.id, outcome]))
  return {
    byPath: new Map(outcomes.map(([media, outcome]) => [media.storagePath, outcome])),
    byUrl: new Map(
      idsOfUrls.flatMap(([url, named]) => {
        const outcome = named.map((id) => byId.get(id)).find(isPresent)
        return outcome === undefined ? [] : [[url, outcome] as const]
      }),
    ),
    refused: new Map(),
  }
}

/** Settles the uploads in a change to a stored post. Refuses one that cannot become a file. */
export async function settleNamedMedia(deps: PostDeps, caller: Caller, request: MediaInputs): Promise<MediaLookup> {
  const lookup = await settleMedia(deps, caller, [request])
  if (lookup.refused.size > 0) requireNoFaults(resolveMedia(lookup, request).faults)
  return lookup
}

/** Fetches the remote files in a change to a stored post. Never call it within a transaction. */
export async function fetchNamedMedia(
  deps: PostDeps,
  caller: Caller,
  profileId: ProfileId,
  request: MediaInputs,
  { byUrl }: MediaLookup,
): Promise<Fetched> {
  const urls = listMediaInputs(request).flatMap(({ url }) => (url === undefined || byUrl.has(url) ? [] : url))
  return fetchMedia(deps, caller, profileId, [...new Set(urls)], {
    ...request,
    platforms: request.platforms?.map(listPlatformMedia),
  })
}

/** Returns the files of a lookup that the caller may use. */
export const collectFiles = ({ byPath, byUrl }: MediaLookup): MediaById =>
  new Map([...byPath.values(), ...byUrl.values()].flatMap((file) => (file === 'forbidden' ? [] : [[file.id, file]])))

interface ResolvedMedia {
  readonly media: readonly PostMedia[]
  readonly thread: readonly ThreadPart[]
  /** Each platform's own files. Undefined for a platform that shows those of the post. */
  readonly platforms: readonly (readonly PostMedia[] | undefined)[]
  readonly faults: readonly Fault[]
}

/** Converts the files of a request to their stored form, and collects their errors. Pure. */
export function resolveMedia(lookup: MediaLookup, { media, thread, platforms }: MediaInputs): ResolvedMedia {
  const faults: Fault[] = []
  const resolveList = (items: readonly MediaInput[] = [], path: string): readonly PostMedia[] =>
    items.map((item, index) => {
      const resolved = resolveItem(lookup, item, `${path}/${index}`)
      faults.push(...resolved.faults)
      return resolved.media
    })
  return {
    media: resolveList(media, '/media'),
    thread: (thread ?? []).map((part, index) => ({
      content: part.content,
      media: resolveList(part.media, `/thread/${index}/media`),
    })),
    platforms: (platforms ?? []).map((platform, index) => {
      const own = listPlatformMedia(platform)
      return own && resolveList(own, `/platforms/${index}/media`)
    }),
    faults,
  }
}

function resolveItem(
  { byPath, byUrl, refused }: MediaLookup,
  { storagePath, url = '', altText, view: given, thumbnailStoragePath }: MediaInput,
  path: string,
): { readonly media: PostMedia; readonly faults: readonly Fault[] } {
  const ofPath = (name: string) => byPath.get(name) ?? refused.get(name) ?? 'missing'
  const file = storagePath === undefined ? (byUrl.get(url) ?? null) : ofPath(storagePath)
  const thumbnail = thumbnailStoragePath === undefined ? null : ofPath(thumbnailStoragePath)
  const faults: Fault[] = []
  if (isProblem(file))
    faults.push(describeFileFault(file, `${path}/${storagePath === undefined ? 'url' : 'storagePath'}`))
  if (isProblem(thumbnail)) faults.push(describeFileFault(thumbnail, `${path}/thumbnailStoragePath`))
  const found = isProblem(file) ? null : file
  const view = readView(given)
  if (view !== undefined && found !== null && !isStill(found.facts))
    faults.push({ ...viewNotSupported, path: `${path}/view` })
  const preview = isProblem(thumbnail) ? null : thumbnail
  const media = omitUndefined({
    mediaId: found?.id ?? null,
    storagePath: found?.storagePath,
    url: file === null ? url : undefined,
    altText,
    view,
    thumbnailStoragePath: preview?.storagePath,
    thumbnailId: preview?.id,
  })
  return { media, faults }
}

/** True for an image that can be cropped, turned and padded. */
const isStill = (facts: MediaRow['facts']): boolean => facts.kind === 'image' && !facts.animated

const viewNotSupported = {
  code: 'view_not_supported',
  message: 'Only still images can be cropped, turned or padded. Remove `view`, or choose a still image.',
}

const listMediaInputs = ({ media = [], thread = [], platforms = [] }: MediaInputs): readonly MediaInput[] => [
  ...media,
  ...thread.flatMap((part) => part.media ?? []),
  ...platforms.flatMap((platform) => listPlatformMedia(platform) ?? []),
]

const listStoragePaths = (items: readonly MediaInput[]): readonly string[] =>
  [...new Set(items.flatMap((item) => [item.storagePath, item.thumbnailStoragePath]))].filter(isPresent)

const listPlatformMedia = (platform: PlatformInput): readonly MediaInput[] | undefined =>
  'media' in platform ? platform.media : undefined

const isPresent = <Value>(value: Value | null | undefined): value is Value => value !== null && value !== undefined

type FileProblem = 'missing' | 'forbidden' | Refusal

const isProblem = (file: MediaRow | FileProblem | null): file is FileProblem =>
  typeof file === 'string' || file instanceof Refusal

function describeFileFault(problem: FileProblem, path: string): Fault {
  if (problem instanceof Refusal) return { path, code: problem.code, message: problem.message }
  if (problem === 'missing') return { path, code: 'media_not_found', message: 'File not found. Upload it first.' }
  return { path, code: 'media_forbidden', message: 'This file belongs to another user. Use your own file.' }
}

/**
 * Records the files that new posts use. Refuses if one of them has been deleted since it was looked up. After that, it
 * can no longer be deleted.
 */
export async function requireUses(tx: Tx, uses: readonly MediaUse[]): Promise<void> {
  requireAll(
    await addMediaUses(tx, uses),
    uses.flatMap(({ mediaIds }) => mediaIds),
  )
}

/** Records the files that a changed post uses. Of these, those in `named` are new and must still exist. */
export async function changeUses(tx: Tx, use: MediaUse, named: readonly MediaId[]): Promise<void> {
  requireAll(await replaceMediaUses(tx, use), named)
}

function requireAll(found: ReadonlySet<MediaId>, named: readonly MediaId[]): void {
  if (named.every((id) => found.has(id))) return
  const message = 'A file was just deleted. Remove it or upload it again.'
  refuseInput({ path: '/media', code: 'media_not_found', message })
}
