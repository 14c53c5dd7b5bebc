import type { Parts } from '../../../core/media/parts.ts'
import type { Container as MetaContainer, PostCore } from '../../meta/containers.ts'

/** The network's records: its people, what they granted, unpublished containers and published posts. */

/** The login type: at Instagram, or at Facebook through the page of an account. */
export type Way = 'login' | 'pages'

/** A person with a professional account, which is linked to the person's first Facebook page. */
export interface Person {
  readonly name: string
  /** The ID of the professional account in calls and webhooks. */
  readonly id: string
  /** The ID of the same account for this app alone. */
  readonly appId: string
  /** The ID of the person at Facebook. */
  readonly userId: string
  /** True for a person who has agreed to be the app's tester. */
  isTester: boolean
  /** The state of the account, as set by the network's staff. */
  standing: 'active' | 'restricted' | 'spam' | 'spam after all'
  /** False if the person has lost their role on the page. */
  hasRole: boolean
  /** True while the person must log in at Facebook and follow the instructions there. */
  hasCheckpoint: boolean
  hidesLikes: boolean
  readonly grants: Readonly<Record<Way, Grants>>
  /** Set by the control API: the subcode with which the next file fails. */
  failsNext: number | null
  subscribed: readonly string[]
  /** The people whom the account has restricted. Their comments are not returned. */
  readonly restricted: Set<Person>
  /** Ordered by time. A deleted post stays in the list and is skipped. */
  readonly posts: Post[]
  /** The times of the last day's containers. */
  containersMs: number[]
}

interface Grants {
  /** The subcode with which all tokens except those in `fresh` are rejected. Null if none are. */
  dead: number | null
  /** The serial numbers of tokens issued since then. */
  readonly fresh: Set<string>
}

export interface Token {
  readonly text: string
  readonly way: Way
  /** The object that `me` refers to: the account itself, a person at Facebook, or their page. */
  readonly kind: 'account' | 'person' | 'page'
  readonly person: Person
  readonly serial: string
  readonly long: boolean
  readonly scopes: readonly string[]
  readonly declined: readonly string[]
  /** The IDs of the pages that the person chose. */
  readonly pages: readonly string[]
  readonly issuedAtMs: number
  /** Null if the token does not expire. */
  readonly expiresAtMs: number | null
}

export type MediaType = 'IMAGE' | 'VIDEO' | 'REELS' | 'STORIES' | 'CAROUSEL'

/** The contents and options of a post. */
export interface Draft {
  readonly type: MediaType
  readonly caption: string
  readonly alt: string
  readonly collaborators: readonly string[]
  readonly tagged: readonly string[]
  readonly locationId: string | null
  readonly sharedToFeed: boolean
  readonly thumbOffsetMs: number | null
}

/** A file that the app sends in chunks. */
export interface Upload {
  readonly parts: Parts
  pieces: number
  received: number
}

export interface Container extends MetaContainer<Person, Draft, number, Post> {
  readonly upload: Upload | null
}

export interface Post extends PostCore<Person, Draft> {
  readonly comments: Comment[]
  hasComments: boolean
}

export interface Comment {
  readonly id: string
  readonly post: Post
  readonly author: Person
  readonly text: string
  readonly replyTo: Comment | null
  readonly atMs: number
  isHidden: boolean
  /** True if the owner of the post likes it. */
  isLiked: boolean
  deleted: boolean
}
