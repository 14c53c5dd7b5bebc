export interface Due {
  /** Adds a callback. `what` describes it in a sentence, for people. */
  add(atMs: number, what: string, run: () => unknown): void
  list(): readonly { readonly atMs: number; readonly what: string }[]
  /** Runs the callbacks that are due by this time, in order of their times. */
  until(nowMs: number): void
}

/** Creates a queue of callbacks that run by the sandbox's clock. */
export function createDue(): Due {
  let waiting: { readonly atMs: number; readonly what: string; readonly run: () => unknown }[] = []
  let nextMs = Number.POSITIVE_INFINITY
  return {
    list: () => waiting,
    add(atMs, what, run) {
      waiting.push({ atMs, what, run })
      nextMs = Math.min(nextMs, atMs)
    },
    until(nowMs) {
      if (nextMs > nowMs) return
      const ripe = waiting.filter(({ atMs }) => atMs <= nowMs).sort((one, other) => one.atMs - other.atMs)
      waiting = waiting.filter(({ atMs }) => atMs > nowMs)
      nextMs = waiting.reduce((least, { atMs }) => Math.min(least, atMs), Number.POSITIVE_INFINITY)
      for (const { run } of ripe) run()
    },
  }
}
