/** What the instance knows: of its people, the programs that act for them, and what they posted. */

/** What has become of an account besides being there: each is a different no. */
export type Standing = 'active' | 'disabled' | 'unconfirmed' | 'pending' | 'suspended' | 'deleted'

export interface Account {
  readonly name: string
  readonly id: string
  readonly createdAt: Date
  standing: Standing
  /** In the order of their ids. A deleted one stays in the list and is passed over. */
  readonly statuses: Status[]
  readonly scheduled: Map<string, Scheduled>
  statusesCount: number
  lastStatusAt: Date | null
  /** Set from the control address: the next file that must be converted cannot be. */
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
  /** Null: the app acts for itself. */
  readonly account: Account | null
  readonly scopes: readonly string[]
  readonly createdAt: Date
  revoked: boolean
}

/** What an approved authorization gives: good once, for ten minutes. */
export interface Code {
  readonly app: App
  readonly account: Account
  readonly scopes: readonly string[]
  readonly redirectUri: string
  readonly challenge: string | null
  readonly expiresAtMs: number
}

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
  /** The status or scheduled status that has it. */
  heldBy: { readonly statusId: string } | { readonly scheduledId: string } | null
}

export const visibilities = ['public', 'unlisted', 'private', 'direct'] as const
export type Visibility = (typeof visibilities)[number]

export const quotePolicies = ['public', 'followers', 'nobody'] as const
export type QuotePolicy = (typeof quotePolicies)[number]

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
  /** Which one of its author's it is, from 1: the same in every run, other than its id. */
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

export interface Scheduled {
  readonly id: string
  readonly account: Account
  readonly app: App
  readonly draft: Draft
  readonly key: string | null
  at: Date
}

/** A status that was found good but is not there yet. */
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
