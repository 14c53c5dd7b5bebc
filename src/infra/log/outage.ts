import { isDatabaseGone } from '#infra/db/faults.ts'

/** The choice of log lines while the database is unavailable: the first, one now and then, and one when it is back. */
interface Outage {
  /** Returns whether to write a line. A repeated line about the outage is counted instead. */
  admits(details: unknown, message: unknown): boolean
}

export interface OutageOptions {
  /** Time without such a line after which the database counts as back; heartbeats are more frequent. */
  readonly quietMs?: number
  /** Time after which a long outage is logged again. */
  readonly againMs?: number
  now(): number
  /** Logs that the database is back, with the number of suppressed lines for each event. */
  onBack(fields: { readonly awaySeconds: number; readonly leftOut: Readonly<Record<string, number>> }): void
}

interface State {
  readonly sinceMs: number
  lastMs: number
  writtenMs: number
  readonly leftOut: Map<string, number>
}

export function createOutage({ quietMs = 15_000, againMs = 300_000, now, onBack }: OutageOptions): Outage {
  let state: State | null = null
  let timer: NodeJS.Timeout | undefined

  const end = (): void => {
    if (state !== null && state.leftOut.size > 0)
      onBack({
        awaySeconds: Math.round((state.lastMs - state.sinceMs) / 1_000),
        leftOut: Object.fromEntries(state.leftOut),
      })
    state = null
  }
  return {
    admits(details, message) {
      const { err, event } = (details ?? {}) as { err?: unknown; event?: unknown }
      if (!isDatabaseGone(err)) return true
      const at = now()
      clearTimeout(timer)
      timer = setTimeout(end, quietMs).unref()
      state ??= { sinceMs: at, lastMs: at, writtenMs: -Infinity, leftOut: new Map() }
      state.lastMs = at
      if (at - state.writtenMs >= againMs) {
        state.writtenMs = at
        return true
      }
      const name = String(event ?? message)
      state.leftOut.set(name, (state.leftOut.get(name) ?? 0) + 1)
      return false
    },
  }
}
