import type { Claim } from '#infra/claim/index.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'

export type InboxDeps = AccountDeps

/** Dependencies for reading networks. */
export interface LookDeps extends InboxDeps {
  readonly claim: Claim
}
