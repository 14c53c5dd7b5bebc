/** The messages between the processes of this bench. */

export interface DelivererPlan {
  readonly env: Readonly<Record<string, string>>
  readonly holder: string
  /** A predecessor known to be dead; null when its leases must expire. */
  readonly dead: string | null
  /** The delivery policy; null for the product's own. */
  readonly policy: { readonly timeoutMs: number; readonly waitsMs: readonly number[] } | null
}

/** The behavior of a receiver for a while. */
export type Mood = 'well' | 'error' | 'hang' | 'reset' | 'slow'

export interface ReceiverPlan {
  /** The file that records each request as received, with its response; null for none. */
  readonly file: string | null
  /** The range of the delay before a response, in milliseconds. */
  readonly latencyMs: readonly [number, number]
  /** The range of a slow response's delay, in milliseconds; null for a receiver that is always healthy. */
  readonly flaps: { readonly slowMs: readonly [number, number] } | null
  /** True to report each arrival. */
  readonly tells: boolean
}

export interface ReceiverSaid {
  readonly url: string
  readonly arrived: number
  /** Arrivals at paths that respond: the post, the path, and the time of the last byte. */
  readonly arrivals: readonly (readonly [string, string, number])[]
}

/** A line of a receiver's file. */
export interface Recorded {
  readonly atMs: number
  readonly path: string
  readonly mood: Mood
  readonly headers: Readonly<Record<string, string>>
  /** The raw bytes as base64. */
  readonly raw: string
}

/** Returns the machine's clock, which all processes share, with sub-millisecond precision. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
