import type { Random } from '../kit/random.ts'

/** The latency to the network and back, set with `POST /control/latency`. Initially zero. */
export interface Latency {
  readonly range: { readonly minMs: number; readonly maxMs: number }
  set(range: { minMs: number; maxMs: number }): void
  /** Draws the delays of a call: before it takes effect, and before its response is sent. */
  next(): { readonly thereMs: number; readonly backMs: number }
}

export function createLatency(random: Random): Latency {
  const luck = random.stream('latency')
  let range = { minMs: 0, maxMs: 0 }
  return {
    get range() {
      return range
    },
    set(given) {
      range = { ...given }
    },
    next() {
      if (range.maxMs === 0) return { thereMs: 0, backMs: 0 }
      const wholeMs = range.minMs + luck() * (range.maxMs - range.minMs)
      const thereMs = wholeMs * luck()
      return { thereMs, backMs: wholeMs - thereMs }
    },
  }
}
