import type { Db } from '#infra/db/client.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Cron } from '#infra/time/planned-run.ts'
import type { Clock } from '#kernel/clock.ts'

export interface CronDeps {
  readonly db: Db
  readonly clock: Clock
  readonly queue: Pick<Queue, 'enqueueMany'>
  /** Every cron of this version. */
  readonly crons: readonly Cron[]
}
