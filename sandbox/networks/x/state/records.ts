import type { Grant as OAuthGrant } from '../../../core/oauth/tokens.ts'

/** The network's records: its people, what they granted to apps, and what they posted. */

/** The state of an account. A `locked` account stays so until its owner has proved to be a person. */
type Standing = 'active' | 'suspended' | 'locked'

export interface Person {
  /** The name that also follows the `@`. */
  readonly name: string
  readonly id: string
  readonly createdAt: Date
  premium: boolean
  standing: Standing
  /** Set by the control API: processing of the next file fails. */
  failsNextFile: boolean
  /** Ordered by ID. A deleted post stays in the list and is skipped. */
  readonly posts: Post[]
  /** The latest post with each text. */
  readonly lastOf: Map<string, Post>
  postsCount: number
}

export type Grant = OAuthGrant<Person>

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
  /** False if the file was ready immediately, so that no response mentions processing. */
  readonly processed: boolean
  readonly failure: { readonly code: number; readonly name: string; readonly message: string } | null
  altText: string | null
  /** The number of posts that use the file. */
  usedBy: number
}

export interface Poll {
  readonly options: readonly string[]
  readonly minutes: number
}

export interface Post {
  readonly id: string
  /** The number of the post among its author's, from 1. Unlike the ID, it is the same in every run. */
  readonly number: number
  readonly person: Person
  readonly at: Date
  readonly text: string
  readonly media: readonly File[]
  readonly replyTo: Post | null
  readonly poll: Poll | null
  readonly replySettings: string | null
  readonly replies: Post[]
  /** True if the author of the conversation hid it. */
  hidden: boolean
  deleted: boolean
}
