import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { MediaId, ProfileId } from '#kernel/ids.ts'
import { importMedia } from '#modules/media/index.ts'
import type { PostDeps } from '../deps.ts'
import { type HasMedia, listPostMedia, type Overrides, type PostMedia } from './content.ts'

/** Files that were elsewhere and have been fetched, by their URL. */
export type Fetched = ReadonlyMap<string, { readonly id: MediaId; readonly storagePath: string }>
export const nothingFetched: Fetched = new Map()

/** Fetches files from other servers. Never call it within a transaction. */
export async function fetchMedia(
  deps: PostDeps,
  caller: Caller,
  profileId: ProfileId,
  urls: readonly string[],
): Promise<Fetched> {
  const fetched = new Map<string, { readonly id: MediaId; readonly storagePath: string }>()
  for (const url of urls) fetched.set(url, await importMedia(deps, caller, { url, profileId }))
  return fetched
}

interface HasOverrides {
  readonly overrides: Overrides
}

/** Lists the URLs in a post and its targets whose files have not been fetched yet. */
export const listUnfetchedUrls = (post: HasMedia, targets: readonly HasOverrides[]): readonly string[] => [
  ...new Set(listPostMedia(post, targets).flatMap(({ mediaId, url }) => (mediaId === null && url ? [url] : []))),
]

/** Replaces URLs by the files that were fetched from them. */
export const useFetched = (media: readonly PostMedia[], fetched: Fetched): readonly PostMedia[] =>
  media.map((item) => {
    const file = item.mediaId === null && item.url ? fetched.get(item.url) : undefined
    if (!file) return item
    const { url: _, ...rest } = item
    return { ...rest, mediaId: file.id, storagePath: file.storagePath }
  })

/** Refuses when a file has not been fetched: it was added while the others were being fetched. */
export function requireFetched(post: HasMedia, targets: readonly HasOverrides[]): void {
  const left = listPostMedia(post, targets).find(({ mediaId }) => mediaId === null)
  if (left) {
    const detail = `${left.url ?? 'A file'} was added to the post while its other files were fetched. Send the request again.`
    refuse('media_unreachable', { detail })
  }
}
