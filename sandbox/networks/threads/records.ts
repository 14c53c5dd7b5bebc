/** What the network knows: of its people, of what they granted, of what is being made, and of what stands there. */

export interface Person {
  readonly name: string
  /** As this app knows them, the same after each start. */
  readonly id: string
  isPrivate: boolean
  /** Has said yes to the app as its tester: what an app needs that was not reviewed. */
  isTester: boolean
  /** What the staff thinks of them. */
  standing: 'active' | 'restricted' | 'spam'
  /** The subcode with which all tokens but those of `fresh` are refused; null: none of them is dead. */
  dead: number | null
  /** The serial numbers of what was issued since. */
  readonly fresh: Set<string>
  /** Set from the control address: what becomes of the next file. */
  failsNext: string | null
  /** In the order in which they came. A deleted one stays and is passed over. */
  readonly posts: Post[]
  /** When they deleted something. */
  readonly deletesMs: number[]
}

export interface Code {
  readonly person: Person
  readonly scopes: readonly string[]
  readonly redirectUri: string
  readonly expiresAtMs: number
}

export interface Token {
  readonly text: string
  readonly person: Person
  readonly serial: string
  readonly long: boolean
  readonly scopes: readonly string[]
  readonly issuedAtMs: number
  readonly expiresAtMs: number
  /** Until when the person lets the app in, whatever token it has. */
  readonly permittedUntilMs: number
}

export const mediaTypes = ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'] as const
export type MediaType = (typeof mediaTypes)[number]

/** What a post shall say and be. */
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
  /** Gone after a day. */
  readonly isGhost: boolean
}

export interface File {
  readonly kind: 'image' | 'video'
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly url: string
}

/** Made first and published after; a file in it is fetched in its own time. */
export interface Container {
  readonly id: string
  readonly person: Person
  readonly draft: Draft
  /** One of several of a carousel, and no post of its own. */
  readonly isItem: boolean
  readonly children: readonly Container[]
  readonly createdAtMs: number
  readonly readyAtMs: number
  file: File | null
  isFetching: boolean
  /** Why nothing can come of it, in the network's word. */
  failure: string | null
  post: Post | null
}

export interface Post {
  readonly id: string
  readonly shortcode: string
  /** The number of the post among its author's, from 1. Unlike the id, it is the same in every run. */
  readonly number: number
  readonly person: Person
  readonly draft: Draft
  readonly items: readonly PostItem[]
  /** Somebody's post that is shown again, with nothing of one's own. */
  readonly reposted: Post | null
  readonly atMs: number
  isHidden: boolean
  deleted: boolean
}

export interface PostItem {
  readonly id: string
  readonly file: File
  readonly alt: string
}
