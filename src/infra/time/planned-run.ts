import type { Job } from '#infra/queue/index.ts'

/** The data of a scheduled run's job. */
export interface PlannedRun {
  readonly cron: string
  /** The scheduled time as ISO 8601, in UTC. */
  readonly scheduledFor: string
}

/** A job and its schedule. */
export interface Cron {
  readonly name: string
  readonly schedule: string
  /** Defaults to UTC. */
  readonly timezone?: string
  readonly job: Job<PlannedRun>
}
