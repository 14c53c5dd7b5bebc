import type { Claim } from '#infra/claim/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'

export interface AnalyticsDeps extends AccountDeps {
  readonly queue: Pick<Queue, 'enqueue' | 'enqueueMany'>
}

/** Deps for looks at accounts. */
export interface LookDeps extends AnalyticsDeps {
  readonly claim: Claim
}
