import type { Clock } from './clock.ts'

export interface IdForm {
  /** The increment per tick of the clock. */
  readonly perTick: bigint
  readonly tickMs?: number
  /** The increment between IDs of the same tick. */
  readonly each?: bigint
  readonly first?: bigint
}

/** Creates IDs that begin with the time, like real ones. Most exceed the safe integer range of JavaScript. */
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
