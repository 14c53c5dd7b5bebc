import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss, Job as StoredJob } from 'pg-boss'
import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import { settledIds } from './boss.ts'
import { deadLetters, type Handled, retryDelaySeconds } from './job.ts'
import { type Attempt, handBack, readyNames, setRetryDelay } from './rows.ts'
import { heartbeatSeconds } from './settings.ts'

/**
 * Claims jobs and runs them. pg-boss's own workers sleep between two short jobs and ask once for each queue. This loop
 * asks once for all kinds, continues at once while there is more, and is woken by a kick, with a timer as the fallback.
 */
export interface Loop {
  start(): void
  kick(): void
  /** Runs ready jobs one at a time until none is ready; returns how many it ran. */
  drain(): Promise<number>
  /** Takes no more jobs, lets running ones finish, and hands the rest back. */
  stop(graceMs: number): Promise<void>
}

interface Running {
  readonly name: string
  readonly attempt: Attempt
  readonly controller: AbortController
  done: Promise<void>
  handedBack: boolean
}

export interface LoopOptions {
  readonly boss: PgBoss
  readonly db: Db
  readonly handlers: readonly Handled[]
  readonly log: Log
}

const pollMs = 500
const heartbeatMs = (heartbeatSeconds * 1_000) / 3
const atOnce = 20
/** Limits each kind, so that a flood of one kind leaves room for the others. */
const atOnceOfOneKind = atOnce / 2
const drainLimit = 10_000

