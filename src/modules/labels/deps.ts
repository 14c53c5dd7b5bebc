import type { Db } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'

export interface LabelDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly emit: Emit
  readonly queue: Pick<Queue, 'enqueue'>
}
