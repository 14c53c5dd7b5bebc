import type { JsonObject } from '#connectors/connector.ts'
import type { MediaId } from '#kernel/ids.ts'

/** What people write, as it is kept: the shapes inside the JSON columns. */

export interface WrittenMedia {
  /** Null: it lies elsewhere still, and is fetched before the post is armed. */
  readonly mediaId: MediaId | null
  readonly storagePath?: string
  readonly url?: string
  readonly altText?: string
  readonly thumbnailStoragePath?: string
  readonly thumbnailId?: MediaId
}

export interface WrittenPart {
  readonly content: string
  readonly media: readonly WrittenMedia[]
}

/** What a target has of its own. */
export interface Overrides {
  readonly content?: string
  readonly title?: string | null
  readonly media?: readonly WrittenMedia[]
  readonly firstComment?: string | null
  readonly settings?: JsonObject
}

/** Codes of warnings that somebody has read and accepts; true: all that may come. */
export type Confirmed = true | readonly string[]

/** Where a list of media stands in what was sent, and what is in it. */
export interface MediaList {
  readonly path: string
  readonly media: readonly WrittenMedia[]
}