export function createLoop({ boss, db, handlers, log }: LoopOptions): Loop {
  const byName = new Map(handlers.map((handled) => [handled.job.name, handled]))
  const running = new Map<string, Running>()
  const timers: NodeJS.Timeout[] = []
  let stopping = false
  let passing: Promise<void> | null = null
  let again = false
  let failing = false

  /** Fetches jobs, the oldest first. The statement selects the oldest but returns them in any order. */
  const fetch = async (name: string, batchSize: number): Promise<StoredJob<object>[]> => {
    const jobs = await boss.fetch<object>(name, { batchSize })
    return jobs.sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  const begin = (handled: Handled, stored: StoredJob): Promise<void> => {
    const { id, retryCount } = stored
    const entry: Running = {
      name: handled.job.name,
      attempt: { id, retryCount },
      controller: new AbortController(),
      done: Promise.resolve(),
      handedBack: false,
    }
    running.set(id, entry)
    entry.done = run(handled, stored, entry).finally(() => running.delete(id))
    return entry.done
  }

  const run = async ({ job, handler }: Handled, stored: StoredJob, entry: Running): Promise<void> => {
    const expiry = setTimeout(() => {
      entry.controller.abort(new Error(`the try took longer than ${job.expireAfterMs} ms`))
    }, job.expireAfterMs).unref()
    const attempt = stored.retryCount + 1
    try {
      await handler((stored.data ?? {}) as object, { signal: entry.controller.signal, attempt })
      if (!entry.handedBack) await settle(entry, () => boss.complete(job.name, stored))
    } catch (error) {
      if (!entry.handedBack) await fail(entry, { job, handler }, stored, error)
    } finally {
      clearTimeout(expiry)
    }
  }

  const fail = async (entry: Running, { job }: Handled, stored: StoredJob, error: unknown): Promise<void> => {
    const attempt = stored.retryCount + 1
    const delaySeconds = retryDelaySeconds(job, attempt)
    const output = { message: error instanceof Error ? error.message : String(error) }
    await settle(entry, async () => {
      if (attempt <= job.retries) await setRetryDelay(db, job.name, entry.attempt, delaySeconds)
      const [failed] = settledIds(await boss.fail(job.name, stored, output))
      const fields = { job: job.name, jobId: stored.id, attempt, err: error }
      if (!failed) log.warn(fields, 'a job failed here after it had been taken away')
      else if (attempt <= job.retries)
        log.warn({ ...fields, retryInMs: delaySeconds * 1_000 }, 'a job failed; it will be tried again')
      else log.error(fields, `a job failed for good; it lies in the queue "${deadLetters}"`)
    })
  }

  /**
   * Stores the end of a job. The work is done, and a database that is away for a moment must not cause a second run.
   */
  const settle = async (entry: Running, write: () => Promise<unknown>): Promise<void> => {
    for (let waitMs = 500; ; waitMs *= 2) {
      try {
        return void (await write())
      } catch (error) {
        if (stopping || entry.handedBack || waitMs > heartbeatMs) {
          return log.error(
            { err: error, job: entry.name, jobId: entry.attempt.id },
            'the end of a job could not be stored; it will run again',
          )
        }
        await sleep(waitMs)
      }
    }
  }

  /** Takes jobs while there are any and there is room. Returns true when there may be more. */
  const take = async (): Promise<boolean> => {
    const ready = await readyNames(db, [...byName.keys()])
    let more = false
    for (const name of shuffled(ready)) {
      const handled = byName.get(name)
      const ofThisKind = [...running.values()].filter((entry) => entry.name === name).length
      const room = Math.min(atOnce - running.size, atOnceOfOneKind - ofThisKind)
      if (!handled || room <= 0 || stopping) continue
      const batchSize = Math.min(room, Math.max(1, Math.ceil((atOnce - running.size) / ready.length)))
      const jobs = await fetch(name, batchSize)
      if (jobs.length === batchSize) more = true
      for (const job of jobs) void begin(handled, job).then(kick)
    }
    return more && running.size < atOnce
  }

  const pass = async (): Promise<void> => {
    try {
      do {
        again = false
        if (await take()) again = true
      } while (again && !stopping)
      failing = false
    } catch (error) {
      // One line for each outage; the timer tries again.
      if (!failing) log.warn({ err: error }, 'no jobs could be taken; trying again')
      failing = true
    }
  }

  const kick = (): void => {
    if (stopping || timers.length === 0) return
    again = true
    passing ??= pass().finally(() => {
      passing = null
    })
  }

  const beat = async (): Promise<void> => {
    for (const name of new Set([...running.values()].map((entry) => entry.name))) {
      const entries = [...running.values()].filter((entry) => entry.name === name)
      try {
        const alive = new Set(
          settledIds(
            await boss.touch(
              name,
              entries.map((entry) => entry.attempt),
            ),
          ),
        )
        for (const entry of entries) {
          if (!alive.has(entry.attempt.id) && running.has(entry.attempt.id)) {
            entry.controller.abort(new Error('another worker has taken this job'))
          }
        }
      } catch (error) {
        log.warn({ err: error, job: name }, 'the heartbeat of running jobs could not be written')
      }
    }
  }

  return {
    start() {
      timers.push(setInterval(kick, pollMs), setInterval(() => void beat(), heartbeatMs).unref())
      kick()
    },
    kick,
    async drain() {
      let ran = 0
      for (;;) {
        await Promise.all([...running.values()].map((entry) => entry.done))
        const ready = await readyNames(db, [...byName.keys()])
        if (ready.length === 0 && running.size === 0) return ran
        for (const name of ready) {
          const handled = byName.get(name)
          if (!handled) continue
          for (const job of await fetch(name, 50)) {
            await begin(handled, job)
            ran += 1
          }
        }
        if (ran > drainLimit)
          throw new Error(`more than ${drainLimit} jobs ran; the jobs ${ready.join(', ')} never end`)
      }
    },
    async stop(graceMs) {
      stopping = true
      for (const timer of timers.splice(0)) clearInterval(timer)
      await passing
      const patience = new AbortController()
      const ended = Promise.all([...running.values()].map((entry) => entry.done))
      await Promise.race([ended, sleep(graceMs, null, { signal: patience.signal }).catch(() => {})])
      patience.abort()
      const rest = [...running.values()]
      if (rest.length === 0) return
      for (const entry of rest) entry.handedBack = true
      await handBack(
        db,
        rest.map((entry) => entry.attempt),
      )
      for (const entry of rest) entry.controller.abort(new Error('the process stops'))
      log.warn({ jobs: rest.map((entry) => entry.name) }, 'jobs that did not end in time were handed back')
    },
  }
}

function shuffled(names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name)
}
