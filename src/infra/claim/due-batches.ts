import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import type { Log } from '#infra/log/log.ts'
import { inHalves } from '#kernel/batches/in-halves.ts'
import { after, type Clock, isAhead, seconds } from '#kernel/clock.ts'
import { createPollLoop } from './poll-loop.ts'
import type { Wakeable } from './waker.ts'

/**
 * Due work done entirely in the database, such as handing due posts to the engine. A batch of due rows is locked and
 * processed in one transaction, so it does not need a lease: if a process dies, its locks end with its connection, and
 * any number of nodes may work at the same time. A row that cannot be processed fails alone, and the others proceed.
 */
export interface DueBatches extends Wakeable {
  /** Processes everything that is due now, and returns the number of rows. */
  tick(): Promise<number>
  start(): void
  stop(): Promise<void>
}

/** The due rows that a batch may take. */
export interface Wanted<Id extends string> {
  readonly most: number
  /** Limits the search to these rows. Defaults to all rows. */
  readonly among?: readonly Id[]
  readonly except?: readonly Id[]
}

interface DueBatchesOptions<Id extends string> {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** The prefix of event names in log lines, as in `posts.batch_failed`. */
  readonly name: string
  readonly firstDue: Wakeable['firstDue']
  /** Locks due rows and skips those that another transaction has locked. */
  lock(tx: Tx, wanted: Wanted<Id>): Promise<readonly Id[]>
  /** Processes the first of these rows, at least one, and returns them. `tried` receives them before any can fail. */
  work(tx: Tx, ids: readonly Id[], tried: (ids: readonly Id[]) => void): Promise<readonly Id[]>
  /** Records in a new transaction that this row cannot be processed, so that it is no longer due. */
  failAlone(tx: Tx, id: Id): Promise<void>
  /** Called after the commits of a tick that found work. */
  readonly onWorked?: () => void
  /** Number of rows that one transaction locks. */
  readonly atOnce?: number
}

/** Time to skip a row if not even its failure can be recorded. */
const restMs = seconds(30)

export function createDueBatches<Id extends string>(options: DueBatchesOptions<Id>): DueBatches {
  const { db, clock, log, name, onWorked = () => {}, atOnce = 500 } = options
  const resting = new Map<Id, Date>()

  /** Processes one batch. `tried` receives its rows before any of them can fail. */
  const takeBatch = (wanted: Wanted<Id>, tried: (ids: readonly Id[]) => void) =>
    inTx(db, async (tx) => {
      const ids = await options.lock(tx, wanted)
      if (ids.length === 0) return { worked: 0, hasMore: false }
      tried(ids)
      const { length: worked } = await options.work(tx, ids, tried)
      return { worked, hasMore: ids.length === atOnce || worked < ids.length }
    })

  async function takeSome(): Promise<{ readonly worked: number; readonly hasMore: boolean }> {
    let batch: readonly Id[] = []
    try {
      return await takeBatch({ most: atOnce, except: restingNow() }, (ids) => {
        batch = ids
      })
    } catch (error) {
      if (batch.length === 0) throw error
      log.warn({ err: error, event: `${name}.batch_failed`, rows: batch.length }, 'A batch of due rows failed')
    }
    await takeApart(batch)
    return { worked: batch.length, hasMore: true }
  }

  /**
   * Processes smaller and smaller groups, so that a faulty row fails alone. If the database is unavailable, no row is
   * at fault, and the next tick retries them.
   */
  async function takeApart(batch: readonly Id[]): Promise<void> {
    const away: unknown[] = []
    const takeThese = async (ids: readonly Id[]): Promise<void> => {
      for (let hasMore = away.length === 0; hasMore; ) {
        const tried: Id[] = []
        try {
          const done = await takeBatch({ most: ids.length, among: ids }, (these) => void tried.push(...these))
          hasMore = done.hasMore
        } catch (error) {
          if (tried.length > 0 || !isDatabaseAway(error)) throw error
          away.push(error)
          return
        }
      }
    }
    await inHalves(batch, takeThese, failAlone)
    if (away.length > 0) throw away[0]
  }

  async function failAlone(id: Id, cause: unknown): Promise<void> {
    try {
      if (isDatabaseAway(cause)) throw cause
      log.error({ err: cause, event: `${name}.row_failed`, row: id }, 'Due row could not be processed')
      await inTx(db, (tx) => options.failAlone(tx, id))
    } catch (error) {
      log.warn({ err: error, event: `${name}.row_left_out`, row: id }, 'Due row skipped for 30 seconds')
      resting.set(id, after(clock.now(), restMs))
    }
  }

  function restingNow(): Id[] {
    for (const [id, until] of resting) if (!isAhead(until, clock.now(), restMs)) resting.delete(id)
    return [...resting.keys()]
  }

  async function takeAll(): Promise<number> {
    let total = 0
    for (let hasMore = true; hasMore; ) {
      const some = await takeSome()
      total += some.worked
      hasMore = some.hasMore
    }
    if (total > 0) onWorked()
    return total
  }

  const poll = createPollLoop({
    look: takeAll,
    onError: (error) => log.warn({ err: error, event: `${name}.tick_failed` }, 'Due rows could not be processed'),
  })
  return { tick: takeAll, firstDue: options.firstDue, ...poll }
}
