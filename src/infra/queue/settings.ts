import { deadLetters, type Job } from './job.ts'

/** A worker that is silent for this long counts as dead, and its jobs are tried again elsewhere. */
export const heartbeatSeconds = 30
/** The schema version of the pinned pg-boss. A database with this version and our queues needs no installation. */
export const schemaVersion = 43

/** Time beyond a job's own limit in which its handler can notice the abort before the job is taken away. */
const expiryGraceSeconds = 30
const hour = 3_600

export interface QueueSettings {
  readonly name: string
  readonly retryLimit?: number
  /** Applies after a crash only, which has already waited for the heartbeat. Our own failures set their own delay. */
  readonly retryDelay?: number
  readonly expireInSeconds?: number
  readonly heartbeatSeconds?: number
  readonly retentionSeconds: number
  readonly deleteAfterSeconds: number
  readonly deadLetter?: string
}

/** Returns the queues that these jobs need. The dead letters come first, since the others refer to them. */
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
