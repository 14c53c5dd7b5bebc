/** The records of an instance: its people, the apps that act for them, and their posts. */

/** The state of an account. Each state except `active` is rejected differently. */
export type Standing = 'active' | 'disabled' | 'unconfirmed' | 'pending' | 'suspended' | 'deleted'

export interface Account {
  readonly name: string
  readonly id: string
  readonly createdAt: Date
  standing: Standing
  /** The statuses in the order of their IDs. A deleted status stays in the list and is skipped. */
  readonly statuses: Status[]
  readonly scheduled: Map<string, Scheduled>
  /** In the order of their IDs. Those of deleted statuses stay in the list and are skipped. */
  readonly notifications: Notification[]
  statusesCount: number
  lastStatusAt: Date | null
  /** Set by the control API: the conversion of the next file that needs one fails. */
  failsNextFile: boolean
}

export interface App {
  readonly id: string
  readonly name: string
  readonly website: string | null
  readonly scopes: readonly string[]
  readonly redirectUris: readonly string[]
  readonly clientId: string
  readonly clientSecret: string
}

export interface Token {
  readonly text: string
  readonly app: App
  /** Null if the app acts for itself. */
  readonly account: Account | null
  readonly scopes: readonly string[]
  readonly createdAt: Date
  revoked: boolean
}

/** The contents of a client ID. */
export type AppFields = Omit<App, 'clientId' | 'clientSecret'>

/** The contents of a token. The last field is random, so that two tokens for the same grant differ. */
export type TokenRow = readonly [
  app: AppFields,
  account: string | null,
  scopes: readonly string[],
  createdMs: number,
  luck: string,
]

export type AttachmentKind = 'image' | 'gifv' | 'video' | 'audio'

export interface Attachment {
  readonly id: string
  readonly account: Account
  readonly kind: AttachmentKind
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly url: string
  readonly width: number | null
  readonly height: number | null
  readonly createdAtMs: number
  readonly readyAtMs: number
  readonly fails: boolean
  description: string | null
  focus: { readonly x: number; readonly y: number } | null
  /** The status or scheduled status that uses the file. */
  heldBy: { readonly statusId: string } | { readonly scheduledId: string } | null
}

export const visibilities = ['public', 'unlisted', 'private', 'direct'] as const
export type Visibility = (typeof visibilities)[number]

export const quotePolicies = ['public', 'followers', 'nobody'] as const
type QuotePolicy = (typeof quotePolicies)[number]

export interface Poll {
  readonly id: string
  readonly options: readonly string[]
  readonly startedAt: Date
  readonly expiresAt: Date
  readonly multiple: boolean
  readonly hideTotals: boolean
}

export interface Status {
  readonly id: string
  /** The position among the author's statuses, from 1. Unlike the ID, it is the same in every run. */
  readonly number: number
  readonly account: Account
  readonly app: App
  readonly createdAt: Date
  readonly visibility: Visibility
  readonly quotePolicy: QuotePolicy
  readonly replyTo: Status | null
  readonly quotes: Status | null
  readonly replies: Status[]
  quotesCount: number
  readonly favouritedBy: Set<Account>
  editedAt: Date | null
  text: string
  spoiler: string
  sensitive: boolean
  language: string
  media: readonly Attachment[]
  poll: Poll | null
  mentions: readonly Account[]
  deleted: boolean
}

/** A notification about a status that mentions an account or quotes one of its statuses. */
export interface Notification {
  readonly id: string
  readonly type: 'mention' | 'quote'
  readonly status: Status
  readonly createdAt: Date
}

export interface Scheduled {
  readonly id: string
  readonly account: Account
  readonly app: App
  readonly draft: Draft
  readonly key: string | null
  at: Date
}

/** A status that has passed all checks and is not published yet. */
export interface Draft {
  readonly text: string
  readonly spoiler: string
  readonly sensitive: boolean
  readonly visibility: Visibility
  readonly quotePolicy: QuotePolicy
  readonly language: string
  readonly replyTo: Status | null
  readonly quotes: Status | null
  readonly media: readonly Attachment[]
  readonly poll: (Omit<Poll, 'id' | 'startedAt' | 'expiresAt'> & { readonly expiresInMs: number }) | null
}
