import type { Db, Tx } from '#infra/db/client.ts'
import type { Handled, Queue } from '#infra/queue/index.ts'
import { before, days } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { storable } from '#kernel/text/storable.ts'
import { deleteOldRuns, insertRuns, recordBegin, recordEnd } from './cron-store.ts'
import type { Cron, PlannedRun } from './planned-run.ts'

const keptMs = days(30)
const maxErrorChars = 1_000

export interface Start {
  readonly cron: Cron
  readonly scheduledFor: Date
  /** The operator who starts it manually. */
  readonly byUid?: string
}

/**
 * Stores runs together with their jobs. A row is keyed by name and time, so only one of any number of processes starts
 * the run. Returns the runs that this call has started.
 */
export async function startRuns(
  queue: Pick<Queue, 'enqueueMany'>,
  tx: Tx,
  starts: readonly Start[],
): Promise<readonly Start[]> {
  const runs = starts.map((start) => ({ ...start, jobId: newId<'job'>(start.scheduledFor) }))
  const inserted = await insertRuns(
    tx,
    runs.map(({ cron, scheduledFor, jobId, byUid = null }) => ({ name: cron.name, scheduledFor, jobId, byUid })),
  )
  const started = runs.filter(({ jobId }) => inserted.has(jobId))
  if (started.length === 0) return []
  const oldest = new Date(Math.min(...started.map(({ scheduledFor }) => scheduledFor.getTime())))
  const names = started.map(({ cron }) => cron.name)
  await deleteOldRuns(tx, names, before(oldest, keptMs))
  await queue.enqueueMany(
    tx,
    started.map(({ cron, scheduledFor, jobId }) => ({
      job: cron.job,
      data: { cron: cron.name, scheduledFor: scheduledFor.toISOString() },
      id: jobId,
    })),
  )
  return started
}

/** Makes the crons' handlers record when a run began, how it ended, and what went wrong. */
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
      const message = storable(error instanceof Error ? error.message : String(error), maxErrorChars)
      await recordEnd(db, key, { outcome: context.attempt > job.retries ? 'failed' : null, error: message })
      throw error
    }
    await recordEnd(db, key, { outcome: 'done', error: null })
  },
})
