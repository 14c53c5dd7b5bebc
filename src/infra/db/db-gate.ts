import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway } from './faults.ts'

/**
 * Gives hundreds of concurrent tasks access to the database over a few connections. A task waits for its turn here and
 * not in the pool, where waiting times out. External results must not be lost because the database is unavailable, so
 * writes are retried until the process ends.
 */
export interface DbGate {
  /** Runs the work once, in turn. */
  once<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Runs the work in turn, and retries it while the database is unavailable. `again` is true if an earlier attempt may
   * have been committed.
   */
  retryUntilUp<Result>(work: (again: boolean) => Promise<Result>): Promise<Result>
  /** Ends all retries. */
  giveUp(): void
}

const firstPauseMs = 100
const longestPauseMs = 2_000

export function createDbGate(places: number): DbGate {
  const waiting: (() => void)[] = []
  const stop = new AbortController()
  let free = places

  const enter = (): Promise<void> | void => {
    if (free > 0) {
      free -= 1
      return
    }
    return new Promise((resolve) => waiting.push(resolve))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  const once = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
  return {
    once,
    async retryUntilUp(work) {
      for (let pauseMs = firstPauseMs, again = false; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs), again = true) {
        try {
          return await once(() => work(again))
        } catch (error) {
          if (!isDatabaseAway(error) || stop.signal.aborted) throw error
        }
        await pause(pauseMs, undefined, { signal: stop.signal }).catch(() => {})
      }
    },
    giveUp: () => stop.abort(),
  }
}
