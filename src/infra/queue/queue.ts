import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, openDb, openPool, type Tx } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { Handled, Job } from './job.ts'
import type { Loop } from './loop.ts'
import { buryJobs, type Depth, insertJobs, installedNames, isInstalled, type NewJob, readDepth } from './rows.ts'
import { queuesOf } from './settings.ts'

/**
 * Work for later, stored in the transaction that asks for it. pg-boss keeps the jobs, their attempts and the dead
 * letters in the schema "jobs". It is loaded only where jobs are installed or run, since enqueuing needs none of it.
 */
export interface Queue {
  /** Installs the schema, one queue for each job, and the dead letters. Part of migrating. */
  install(jobs: readonly Job[]): Promise<void>
  /** Starts the queue in a process that only enqueues work. Throws at once when the queue is not installed. */
  start(): Promise<void>
  enqueue<Data extends object>(tx: Tx, job: Job<Data>, data: NoInfer<Data>, options?: EnqueueOptions): Promise<void>
  /** Enqueues any mix of jobs in one statement. */
  enqueueMany(tx: Tx, jobs: readonly NewJob[]): Promise<void>
  /** Runs jobs from now on. With `manual` only `drain` runs them, and no timers run. */
  work(handlers: readonly Handled[], options?: { readonly manual?: boolean }): Promise<void>
  /** Looks for work at once, after a commit that may have added some. */
  kick(): void
  /** Runs all jobs that are ready by the database's clock, until none is; returns how many ran. For tests. */
  drain(): Promise<number>
  stop(options?: { readonly graceMs?: number }): Promise<void>
  depth(): Promise<readonly Depth[]>
}

export interface EnqueueOptions {
  /** The earliest start; at once when absent. */
  readonly runAt?: Date
  /**
   * While a job of this kind with this key waits for its first attempt, enqueuing it again adds none; the earlier time
   * applies.
   */
  readonly key?: string
}

export interface QueueOptions {
  readonly connection: Connection
  readonly log: Log
  readonly clock: Clock
}

const installTries = 30
/**
 * The delay is long enough for the enqueuing transaction to commit and short enough to seem immediate. Polling finds
 * jobs that the kick misses.
 */
const kickAfterEnqueueMs = 25

export function createQueue({ connection, log, clock }: QueueOptions): Queue {
  const onError = (error: Error): void => log.warn({ err: error }, "a connection of the job queue's was lost")
  const pool = openPool(connection, { name: 'jobs', max: 4, statementTimeoutMs: 60_000 }, onError)
  const db = openDb(pool)
  let loop: Loop | null = null
  let closeBoss: (() => Promise<void>) | null = null
  let kickTimer: NodeJS.Timeout | undefined
  let stopped: Promise<void> | null = null

  const installOnce = async (jobs: readonly Job[]): Promise<void> => {
    const wanted = queuesOf(jobs)
    if (await isInstalled(db, wanted)) return
    const { createQueues, openBoss } = await import('./boss.ts')
    const boss = openBoss({ pool, clock, log, supervise: false, migrate: true })
    try {
      await boss.start()
      await createQueues(boss, wanted)
      const known = new Set(jobs.map((job) => job.name))
      for (const name of (await installedNames(db)).filter((installed) => !known.has(installed))) {
        const buried = await buryJobs(db, name)
        await boss.deleteQueue(name)
        log.info({ job: name, buried }, 'a kind of job is no more; what waited of it is among the dead letters')
      }
    } finally {
      await boss.stop({ graceful: false })
    }
  }

  const kickSoon = (): void => {
    if (!loop || kickTimer) return
    kickTimer = setTimeout(() => {
      kickTimer = undefined
      loop?.kick()
    }, kickAfterEnqueueMs).unref()
  }

  const enqueueMany = async (tx: Tx, jobs: readonly NewJob[]): Promise<void> => {
    await insertJobs(tx, () => newId<'job'>(clock.now()), jobs)
    kickSoon()
  }

  return {
    async install(jobs) {
      refuseTwice(jobs.map((job) => job.name))
      for (let tries = 1; ; tries++) {
        try {
          return await installOnce(jobs)
        } catch (error) {
          // Another process is installing and holds pg-boss's lock.
          const { code } = error as { code?: unknown }
          if ((code !== '55P03' && code !== '42P07' && code !== '23505') || tries >= installTries) throw error
          await sleep(100 * tries)
        }
      }
    },
    async start() {
      await installedNames(db).catch((error: unknown) => {
        throw new Error('The job queue is not installed in this database; run the migrations first.', { cause: error })
      })
    },
    enqueue: (tx, job, data, options = {}) => enqueueMany(tx, [{ job, data, ...options }]),
    enqueueMany,
    async work(handlers, { manual = false } = {}) {
      refuseMismatch(
        await installedNames(db),
        handlers.map(({ job }) => job.name),
      )
      const { openBoss } = await import('./boss.ts')
      const { createLoop } = await import('./loop.ts')
      const boss = openBoss({ pool, clock, log, supervise: !manual, migrate: false })
      await boss.start()
      closeBoss = () => boss.stop({ graceful: false })
      loop = createLoop({ boss, db, handlers, log })
      if (!manual) loop.start()
    },
    kick: () => loop?.kick(),
    async drain() {
      if (!loop) throw new Error('There is nobody to run jobs: call work() before drain().')
      return await loop.drain()
    },
    stop({ graceMs = 30_000 } = {}) {
      stopped ??= (async () => {
        clearTimeout(kickTimer)
        await loop?.stop(graceMs)
        await closeBoss?.()
        await db.destroy()
      })()
      return stopped
    },
    depth: () => readDepth(db),
  }
}

function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`Two jobs are called ${twice}; each needs a name of its own.`)
}

function refuseMismatch(installed: readonly string[], handled: readonly string[]): void {
  refuseTwice(handled)
  const unhandled = installed.filter((name) => !handled.includes(name))
  if (unhandled.length > 0) throw new Error(`No handler for the job ${unhandled.join(', ')}; add it in app/jobs.ts.`)
  const unknown = handled.filter((name) => !installed.includes(name))
  if (unknown.length > 0) {
    throw new Error(
      `The handled job ${unknown.join(', ')} is not installed; add it to the list in app/jobs.ts and migrate.`,
    )
  }
}
