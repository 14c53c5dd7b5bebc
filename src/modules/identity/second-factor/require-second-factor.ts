import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { proveSecondFactor, refuseUnproved, type SecondFactorDeps } from './second-factor.ts'

/**
 * Requires the header `X-MFA-Code`, for operations where a token alone must not be enough. Refuses with 403
 * `mfa_enrolment_required` if the user has no factor, and with 403 `mfa_required` if no code is sent. The code is used
 * up even if the operation then fails, so call this right before the operation, outside its transaction.
 */
export async function requireSecondFactor(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string | undefined,
): Promise<void> {
  const proof = await inTx(deps.db, (tx) => proveSecondFactor(deps, tx, caller, code, deps.clock.now()))
  if (proof.kind !== 'proved') refuseUnproved(proof)
}

/** Requires the header `X-MFA-Code` of users who have a second factor. The code is used up even if the operation fails. */
export async function requireCodeIfEnrolled(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string | undefined,
): Promise<void> {
  const proof = await inTx(deps.db, (tx) => proveSecondFactor(deps, tx, caller, code, deps.clock.now()))
  if (proof.kind !== 'proved' && proof.kind !== 'not-enrolled') refuseUnproved(proof)
}
