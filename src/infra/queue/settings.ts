import { deadLetters, type Job } from './job.ts'

/** A worker that is silent for so long is taken for dead, and its jobs are tried again elsewhere. */
export const heartbeatSeconds = 30
/** What the pinned pg-boss makes of its schema. A database that shows it, and our queues, needs no installing. */
export const schemaVersion = 43

/** Past a job's own limit, for its handler to notice the abort before the job is taken away from it. */
const expiryGraceSeconds = 30
const hour = 3_600

export interface QueueSettings {
  readonly name: string
  readonly retryLimit?: number
  /** Only a crash waits for it, and has waited for the heartbeat already; our own failures set their own delay. */
  readonly retryDelay?: number
  readonly expireInSeconds?: number
  readonly heartbeatSeconds?: number
  readonly retentionSeconds: number
  readonly deleteAfterSeconds: number
  readonly deadLetter?: string
}

/** The queues that these jobs need; the dead letters come first, since the others name them. */
export function queuesOf(jobs: readonly Job[]): readonly QueueSettings[] {
  const dead = { name: deadLetters, retentionSeconds: 30 * 24 * hour, deleteAfterSeconds: hour }
  const living = jobs.map((job) => ({
    name: job.name,
    retryLimit: job.retries,
    retryDelay: 0,
    expireInSeconds: Math.ceil(job.expireAfterMs / 1_000) + expiryGraceSeconds,
    heartbeatSeconds,
    retentionSeconds: 14 * 24 * hour,
    deleteAfterSeconds: hour,
    deadLetter: deadLetters,
  }))
  return [dead, ...living]
}
