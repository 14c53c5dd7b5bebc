import type { Db } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import type { HighWater } from './high-water.ts'

export interface InstallationDeps {
  readonly db: Db
  readonly clock: Clock
  readonly highWater: HighWater
  /** True when the database lies in the data folder, so that a copy of the folder is a copy of the database. */
  readonly isEmbedded?: boolean
  /** Null when PUBLIC_URL is not set. */
  readonly publicUrl: string | null
  /** The time for which a start waits, after a failover, for a process that lived through it. */
  readonly voucherWithinMs?: number
}
