export interface Due {
  add(atMs: number, run: () => void): void
  /** Does what is due until then, in its order. */
  until(nowMs: number): void
}

/** What happens by the clock alone. */
export function createDue(): Due {
  let waiting: { readonly atMs: number; readonly run: () => void }[] = []
  let nextMs = Number.POSITIVE_INFINITY
  return {
    add(atMs, run) {
      waiting.push({ atMs, run })
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
