/** How far a publication is. A part that is out is in `posts`, and after it the first comment. */
export type Memo = {
  readonly media?: readonly SentMedia[]
  /** The file that is being sent. */
  readonly open?: OpenMedia
  readonly posts?: readonly string[]
  /** The part that was sent before, with what outcome nobody knows: if X calls it a repeat, it may be ours. */
  readonly tried?: number
}

export type SentMedia = {
  readonly part: number
  readonly index: number
  readonly id: string
  /** By which posts name it. */
  readonly key: string | null
}

export type OpenMedia = SentMedia & {
  /** Segments that have arrived. */
  readonly segments: number
}

export const mediaOf = (memo: Memo): readonly SentMedia[] => memo.media ?? []
export const postsOf = (memo: Memo): readonly string[] => memo.posts ?? []
