import type { Queue } from '#infra/queue/index.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'

export interface AnalyticsDeps extends AccountDeps {
  readonly queue: Pick<Queue, 'enqueue' | 'enqueueMany'>
}
