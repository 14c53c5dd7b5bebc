import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Clock } from '#kernel/clock.ts'

export interface PlatformDeps {
  readonly db: Db
  readonly clock: Clock
  readonly emit: Emit
  readonly config: Pick<Config, 'networks' | 'publicUrl' | 'sandbox'>
  /** Loads the settings that are stored in the database. */
  readonly secretsInForce: { refresh(): Promise<boolean> }
}
