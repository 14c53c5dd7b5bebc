import type { Db } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import type { HighWater } from './high-water.ts'

export interface InstallationDeps {
  readonly db: Db
  readonly clock: Clock
  readonly highWater: HighWater
  /** True if the database is in the data folder, so that a copy of the folder copies the database. */
  readonly isEmbedded?: boolean
  /** Null if PUBLIC_URL is not set. */
  readonly publicUrl: string | null
  /** Longest wait of a start, after a failover, for a process that was running during it. */
  readonly voucherWithinMs?: number
}
