import type { Received } from '../../../core/http/request.ts'
import type { Grant as OAuthGrant } from '../../../core/oauth/tokens.ts'

/** The network's records: its people and their boards, what they granted to apps, and what they pinned. */

/**
 * The state of an account. The network's staff has rejected a `disapproved` account and is examining one `in_review`.
 */
type Standing = 'active' | 'disapproved' | 'in_review'

export interface Person {
  readonly name: string
  readonly id: string
  readonly createdAt: Date
  readonly isBusiness: boolean
  standing: Standing
  /** Set by the control API: processing of the next video fails. */
  failsNextVideo: boolean
  readonly boards: Board[]
  /** Ordered by creation. A deleted pin is removed. */
  readonly pins: Pin[]
  /** The number of pins ever created, for numbers that are the same in every run. */
  made: number
}

export type Privacy = 'PUBLIC' | 'PROTECTED' | 'SECRET'

interface Section {
  readonly id: string
  readonly name: string
}

export interface Board {
  readonly id: string
  readonly owner: Person
  readonly name: string
  readonly description: string
  readonly privacy: Privacy
  readonly sections: readonly Section[]
  readonly createdAt: Date
  /** The time from which the board accepts pins. */
  readonly readyAtMs: number
}

/** The tokens of one environment are invalid in the other, so a grant is tagged with it. */
export type Grant = OAuthGrant<Person>

export type Environment = 'production' | 'sandbox'

/** A video that is uploaded for a pin. */
export interface Video {
  readonly id: string
  readonly person: Person
  file: Received | null
  mime: string
  receivedAtMs: number
  readyAtMs: number
  failed: boolean
}

export interface Image {
  readonly kind: 'image' | 'video'
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly url: string
  readonly width: number
  readonly height: number
}

export interface Pin {
  readonly id: string
  /** The number of the pin among its author's, from 1. Unlike the ID, it is the same in every run. */
  readonly number: number
  readonly person: Person
  readonly board: Board
  readonly section: Section | null
  readonly at: Date
  readonly title: string | null
  readonly description: string | null
  readonly link: string | null
  readonly altText: string | null
  readonly note: string | null
  readonly dominantColor: string | null
  readonly media: readonly Image[]
}
