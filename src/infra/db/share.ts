import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import { Refusal } from '#kernel/errors.ts'
import type { PgPool } from './prepared.ts'

/**
 * Shares a pool's connections, its places, between owners: users and IP addresses. Each may take another connection
 * only while more are free than it already holds. So the first owner never has more than half, a second never more than
 * half of the rest, and a new owner always finds one. An owner whose share is used up waits for their own connections,
 * and other owners do not wait.
 *
 * Posthorn's own work, such as jobs, belongs to no owner and takes any free connection.
 */
const owners = new AsyncLocalStorage<string>()

/**
 * Runs `work` for this user or address. Everything that it reads or writes, now and later, counts toward their share.
 */
export const runFor = (owner: string, work: () => void): void => owners.run(owner, work)

/** Runs `work` for several owners at once, so that none is charged for it or blocks the others. */
export const runForAll = <Result>(work: () => Result): Result => owners.exit(work)

/** Maximum wait for a connection held by the same user's requests. */
const waitMaxMs = 10_000
const waitingMax = 500

interface Waiting {
  readonly owner: string
  readonly begin: () => void
  readonly giveUp: (reason: unknown) => void
}

export function shareOut(pool: Pool): PgPool {
  const held = new Map<string, number>()
  const waiting: Waiting[] = []
  let lent = 0

  const heldBy = (owner: string): number => held.get(owner) ?? 0
  const mayEnter = (owner: string): boolean => heldBy(owner) === 0 || heldBy(owner) < pool.options.max - lent

  const enter = (owner: string | undefined): void => {
    lent += 1
    if (owner !== undefined) held.set(owner, heldBy(owner) + 1)
  }
  const leave = (owner: string | undefined): void => {
    lent -= 1
    if (owner !== undefined) {
      if (heldBy(owner) > 1) held.set(owner, heldBy(owner) - 1)
      else held.delete(owner)
    }
    const next = fairestOf(waiting.filter((one) => mayEnter(one.owner)))
    if (next) next.begin()
  }
  /**
   * Returns the request whose sender holds the fewest connections. Among equals, returns the one that has waited
   * longest.
   */
  const fairestOf = (ready: readonly Waiting[]): Waiting | undefined =>
    ready.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || heldBy(one.owner) < heldBy(best.owner) ? one : best),
      undefined,
    )

  const waitForTurn = (owner: string): Promise<void> => {
    if (waiting.filter((one) => one.owner === owner).length >= waitingMax) throw tooMany()
    return new Promise((resolve, reject) => {
      const endWait = () => {
        clearTimeout(timer)
        waiting.splice(waiting.indexOf(one), 1)
      }
      const one: Waiting = {
        owner,
        begin() {
          endWait()
          enter(owner)
          resolve()
        },
        giveUp(reason) {
          endWait()
          reject(reason)
        },
      }
      const timer = setTimeout(() => {
        endWait()
        reject(tooMany())
      }, waitMaxMs)
      waiting.push(one)
    })
  }

  const connect = async (): Promise<PoolClient> => {
    const owner = owners.getStore()
    if (owner === undefined || mayEnter(owner)) enter(owner)
    else await waitForTurn(owner)
    try {
      const client = await pool.connect()
      // The pool creates this function again each time it lends the connection.
      const { release } = client
      client.release = (error) => {
        release.call(client, error)
        leave(owner)
      }
      return client
    } catch (error) {
      // The database is unavailable to all waiting requests as well: a longer wait would only end in a misleading 429.
      for (const one of [...waiting]) one.giveUp(error)
      leave(owner)
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
