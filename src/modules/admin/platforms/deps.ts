import type { Config } from '#infra/config/load.ts'
import type { Db } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'

export interface PlatformDeps {
  readonly db: Db
  readonly clock: Clock
  readonly config: Pick<Config, 'networks' | 'publicUrl' | 'sandbox'>
}
