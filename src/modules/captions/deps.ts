import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Plans } from '#modules/plans/index.ts'

export interface CaptionDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly plans: Plans
  readonly outbound: Pick<Outbound, 'request'>
  readonly config: Pick<Config, 'ai'>
}
