import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Plans } from '#modules/plans/index.ts'
import type { SandboxDeps } from '#modules/sandbox/index.ts'
import type { WebhookHttp } from './webhook-http.ts'

export interface WebhookDeps extends SandboxDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly emit: Emit
  readonly queue: Pick<Queue, 'enqueue'>
  readonly plans: Plans
  readonly config: Pick<Config, 'webhookPolicy' | 'sandbox'>
  readonly webhookHttp: Pick<WebhookHttp, 'requireAllowed'>
}
