/** Readings about published posts and about the network's rate limits. */

export type Named = Readonly<{ remoteId: string; url: string | null }>
/** `unsure`: the network cannot tell, or several posts match. */
export type Recalled = Named | 'absent' | 'unsure'

export interface Metrics {
  readonly remoteId: string
  /** Null if the network no longer has the post. */
  readonly counts: Readonly<
    Partial<Record<'likes' | 'comments' | 'shares' | 'quotes' | 'saves' | 'views' | 'impressions' | 'reach', number>>
  > | null
}

export interface Reading {
  readonly scope: 'account' | 'app' | 'node'
  readonly remaining: number
  readonly resetsAt: Date
}
