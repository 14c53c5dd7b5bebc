import type { Db } from '#infra/db/client.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Clock } from '#kernel/clock.ts'

export interface QueueDeps {
  readonly db: Db
  readonly clock: Clock
  readonly queue: Pick<Queue, 'depth'>
}
