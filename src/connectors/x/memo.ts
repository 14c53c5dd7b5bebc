/** The state of a publication. `posts` contains the published parts, followed by the first comment. */
export type Memo = {
  readonly media?: readonly SentMedia[]
  /** The file that is being uploaded. */
  readonly open?: OpenMedia
  readonly posts?: readonly string[]
  /** The part of an earlier attempt with an unknown outcome: if X reports a duplicate, the duplicate may be ours. */
  readonly tried?: number
  /** The time at which the latest part was published. For a while X may not accept replies to it yet. */
  readonly shownAt?: string
}

export type SentMedia = {
  readonly part: number
  readonly index: number
  readonly id: string
  /** The media key that posts use to refer to the file. */
  readonly key: string | null
}

export type OpenMedia = SentMedia & {
  /** The number of received segments. */
  readonly segments: number
}

export const mediaOf = (memo: Memo): readonly SentMedia[] => memo.media ?? []
export const postsOf = (memo: Memo): readonly string[] => memo.posts ?? []
