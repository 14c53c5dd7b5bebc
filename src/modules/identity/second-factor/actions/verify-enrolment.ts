import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { lockUser, updateUser } from '../../people/store.ts'
import { endUserSessions } from '../../sessions/store.ts'
import { hashRecoveryCode, newRecoveryCodes, normalizeCode } from '../recovery-codes.ts'
import {
  countWrongTry,
  findPause,
  type Proof,
  pendingSecretBinding,
  refuseUnproved,
  type SecondFactorDeps,
  secretBinding,
} from '../second-factor.ts'
import { enableSecondFactor, findSecondFactor, replaceRecoveryCodes } from '../store.ts'
import { matchingSteps } from '../totp.ts'

/**
 * The time that a started enrolment stays valid. A secret that was shown longer ago may have been seen by others since.
 */
const pendingMs = minutes(15)

/** Enables the second factor: the code proves that the app has the secret. The code is used up. */
export async function verifyEnrolment(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string,
): Promise<{ readonly enabled: true; readonly recoveryCodes: string[] }> {
  const now = deps.clock.now()
  const recoveryCodes = newRecoveryCodes()
  const proof = await inTx(deps.db, async (tx): Promise<Proof> => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const factor = await findSecondFactor(tx, user.id)
    if (!factor?.sealedPendingSecret || !factor.pendingSince || factor.pendingSince <= before(now, pendingMs)) {
      return refuse('mfa_enrolment_not_started', {
        detail: 'Start with POST /v1/admin/mfa/enroll/start, then send a code for its secret within 15 minutes.',
      })
    }
    const pause = findPause(factor, now)
    if (pause) return pause
    const secret = deps.seal.open(factor.sealedPendingSecret, pendingSecretBinding(user.id))
    const step = matchingSteps(secret, normalizeCode(code), now).at(-1)
    if (step === undefined) {
      await countWrongTry(deps, tx, user, factor, now)
      return { kind: 'wrong' }
    }
    await enableSecondFactor(tx, user.id, {
      sealedSecret: deps.seal.seal(secret, secretBinding(user.id)),
      enabledAt: now,
      lastUsedStep: step,
    })
    await replaceRecoveryCodes(tx, user.id, recoveryCodes.map(hashRecoveryCode), now)
    await updateUser(tx, user.id, { mfaEnabled: true, updatedAt: now })
    // These sessions were opened with only the password, or with the previous factor.
    await endUserSessions(tx, user.id, now, caller.sessionId)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: factor.sealedSecret ? 'second_factor.replaced' : 'second_factor.enabled',
      subject: toWire('usr', user.id),
      changes: user.mfaEnabled ? {} : { mfaEnabled: { from: false, to: true } },
    })
    return { kind: 'proved' }
  })
  if (proof.kind !== 'proved') refuseUnproved(proof)
  deps.callers.clear()
  return { enabled: true, recoveryCodes }
}
