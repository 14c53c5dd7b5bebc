import type { Db, Tx } from '#infra/db/client.ts'
import type { Handled, Queue } from '#infra/queue/index.ts'
import { before, days } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { deleteOldRuns, insertRun, recordBegin, recordEnd } from './cron-store.ts'
import type { Cron, PlannedRun } from './planned-run.ts'

const keptMs = days(30)
const maxErrorChars = 1_000

interface Start {
  readonly scheduledFor: Date
  /** The operator who starts it by hand. */
  readonly byUid?: string
}

/**
 * Stores a run together with its job. The row is keyed by name and time, so of any number of processes one starts it.
 * Returns false in the others.
 */
export async function startRun(
  queue: Pick<Queue, 'enqueue'>,
  tx: Tx,
  { name, job }: Cron,
  { scheduledFor, byUid }: Start,
): Promise<boolean> {
  const jobId = newId<'job'>(scheduledFor)
  if (!(await insertRun(tx, { name, scheduledFor, jobId, byUid: byUid ?? null }))) return false
  await deleteOldRuns(tx, name, before(scheduledFor, keptMs))
  await queue.enqueue(tx, job, { cron: name, scheduledFor: scheduledFor.toISOString() }, { id: jobId })
  return true
}

/** Makes the handlers of crons record when a run began, how it ended, and what went wrong. */
export function recordRuns(db: Db, handlers: readonly Handled[], crons: readonly Cron[]): readonly Handled[] {
  const names = new Set(crons.map(({ job }) => job.name))
  return handlers.map((one) => (names.has(one.job.name) ? recorded(db, one) : one))
}

const recorded = (db: Db, { job, handler }: Handled): Handled => ({
  job,
  async handler(data, context) {
    const run = data as Partial<PlannedRun>
    const { cron, scheduledFor } = run
    // The same job may also be enqueued by other code.
    if (cron === undefined || scheduledFor === undefined) return await handler(data, context)
    const key = { cron, scheduledFor }
    await recordBegin(db, key, context.attempt)
    try {
      await handler(data, context)
    } catch (error) {
      const message = (error instanceof Error ? error.message : String(error)).slice(0, maxErrorChars)
      await recordEnd(db, key, { outcome: context.attempt > job.retries ? 'failed' : null, error: message })
      throw error
    }
    await recordEnd(db, key, { outcome: 'done', error: null })
  },
})
