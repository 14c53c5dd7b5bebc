import type { receiver } from '../../../core/http/receive.ts'
import type { Grant as OAuthGrant, Token as OAuthToken } from '../../../core/oauth/tokens.ts'

/** The network's records: its people, what they granted to apps, and what they posted. */

/** The network's restriction of a person, as the error code with which it rejects their posts. */
type Suspicion =
  | 'none'
  | 'spam_risk'
  | 'spam_risk_text'
  | 'spam_risk_too_many_posts'
  | 'spam_risk_too_many_pending_share'
  | 'spam_risk_user_banned_from_posting'

export const privacyLevels = [
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
  'SELF_ONLY',
] as const
export type Privacy = (typeof privacyLevels)[number]

export interface Person {
  readonly name: string
  /** The person's ID for this app. Another app has another ID for the same person. */
  readonly openId: string
  readonly unionId: string
  readonly createdAt: Date
  /** True if only followers can see the account. */
  isPrivate: boolean
  commentsOff: boolean
  duetsOff: boolean
  stitchesOff: boolean
  maxVideoMs: number
  suspicion: Suspicion
  /** Set by the control API: the reason why the person's next post fails. */
  failsNext: string | null
  readonly jobs: Job[]
  /** Ordered by time. A deleted post stays in the list and is skipped. */
  readonly posts: Post[]
}

export type Grant = OAuthGrant<Person>
export type Token = OAuthToken<Person>

export interface File {
  readonly kind: 'image' | 'video'
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly url: string
  readonly durationMs: number | null
  /** True if the network accepts this type of file. */
  readonly isKnown: boolean
  readonly width: number | null
  readonly height: number | null
}

/** The author's choices for a post. A draft has none. */
export interface PostSettings {
  readonly title: string
  readonly description: string
  readonly privacy: Privacy
  readonly commentsOff: boolean
}

type JobState = 'uploading' | 'downloading' | 'in_inbox' | 'published' | 'failed'

/** One post from its init to its outcome. */
export interface Job {
  readonly id: string
  readonly person: Person
  readonly grant: Grant
  readonly kind: 'video' | 'photo'
  /** Null for a draft, which its owner finishes in the app. */
  readonly requested: PostSettings | null
  readonly source: 'file' | 'url'
  readonly atMs: number
  /** The added time of slow processing. */
  readonly slowerMs: number
  state: JobState
  failReason: string | null
  files: readonly File[]
  uploadedBytes: number
  downloadedBytes: number
  post: Post | null
}

export interface Post {
  readonly id: string
  /** The number of the post among its author's, from 1. Unlike the ID, it is the same in every run. */
  readonly number: number
  readonly person: Person
  readonly job: Job
  readonly kind: Job['kind']
  readonly requested: PostSettings
  readonly files: readonly File[]
  /** The time of publishing. No two posts of a person have the same. */
  readonly atMs: number
  /** The time from which the post is public. Null if it is not public. */
  readonly publicAtMs: number | null
  deleted: boolean
}

/** An unfinished upload, whose chunks arrive in order. */
export interface Upload {
  readonly id: string
  readonly token: string
  readonly job: Job
  readonly size: number
  readonly chunkSize: number
  readonly chunks: number
  readonly expiresAtMs: number
  /** Null once the complete file has arrived and no more bytes are accepted. */
  into: ReturnType<typeof receiver> | null
}
