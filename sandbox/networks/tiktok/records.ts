import type { receiver } from '../../core/receive.ts'

/** The network's records: its people, what they granted to apps, and what they posted. */

/** What the staff thinks of somebody: the codes with which the network then refuses what they post. */
export type Suspicion =
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
  /** Of this app: another app has another one for the same person. */
  readonly openId: string
  readonly unionId: string
  readonly createdAt: Date
  /** The whole account is for followers only. */
  isPrivate: boolean
  commentsOff: boolean
  duetsOff: boolean
  stitchesOff: boolean
  maxVideoMs: number
  suspicion: Suspicion
  /** True when this run revoked the grants of earlier runs. */
  tookBackEarlier: boolean
  /** Set from the control address: why the next of their posts comes to nothing. */
  failsNext: string | null
  readonly jobs: Job[]
  /** In the order in which they came. A deleted one stays in the list and is passed over. */
  readonly posts: Post[]
}

/** What one press of "Authorize" gave: all tokens that come of it, one after the other. */
export interface Grant {
  readonly id: string
  readonly person: Person
  readonly scopes: readonly string[]
  dead: boolean
}

export interface Token {
  readonly text: string
  readonly use: 'access' | 'refresh'
  readonly grant: Grant
  readonly untilMs: number
  /** True for a refresh token that was used, or a token that its app revoked. */
  spent: boolean
}

/** Good once. */
export interface Code {
  readonly person: Person
  readonly scopes: readonly string[]
  readonly redirectUri: string
  /** In hexadecimal; null: a web app, which has a secret instead. */
  readonly challenge: string | null
  readonly expiresAtMs: number
}

export interface File {
  readonly kind: 'image' | 'video'
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly url: string
  readonly durationMs: number | null
  /** Whether it is of a kind that is taken. */
  readonly isKnown: boolean
  readonly width: number | null
  readonly height: number | null
}

/** What its author wants of a post. Of a draft nothing of it counts. */
export interface Wish {
  readonly title: string
  readonly description: string
  readonly privacy: Privacy
  readonly commentsOff: boolean
}

export type JobState = 'uploading' | 'downloading' | 'in_inbox' | 'published' | 'failed'

/** From an init to what came of it. */
export interface Job {
  readonly id: string
  readonly person: Person
  readonly grant: Grant
  readonly kind: 'video' | 'photo'
  /** Null: a draft, that its owner ends in the app. */
  readonly wish: Wish | null
  readonly source: 'file' | 'url'
  readonly atMs: number
  /** Of slow processing. */
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
  /** The number of the post among its author's, from 1. Unlike the id, it is the same in every run. */
  readonly number: number
  readonly person: Person
  readonly job: Job
  readonly kind: Job['kind']
  readonly wish: Wish
  readonly files: readonly File[]
  /** No two of one person are of the same moment. */
  readonly atMs: number
  /** From when anybody may see it; null: not for everybody. */
  readonly publicAtMs: number | null
  deleted: boolean
}

/** A file on its way, in chunks that come one after the other. */
export interface Upload {
  readonly id: string
  readonly token: string
  readonly job: Job
  readonly size: number
  readonly chunkSize: number
  readonly chunks: number
  readonly expiresAtMs: number
  /** Null: all of it has come, and nothing more is taken. */
  into: ReturnType<typeof receiver> | null
}
