import type { Db } from '#infra/db/client.ts'
import type { MediaId } from '#kernel/ids.ts'
import { findMediaByIds, hasThumbnail, type LinkDeps, type MediaRow, makeThumbnailUrl } from '#modules/media/index.ts'
import type { PostMedia } from './content.ts'

/** The image that a list shows for a post, and the number of its files. */
interface Pictured {
  readonly thumbnailUrl: string | null
  readonly mediaCount: number
}

export type ThumbnailDeps = LinkDeps & { readonly db: Db }

/** Returns the file that stands for an attachment in lists: its custom thumbnail, or else the file itself. */
export const shownFile = (media: PostMedia | null | undefined): MediaId | null =>
  media?.thumbnailId ?? media?.mediaId ?? null

/** Returns the part of the file that a list shows. A custom thumbnail is shown in full. */
export const shownView = (media: PostMedia | null | undefined): PostMedia['view'] =>
  media?.thumbnailId === undefined ? media?.view : undefined

/** Adds the thumbnails of posts. The files of all posts are read at once. */
export async function addPictures<Post extends { readonly media: readonly PostMedia[] }>(
  deps: ThumbnailDeps,
  posts: readonly Post[],
): Promise<(Post & Pictured)[]> {
  const files = await findMediaByIds(
    deps.db,
    posts.flatMap(({ media: [first] }) => shownFile(first) ?? []),
  )
  return posts.map((post) => ({
    ...post,
    thumbnailUrl: thumbnailUrlOf(
      deps,
      files.get(shownFile(post.media[0]) ?? ('' as MediaId)),
      shownView(post.media[0]),
    ),
    mediaCount: post.media.length,
  }))
}

/** Returns the URL of a file's thumbnail. Null without a file, or if no part of it is an image. */
export const thumbnailUrlOf = (deps: LinkDeps, file: MediaRow | undefined, view: PostMedia['view']): string | null =>
  file && hasThumbnail(file) ? makeThumbnailUrl(deps, file, view) : null
