import type { Db } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import type { IdentityDeps } from '#modules/identity/index.ts'
import type { Plans } from '#modules/plans/index.ts'

export interface BillingDeps {
  readonly db: Db
  readonly clock: Clock
  readonly emit: Emit
  readonly queue: Pick<Queue, 'enqueue'>
  readonly seal: Pick<Seal, 'seal'>
  readonly plans: Plans
  readonly config: IdentityDeps['config']
  readonly callers: IdentityDeps['callers']
}
