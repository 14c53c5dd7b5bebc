import type { JsonObject } from '#connectors/connector.ts'
import type { MediaId } from '#kernel/ids.ts'
import type { Format } from '#rules/limits.ts'
import type { ThreadChoice } from '#rules/thread.ts'
import type { View } from '#rules/view.ts'

/** Types of authored content, as stored in JSON columns. */

export interface PostMedia {
  /** Null if the file is remote and still has to be fetched before the post can be scheduled. */
  readonly mediaId: MediaId | null
  readonly storagePath?: string
  readonly url?: string
  readonly altText?: string
  /** The part of an image to show, and how. The file itself stays whole. */
  readonly view?: View
  readonly thumbnailStoragePath?: string
  readonly thumbnailId?: MediaId
}

export interface ThreadPart {
  readonly content: string
  readonly media: readonly PostMedia[]
}

/** Values of a target that differ from the post's. */
export interface Overrides {
  readonly content?: string
  readonly title?: string | null
  readonly media?: readonly PostMedia[]
  readonly firstComment?: string | null
  readonly settings?: JsonObject
  readonly format?: Format
  readonly link?: string | null
  /** Publishes a thread as one joined text, or only its first part. If absent, the thread stays one. */
  readonly thread?: ThreadChoice
  /** Seconds after the post at which this target is published. They are not part of what readers see. */
  readonly delaySeconds?: number
}

/** Codes of the warnings that the author has confirmed. True confirms all. */
export type Confirmed = true | readonly string[]

/** The recycling settings requested for a post. */
export interface RecycleConfig {
  readonly enabled: boolean
  readonly intervalDays: number
  /** Alternative contents, used in turn. */
  readonly variations: readonly string[]
  /** Set if Posthorn has ended it. */
  readonly endedBecause?: 'trash' | 'clones_failed'
}

export interface HasMedia {
  readonly media: readonly PostMedia[]
  readonly thread: readonly ThreadPart[]
}

/** Lists everything that a post and its targets show. */
export const listPostMedia = (
  post: HasMedia,
  targets: readonly { readonly overrides: Overrides }[],
): readonly PostMedia[] =>
  [
    post.media,
    ...post.thread.map(({ media }) => media),
    ...targets.map(({ overrides }) => overrides.media ?? []),
  ].flat()

/** Lists the IDs of all files that a post and its targets show, including thumbnails. */
export function listMediaIds(
  post: HasMedia,
  targets: readonly { readonly overrides: Overrides }[],
): readonly MediaId[] {
  const ids = listPostMedia(post, targets).flatMap(({ mediaId, thumbnailId }) => [mediaId, thumbnailId ?? null])
  return [...new Set(ids)].filter((id) => id !== null)
}

/** Replaces every list of files of a post. */
export const mapPostMedia = <Post extends HasMedia>(
  post: Post,
  replace: (media: readonly PostMedia[]) => readonly PostMedia[],
): Post => ({
  ...post,
  media: replace(post.media),
  thread: post.thread.map((part) => ({ ...part, media: replace(part.media) })),
})
