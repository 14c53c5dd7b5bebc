import type { Claim } from '#infra/claim/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'

export interface AnalyticsDeps extends AccountDeps {
  readonly queue: Pick<Queue, 'enqueue' | 'enqueueMany'>
}

/** Dependencies for reading metrics from networks. */
export interface LookDeps extends AnalyticsDeps {
  readonly claim: Claim
}
