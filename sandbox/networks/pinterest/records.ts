import type { Received } from '../../core/request.ts'

/** What the network knows: of its people and their boards, of what they granted to programs, and of what they pinned. */

/** `disapproved` and `in_review`: the network's staff looks at the account. */
export type Standing = 'active' | 'disapproved' | 'in_review'

export interface Person {
  readonly name: string
  readonly id: string
  readonly createdAt: Date
  readonly isBusiness: boolean
  standing: Standing
  /** True when this run revoked the grants of earlier runs. */
  tookBackEarlier: boolean
  /** Set from the control address: the next video cannot be processed. */
  failsNextVideo: boolean
  readonly boards: Board[]
  /** In the order in which they were made; a deleted one is taken out. */
  readonly pins: Pin[]
  /** Ever made, for numbers that are the same in every run. */
  made: number
}

export type Privacy = 'PUBLIC' | 'PROTECTED' | 'SECRET'

export interface Board {
  readonly id: string
  readonly owner: Person
  readonly name: string
  readonly description: string
  readonly privacy: Privacy
  readonly createdAt: Date
  /** Before this nobody can pin there. */
  readonly readyAtMs: number
}

/** One consent: all tokens that come of it, one after the other. */
export interface Grant {
  readonly id: string
  readonly clientId: string
  readonly person: Person
  readonly scopes: readonly string[]
  /** `production` or `sandbox`: the tokens of one are nothing in the other. */
  readonly environment: Environment
  dead: boolean
}

export type Environment = 'production' | 'sandbox'

export interface Token {
  readonly text: string
  readonly use: 'access' | 'refresh'
  readonly grant: Grant
  readonly untilMs: number
  spent: boolean
}

export interface Code {
  readonly clientId: string
  readonly person: Person
  readonly scopes: readonly string[]
  readonly redirectUri: string
  readonly expiresAtMs: number
}

/** A video on its way to a pin. */
export interface Video {
  readonly id: string
  readonly person: Person
  file: Received | null
  mime: string
  receivedAtMs: number
  readyAtMs: number
  failed: boolean
}

export interface Picture {
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
  /** Which one of its maker's it is, from 1: the same in every run, other than its id. */
  readonly number: number
  readonly person: Person
  readonly board: Board
  readonly at: Date
  readonly title: string | null
  readonly description: string | null
  readonly link: string | null
  readonly altText: string | null
  readonly note: string | null
  readonly dominantColor: string | null
  readonly media: readonly Picture[]
}
