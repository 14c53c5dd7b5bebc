import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Fault, Refusal } from '#kernel/errors.ts'
import type { MediaId, ProfileId } from '#kernel/ids.ts'
import { findPathByUrl, importMedia, mediaByPath } from '#modules/media/index.ts'
import type { PostDeps } from '../deps.ts'
import type { MediaWish, PlatformWish } from '../schema/parts.ts'
import type { MediaList, WrittenMedia } from './written.ts'

/** Files that were elsewhere and have been fetched, by their address. */
export type Fetched = ReadonlyMap<string, { readonly id: MediaId; readonly storagePath: string }>
export const nothingFetched: Fetched = new Map()

/** All lists of files in a request, each at its place. */
export interface MediaWishes {
  readonly media?: readonly MediaWish[]
  readonly thread?: readonly { readonly media?: readonly MediaWish[] | undefined }[]
  readonly platforms?: readonly PlatformWish[]
}

type Found = { readonly id: MediaId; readonly storagePath: string } | 'not_found' | 'forbidden'

/**
 * Looks up the files that a request names, and checks that the caller may use them. In a transaction the files are
 * locked, in the order of their paths, so that two requests for the same files cannot wait for each other.
 */
export async function findMedia(
  deps: Pick<PostDeps, 'seal' | 'config'>,
  db: Db,
  caller: Caller,
  wishes: MediaWishes,
  fetched: Fetched,
): Promise<MediaFound> {
  const items = itemsOf(wishes)
  const pathOfUrl = new Map<string, string>()
  for (const { url } of items) {
    const path = url === undefined ? null : await findPathByUrl(deps, db, url)
    if (url !== undefined && path !== null) pathOfUrl.set(url, path)
  }
  const named = items.flatMap(({ storagePath, url, thumbnailStoragePath }) =>
    [storagePath, url && pathOfUrl.get(url), thumbnailStoragePath].filter((path) => path !== undefined && path !== ''),
  )
  const byPath = new Map<string, Found>()
  for (const path of [...new Set(named as string[])].sort()) byPath.set(path, await look(db, caller, path))
  return {
    ofItem(item, path) {
      const at = item.storagePath ?? pathOfUrl.get(item.url ?? '')
      const file = at === undefined ? (fetched.get(item.url ?? '') ?? null) : (byPath.get(at) ?? 'not_found')
      const faults: Fault[] = []
      if (typeof file === 'string') faults.push(faultOf(file, `${path}/${item.storagePath ? 'storagePath' : 'url'}`))
      const thumbnail = item.thumbnailStoragePath === undefined ? null : byPath.get(item.thumbnailStoragePath)
      if (typeof thumbnail === 'string') faults.push(faultOf(thumbnail, `${path}/thumbnailStoragePath`))
      const { altText } = item
      const written: WrittenMedia = {
        mediaId: file !== null && typeof file !== 'string' ? file.id : null,
        ...(file !== null && typeof file !== 'string' ? { storagePath: file.storagePath } : {}),
        ...(file === null && item.url !== undefined ? { url: item.url } : {}),
        ...(altText === undefined ? {} : { altText }),
        ...(thumbnail && typeof thumbnail !== 'string'
          ? { thumbnailStoragePath: thumbnail.storagePath, thumbnailId: thumbnail.id }
          : {}),
      }
      return { written, faults }
    },
  }
}

export interface MediaFound {
  ofItem(item: MediaWish, path: string): { readonly written: WrittenMedia; readonly faults: readonly Fault[] }
}

const itemsOf = ({ media = [], thread = [], platforms = [] }: MediaWishes): readonly MediaWish[] => [
  ...media,
  ...thread.flatMap((one) => one.media ?? []),
  ...platforms.flatMap((one) => mediaOfPlatform(one) ?? []),
]

/** Returns the files of a platform's own; undefined when it shows those of the post. */
export const mediaOfPlatform = (wish: PlatformWish): readonly MediaWish[] | undefined =>
  'media' in wish ? wish.media : undefined

async function look(db: Db, caller: Caller, storagePath: string): Promise<Found> {
  try {
    return await mediaByPath(db, caller, storagePath, 'editor')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'media_not_found') return 'not_found'
    if (error.code === 'media_forbidden') return 'forbidden'
    throw error
  }
}

function faultOf(what: 'not_found' | 'forbidden', path: string): Fault {
  if (what === 'not_found')
    return { path, code: 'media_not_found', message: 'The file does not exist. Upload it first.' }
  return { path, code: 'media_forbidden', message: 'This file belongs to somebody else. Use one of yours.' }
}

/** Returns the addresses elsewhere that a request names. Addresses of our own files are left out. */
export async function addressesIn(
  deps: Pick<PostDeps, 'seal' | 'config' | 'db'>,
  wishes: MediaWishes,
): Promise<readonly string[]> {
  const urls = new Set(itemsOf(wishes).flatMap(({ url }) => (url === undefined ? [] : [url])))
  const elsewhere: string[] = []
  for (const url of urls) if ((await findPathByUrl(deps, deps.db, url)) === null) elsewhere.push(url)
  return elsewhere
}

/** Fetches files from other servers. Never call it within a transaction. */
export async function fetchAll(
  deps: PostDeps,
  caller: Caller,
  profileId: ProfileId,
  urls: readonly string[],
): Promise<Fetched> {
  const fetched = new Map<string, { readonly id: MediaId; readonly storagePath: string }>()
  for (const url of urls) fetched.set(url, await importMedia(deps, caller, { url, profileId }))
  return fetched
}

/** Returns the addresses in stored lists whose files have not been fetched yet. */
export const stillElsewhere = (lists: readonly MediaList[]): readonly string[] => [
  ...new Set(lists.flatMap(({ media }) => media.flatMap(({ mediaId, url }) => (mediaId === null && url ? [url] : [])))),
]

export const settled = (media: readonly WrittenMedia[], fetched: Fetched): readonly WrittenMedia[] =>
  media.map((item) => {
    const file = item.mediaId === null && item.url ? fetched.get(item.url) : undefined
    if (!file) return item
    const { url: _, ...rest } = item
    return { ...rest, mediaId: file.id, storagePath: file.storagePath }
  })
