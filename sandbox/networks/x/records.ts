/** What the network knows: of its people, of what they granted to programs, and of what they posted. */

/** `locked`: until its owner has proved to be a person. */
export type Standing = 'active' | 'suspended' | 'locked'

export interface Person {
  /** Also what stands behind the `@`. */
  readonly name: string
  readonly id: string
  readonly createdAt: Date
  premium: boolean
  standing: Standing
  /** What was granted in runs before this one was taken back in this one. */
  tookBackEarlier: boolean
  /** Set from the control address: the next file that must be processed cannot be. */
  failsNextFile: boolean
  /** In the order of their ids. A deleted one stays in the list and is passed over. */
  readonly posts: Post[]
  /** By its text, the latest that said so. */
  readonly lastOf: Map<string, Post>
  postsCount: number
}

/** What one press of "Authorize app" gave: all tokens that come of it, one after the other. */
export interface Grant {
  readonly id: string
  readonly clientId: string
  readonly person: Person
  readonly scopes: readonly string[]
  dead: boolean
}

export interface Token {
  readonly text: string
  readonly use: 'access' | 'refresh'
  readonly grant: Grant
  readonly untilMs: number
  /** A refresh token that was used, or a token that its program gave back. */
  spent: boolean
}

/** Good once, for 30 seconds. */
export interface Code {
  readonly clientId: string
  readonly person: Person
  readonly scopes: readonly string[]
  readonly redirectUri: string
  readonly challenge: string
  readonly method: 'S256' | 'plain'
  readonly expiresAtMs: number
}

export interface File {
  readonly id: string
  readonly key: string
  readonly person: Person
  readonly kind: 'image' | 'gif' | 'video'
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly url: string
  readonly width: number | null
  readonly height: number | null
  readonly durationMs: number | null
  readonly expiresAtMs: number
  readonly finalizedAtMs: number
  readonly readyAtMs: number
  /** False: it was ready at once, so nobody is told of processing. */
  readonly processed: boolean
  readonly failure: { readonly code: number; readonly name: string; readonly message: string } | null
  altText: string | null
  /** The posts that have it. */
  usedBy: number
}

export interface Poll {
  readonly options: readonly string[]
  readonly minutes: number
}

export interface Post {
  readonly id: string
  /** Which one of its author's it is, from 1: the same in every run, other than its id. */
  readonly number: number
  readonly person: Person
  readonly at: Date
  readonly text: string
  readonly media: readonly File[]
  readonly replyTo: Post | null
  readonly poll: Poll | null
  readonly replySettings: string | null
  readonly replies: Post[]
  deleted: boolean
}
