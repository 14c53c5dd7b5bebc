import type { Job } from '#infra/queue/index.ts'

/** The data of the job of a planned run. */
export interface PlannedRun {
  readonly cron: string
  /** The planned time as ISO 8601, in UTC. */
  readonly scheduledFor: string
}

/** A job and its schedule. */
export interface Cron {
  readonly name: string
  readonly schedule: string
  /** UTC when absent. */
  readonly timezone?: string
  readonly job: Job<PlannedRun>
}
