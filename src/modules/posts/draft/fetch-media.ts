import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseAt } from '#kernel/errors.ts'
import type { MediaId, ProfileId } from '#kernel/ids.ts'
import { importMedia } from '#modules/media/index.ts'
import { type HasMedia, listPostMedia, type Overrides, type PostMedia } from '../content.ts'
import type { PostDeps } from '../deps.ts'

/** Files that were fetched from elsewhere, by their URL. */
export type Fetched = ReadonlyMap<string, { readonly id: MediaId; readonly storagePath: string }>
export const nothingFetched: Fetched = new Map()

/** The file lists of a post or a request, used to find the path of a file. */
interface FileLists {
  readonly media?: FileList | undefined
  readonly thread?: readonly { readonly media?: FileList | undefined }[] | undefined
  /** Each platform's own files. */
  readonly platforms?: readonly (FileList | undefined)[] | undefined
}
type FileList = readonly { readonly url?: string | undefined }[]

/**
 * Fetches files from other servers. With `lists`, a refusal includes the path of its file. Never call it within a
 * transaction.
 */
export async function fetchMedia(
  deps: PostDeps,
  caller: Caller,
  profileId: ProfileId,
  urls: readonly string[],
  lists?: FileLists,
): Promise<Fetched> {
  const fetched = new Map<string, { readonly id: MediaId; readonly storagePath: string }>()
  for (const url of urls) {
    const load = () => importMedia(deps, caller, { url, profileId })
    fetched.set(url, await (lists ? refuseAt(() => pointerToUrl(url, lists), load) : load()))
  }
  return fetched
}

/** Returns the JSON Pointer of the first file with this URL. */
function pointerToUrl(url: string, { media = [], thread = [], platforms = [] }: FileLists): string {
  const all: [string, FileList][] = [
    ['/media', media],
    ...thread.map((part, index): [string, FileList] => [`/thread/${index}/media`, part.media ?? []]),
    ...platforms.map((own, index): [string, FileList] => [`/platforms/${index}/media`, own ?? []]),
  ]
  const places = all.flatMap(([path, list]) =>
    list.flatMap((item, index) => (item.url === url ? [`${path}/${index}/url`] : [])),
  )
  return places[0] ?? '/media'
}

interface HasOverrides {
  readonly overrides: Overrides
}

/** Returns the lists of files of a stored post and its targets. */
export const listFiles = (post: HasMedia, targets: readonly HasOverrides[]): FileLists => ({
  media: post.media,
  thread: post.thread,
  platforms: targets.map(({ overrides }) => overrides.media),
})

/** Lists the URLs in a post and its targets whose files have not been fetched yet. */
export const listUnfetchedUrls = (post: HasMedia, targets: readonly HasOverrides[]): readonly string[] => [
  ...new Set(listPostMedia(post, targets).flatMap(({ mediaId, url }) => (mediaId === null && url ? [url] : []))),
]

/** Replaces URLs with the files that were fetched from them. */
export const useFetched = (media: readonly PostMedia[], fetched: Fetched): readonly PostMedia[] =>
  media.map((item) => {
    const file = item.mediaId === null && item.url ? fetched.get(item.url) : undefined
    if (!file) return item
    const { url: _, ...rest } = item
    return { ...rest, mediaId: file.id, storagePath: file.storagePath }
  })

/** Refuses if a file has not been fetched because it was added while the others were being fetched. */
export function requireFetched(post: HasMedia, targets: readonly HasOverrides[]): void {
  const left = listPostMedia(post, targets).find(({ mediaId }) => mediaId === null)
  if (left) {
    const detail = `${left.url ?? 'A file'} was added to the post while its other files were fetched. Send the request again.`
    refuse('media_unreachable', { detail })
  }
}
