import type { JsonObject } from '#connectors/connector.ts'
import type { MediaId } from '#kernel/ids.ts'

/** Shapes of what authors write, as stored in JSON columns. */

export interface WrittenMedia {
  /** Null: the file is still elsewhere, and is fetched before the post is armed. */
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

/** Values of a target that differ from the post's. */
export interface Overrides {
  readonly content?: string
  readonly title?: string | null
  readonly media?: readonly WrittenMedia[]
  readonly firstComment?: string | null
  readonly settings?: JsonObject
}

/** Codes of warnings that the author has confirmed; true confirms all. */
export type Confirmed = true | readonly string[]

/** A list of media and its place in the request. */
export interface MediaList {
  readonly path: string
  readonly media: readonly WrittenMedia[]
}
