import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import { Refusal } from '#kernel/errors.ts'
import type { PgPool } from './prepared.ts'

/**
 * Shares a pool's connections between users and IP addresses. Each may take another connection only while more are free
 * than it already holds. So the first never has more than half, a second never more than half of the rest, and a
 * newcomer always finds one. A user whose share is used up waits for their own connections, and no other user waits with
 * them.
 *
 * Posthorn's own work, such as jobs, belongs to no user and takes any free connection.
 */
const asking = new AsyncLocalStorage<string>()

/** Runs `work` for this user or address. Everything that it reads or writes, now and later, counts as theirs. */
export const askAs = (who: string, work: () => void): void => asking.run(who, work)

/** Runs `work` for several users at once, so that none is charged for it or blocks the others. */
export const askForAll = <Result>(work: () => Result): Result => asking.exit(work)

/** Maximum wait for a connection held by the same user's requests. */
const longestWaitMs = 10_000
const longestLine = 500

interface Waiting {
  readonly who: string
  readonly go: () => void
  readonly fail: (why: unknown) => void
}

export function shareOut(pool: Pool): PgPool {
  const held = new Map<string, number>()
  const waiting: Waiting[] = []
  let lent = 0

  const heldBy = (who: string): number => held.get(who) ?? 0
  const mayTake = (who: string): boolean => heldBy(who) === 0 || heldBy(who) < pool.options.max - lent

  const take = (who: string | undefined): void => {
    lent += 1
    if (who !== undefined) held.set(who, heldBy(who) + 1)
  }
  const giveBack = (who: string | undefined): void => {
    lent -= 1
    if (who !== undefined) {
      if (heldBy(who) > 1) held.set(who, heldBy(who) - 1)
      else held.delete(who)
    }
    const next = fairestOf(waiting.filter((one) => mayTake(one.who)))
    if (next) next.go()
  }
  /**
   * Returns the request whose sender holds the fewest connections. Among equals, returns the one that has waited
   * longest.
   */
  const fairestOf = (ready: readonly Waiting[]): Waiting | undefined =>
    ready.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || heldBy(one.who) < heldBy(best.who) ? one : best),
      undefined,
    )

  const waitInLine = (who: string): Promise<void> => {
    if (waiting.filter((one) => one.who === who).length >= longestLine) throw tooMany()
    return new Promise((resolve, reject) => {
      const leaveLine = () => {
        clearTimeout(timer)
        waiting.splice(waiting.indexOf(one), 1)
      }
      const one: Waiting = {
        who,
        go() {
          leaveLine()
          take(who)
          resolve()
        },
        fail(why) {
          leaveLine()
          reject(why)
        },
      }
      const timer = setTimeout(() => {
        leaveLine()
        reject(tooMany())
      }, longestWaitMs)
      waiting.push(one)
    })
  }

  const connect = async (): Promise<PoolClient> => {
    const who = asking.getStore()
    if (who === undefined || mayTake(who)) take(who)
    else await waitInLine(who)
    try {
      const client = await pool.connect()
      // The pool creates this function again each time it lends the connection.
      const { release } = client
      client.release = (error) => {
        release.call(client, error)
        giveBack(who)
      }
      return client
    } catch (error) {
      // The database is unavailable to all waiting requests, too: a longer wait would only end in a misleading 429.
      for (const one of [...waiting]) one.fail(error)
      giveBack(who)
      throw error
    }
  }
  return { options: pool.options, connect, end: () => pool.end() }
}

const tooMany = (): Refusal =>
  new Refusal('rate_limited', {
    detail: 'You have too many concurrent requests. Send fewer at a time.',
    retryAfterMs: 1_000,
  })
