/** What the processes of this bench say to each other. */

export interface DelivererPlan {
  readonly env: Readonly<Record<string, string>>
  readonly holder: string
  /** A predecessor of which it is known that it is dead; null: its leases run out by themselves. */
  readonly dead: string | null
  /** Null: the product's. */
  readonly policy: { readonly timeoutMs: number; readonly waitsMs: readonly number[] } | null
  /** Where a profile of its processor time is written at its end. */
  readonly profile?: string | null
}

export interface DelivererSaid {
  readonly statements: readonly (readonly [string, number])[]
}

/** How a receiver behaves for a while. */
export type Mood = 'well' | 'error' | 'hang' | 'reset' | 'slow'

export interface ReceiverPlan {
  /** Where each request is written down as it came, with what was answered; null: nowhere. */
  readonly file: string | null
  /** Milliseconds before an answer, between these. */
  readonly latencyMs: readonly [number, number]
  /** Paths at which nobody ever answers. */
  readonly hanging: readonly string[]
  /** Milliseconds of a slow answer, between these; null: it is always well. */
  readonly flaps: { readonly slowMs: readonly [number, number] } | null
  /** Each arrival is told of. */
  readonly tells: boolean
}

export interface ReceiverSaid {
  readonly url: string
  readonly arrived: number
  /** Answered with 200 in full. */
  readonly received: number
  readonly open: number
  /** Of those at paths that answer: the post, the path, and when its last byte came. */
  readonly arrivals: readonly (readonly [string, string, number])[]
}

/** A line of a receiver's file. */
export interface Recorded {
  readonly atMs: number
  readonly path: string
  readonly mood: Mood
  readonly headers: Readonly<Record<string, string>>
  /** The raw bytes, in base64. */
  readonly raw: string
}

export interface FloorPlan {
  readonly url: string
  readonly paths: readonly string[]
  readonly secret: string
  readonly body: string
  readonly inFlight: number
  readonly seconds: number
}

export interface FloorSaid {
  readonly sent: number
  readonly seconds: number
}

/** Of both processes: the machine's clock, finer than a millisecond. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
