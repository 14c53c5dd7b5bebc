import type { Container as MetaContainer, PostCore } from '../../meta/containers.ts'

/** The network's records: its people, what they granted, unpublished containers and published posts. */

export interface Person {
  readonly name: string
  /** The person's ID for this app, the same after each start. */
  readonly id: string
  isPrivate: boolean
  /** True for a person who has agreed to be the app's tester. An app that was not reviewed works only for testers. */
  isTester: boolean
  /** The state of the account, as set by the network's staff. */
  standing: 'active' | 'restricted' | 'spam'
  /** The subcode with which all tokens except those in `fresh` are rejected. Null if none are. */
  dead: number | null
  /** The serial numbers of tokens issued since then. */
  readonly fresh: Set<string>
  /** Set by the control API: the failure of the next file. */
  failsNext: string | null
  /** Ordered by time. A deleted post stays in the list and is skipped. */
  readonly posts: Post[]
  /** The people whom the person has restricted. Their replies are not returned. */
  readonly restricted: Set<Person>
  /** The times of deletions. */
  readonly deletesMs: number[]
}

export interface Token {
  readonly text: string
  readonly person: Person
  readonly serial: string
  readonly long: boolean
  readonly scopes: readonly string[]
  readonly issuedAtMs: number
  readonly expiresAtMs: number
  /** The end of the person's permission, whatever the token's lifetime. */
  readonly permittedUntilMs: number
}

export const mediaTypes = ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'] as const
export type MediaType = (typeof mediaTypes)[number]

/** The contents and options of a post. */
export interface Draft {
  readonly type: MediaType
  readonly text: string
  readonly link: string | null
  readonly topic: string | null
  readonly alt: string
  readonly audience: string
  readonly replyTo: Post | null
  readonly quoted: Post | null
  readonly poll: Readonly<Record<string, string>> | null
  readonly gif: string | null
  readonly attachedText: string | null
  /** True for a post that disappears after a day. */
  readonly isGhost: boolean
}

export type Container = MetaContainer<Person, Draft, string, Post>

export interface Post extends PostCore<Person, Draft> {
  /** The post that is reposted, without additional text. */
  readonly reposted: Post | null
  isHidden: boolean
}
