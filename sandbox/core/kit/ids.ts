import type { Clock } from './clock.ts'

export interface IdForm {
  /** The difference that one tick of the clock makes. */
  readonly perTick: bigint
  readonly tickMs?: number
  /** The difference between two ids of the same tick. */
  readonly each?: bigint
  readonly first?: bigint
}

/** Creates ids that begin with the time, as real ones do. Most exceed what a JavaScript number can hold. */
export function createIds(clock: Clock, { perTick, tickMs = 1, each = 1n, first = 0n }: IdForm): () => string {
  let last = 0
  let within = 0n
  return () => {
    const tick = Math.max(Math.floor(clock.ms() / tickMs), last)
    within = tick === last ? within + 1n : 0n
    last = tick
    return String(first + BigInt(tick) * perTick + within * each)
  }
}
