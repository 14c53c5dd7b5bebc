import { randomUUID } from 'node:crypto'
import { type ClaimOptions, createClaim, type LaneWork, type Wakeable } from '#infra/claim/index.ts'
import { type Connection, openDb, openPool, type Tx } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { Handled, Job } from './job.ts'
import { createJobWork } from './job-work.ts'
import { buryUnknown, type Depth, insertJobs, type NewJob, readDepth, sweepJobs } from './rows.ts'

/**
 * Work for later, stored in the transaction that requests it. Jobs are rows in the table `job`, and workers share them
 * through the claim. A job that has succeeded is deleted; one that has failed permanently stays as a dead letter.
 */
export interface Queue extends Wakeable {
  enqueue<Data extends object>(tx: Tx, job: Job<Data>, data: NoInfer<Data>, options?: EnqueueOptions): Promise<void>
  /** Enqueues any mix of jobs in one statement. */
  enqueueMany(tx: Tx, jobs: readonly NewJob[]): Promise<void>
  /** Runs jobs from now on. With `manual` only `drain` runs them, and no timers run. */
  work(handlers: readonly Handled[], options?: WorkOptions): Promise<void>
  /** Runs all jobs that are ready by the database's clock until none is left, and returns how many ran. For tests. */
  drain(): Promise<number>
  stop(options?: { readonly graceMs?: number }): Promise<void>
  depth(): Promise<readonly Depth[]>
  /** Moves jobs that no worker took to the dead letters, and deletes old dead letters. */
  sweep(): Promise<void>
  /** Releases the jobs of a holder that is known to be dead. */
  releaseAllOf(holder: string): Promise<number>
}

interface EnqueueOptions {
  /** The earliest start. If omitted, immediately. */
  readonly runAt?: Date
  /**
   * While a job of this kind with this key waits for its first attempt, enqueuing it again does not add another; the
   * earlier time applies.
   */
  readonly key?: string
  /** The ID of the job. If omitted, a new one. */
  readonly id?: string
}

interface WorkOptions {
  readonly manual?: boolean
  readonly holder?: string
  readonly onlyIf?: ClaimOptions['onlyIf']
}

interface QueueOptions {
  readonly connection: Connection
  readonly log: Log
  readonly clock: Clock
  /** Every kind of job. Enqueuing another kind fails. */
  readonly jobs: readonly Job[]
}

const places = 20
const drainMax = 10_000
// A job of a later version waits for its worker during an upgrade.
const limits = { unknownDays: 1, waitDays: 14, deadDays: 30 }
/**
 * The delay is long enough for the enqueuing transaction to commit and short enough to seem immediate. Polling finds
 * jobs that the wake-up misses.
 */
const kickAfterEnqueueMs = 25

export function createQueue({ connection, log, clock, jobs }: QueueOptions): Queue {
  const names = jobs.map(({ name }) => name)
  refuseTwice(names)
  const onError = (error: Error): void =>
    log.warn({ event: 'jobs.connection_lost', err: error }, 'Job queue lost a database connection')
  const db = openDb(openPool(connection, { name: 'jobs', max: 4, statementTimeoutMs: 60_000 }, onError))
  const claimAs = (holder: string, onlyIf?: ClaimOptions['onlyIf']) =>
    createClaim({
      lanes: { table: 'job' },
      due: { table: 'job', lane: 'id', dueAt: 'due_at', group: 'name', tie: 'id' },
      holder,
      onlyIf,
    })
  let work: LaneWork | null = null
  let kickTimer: NodeJS.Timeout | undefined
  let draining: Promise<unknown> = Promise.resolve()
  let stopped: Promise<void> | null = null

  const enqueueMany = async (tx: Tx, wanted: readonly NewJob[]): Promise<void> => {
    const unknown = wanted.find(({ job }) => !names.includes(job.name))?.job.name
    if (unknown) throw new Error(`The job ${unknown} is unknown; add it to the list in app/jobs/jobs.ts.`)
    await insertJobs(tx, () => newId<'job'>(clock.now()), wanted)
    if (work && !kickTimer) kickTimer = setTimeout(kickNow, kickAfterEnqueueMs).unref()
  }
  const kickNow = (): void => {
    kickTimer = undefined
    work?.kick()
  }
  const drain = async (): Promise<number> => {
    if (!work) throw new Error('Nothing runs jobs: call work() before drain().')
    for (let ran = 0; ; ) {
      const some = await work.tick()
      if (some === 0) return ran
      ran += some
      if (ran > drainMax) throw new Error(`More than ${drainMax} jobs ran; some jobs enqueue each other endlessly.`)
    }
  }

  return {
    enqueue: (tx, job, data, options = {}) => enqueueMany(tx, [{ job, data, ...options }]),
    enqueueMany,
    async work(handlers, { manual = false, holder = randomUUID(), onlyIf } = {}) {
      refuseMismatch(
        names,
        handlers.map(({ job }) => job.name),
      )
      const buried = await buryUnknown(db, names, limits.unknownDays)
      if (buried.length > 0)
        log.warn(
          { event: 'jobs.unknown', jobs: [...new Set(buried)], count: buried.length },
          'Unknown jobs were moved to the dead letter queue',
        )
      // In manual mode, jobs run one at a time, in the order in which they were enqueued.
      work = createJobWork({ db, clock, log, claim: claimAs(holder, onlyIf), handlers, places: manual ? 1 : places })
      if (!manual) work.start()
    },
    firstDue: (by) => claimAs('').firstDue(by, names),
    kick: () => work?.kick(),
    drain() {
      const mine = draining.then(drain, drain)
      draining = mine.catch(() => {})
      return mine
    },
    stop({ graceMs } = {}) {
      stopped ??= (async () => {
        clearTimeout(kickTimer)
        await work?.stop({ graceMs })
        await db.destroy()
      })()
      return stopped
    },
    depth: () => readDepth(db, names),
    sweep: () => sweepJobs(db, limits),
    releaseAllOf: (holder) => claimAs(holder).releaseAllOf(db, holder),
  }
}

function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`Two jobs are called ${twice}; each needs its own name.`)
}

function refuseMismatch(known: readonly string[], handled: readonly string[]): void {
  refuseTwice(handled)
  const unhandled = known.filter((name) => !handled.includes(name))
  if (unhandled.length > 0)
    throw new Error(`No handler for the job ${unhandled.join(', ')}; add it in app/jobs/job-handlers.ts.`)
  const unknown = handled.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`The handled job ${unknown.join(', ')} is missing from the list in app/jobs/jobs.ts.`)
}
