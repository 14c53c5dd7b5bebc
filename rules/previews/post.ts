import type { Dialect } from '../limits.ts'
import type { Network } from '../network-names.ts'
import type { Node } from './node.ts'

export interface PreviewFile {
  readonly kind: 'image' | 'video' | 'document' | 'audio'
  /** Empty while the file is not available. */
  readonly url: string
  readonly posterUrl: string | null
  readonly altText: string
  /** Width ÷ height. Null until the file was probed. */
  readonly aspect: number | null
  /** The reason why the network rejects the file. Null if it is accepted. */
  readonly rejected: string | null
}

export interface PreviewPart {
  readonly text: string
  readonly files: readonly PreviewFile[]
}

/** The content of a preview: a post as one account publishes it. */
export interface PreviewPost {
  readonly network: Network
  readonly dialect: Dialect
  readonly name: string
  readonly handle: string
  readonly avatarUrl: string | null
  readonly isStory: boolean
  readonly parts: readonly PreviewPart[]
  readonly title: string
  /** The link of the card. Null if there is none. */
  readonly card: string | null
  /** Empty if there is none. */
  readonly firstComment: string
  readonly extras: PreviewExtras
  /** The topic of a post on Threads. */
  readonly topic: string | null
  /** The board of a pin. Null if it is not known. */
  readonly board: string | null
}

/** The visible content of a post in addition to its text and files. */
interface PreviewExtras {
  readonly contentWarning?: string | undefined
  readonly poll?:
    | { readonly question: string | null; readonly options: readonly string[]; readonly minutes: number }
    | undefined
  readonly quotes?: string | undefined
  readonly cards?: readonly string[] | undefined
}

/** Texts inside the previews, mostly as the networks themselves write them. */
export interface PreviewWords {
  readonly more: string
  readonly justNow: string
  /** The labels below a post, separated by dots. */
  readonly linkedinBar: string
  readonly facebookBar: string
  readonly needsMedia: string
  readonly needsVideo: string
  readonly linkTitle: string
  readonly quotedPost: string
  readonly pollEnds: (minutes: number) => string
  readonly rejected: (why: string) => string
  readonly document: string
  readonly audio: string
  readonly video: string
}

/** A post, with the words for it. */
export interface Drawn {
  readonly post: PreviewPost
  readonly say: PreviewWords
  /** True where readers open links. In the composer these are drawings. */
  readonly isLive: boolean
  /** Draws a video that plays. Without it, a video is its first image. Only pages of the service play them. */
  readonly drawFilm?: DrawFilm | undefined
  /** Draws the card of a page that was read. Omitted, or null for a link, if it was not. */
  readonly drawCard?: DrawCard | undefined
}

export type DrawFilm = (file: PreviewFile, name: string) => Node

export type DrawCard = (post: PreviewPost, link: string, isWide: boolean) => Node
