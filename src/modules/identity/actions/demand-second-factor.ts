import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { proveSecondFactor, refuseUnproved, type SecondFactorDeps } from '../second-factor.ts'

/**
 * For what a token alone must not be enough: wants the header `X-MFA-Code`. Without a factor it is 403
 * `mfa_enrolment_required`, without a code 403 `mfa_required`. The code is used up also when what follows fails, so this
 * comes right before the act, outside its transaction.
 */
export async function demandSecondFactor(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string | undefined,
): Promise<void> {
  const proof = await inTx(deps.db, (tx) => proveSecondFactor(deps, tx, caller, code, deps.clock.now()))
  if (proof.kind !== 'proved') refuseUnproved(proof)
}
