import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { lockUser } from '../../people/store.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../recovery-codes.ts'
import { refuseUnproved, type SecondFactorDeps } from '../second-factor.ts'
import { countRecoveryCodes, findSecondFactor, replaceRecoveryCodes } from '../store.ts'
import { requireSecondFactor } from './require-second-factor.ts'

/** Creates ten new recovery codes and invalidates the previous ones. */
export async function generateRecoveryCodes(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string | undefined,
): Promise<{ readonly recoveryCodes: string[] }> {
  await requireSecondFactor(deps, caller, code)
  const now = deps.clock.now()
  const recoveryCodes = newRecoveryCodes()
  await inTx(deps.db, async (tx) => {
    await lockUser(tx, caller.uid)
    // The factor may have been removed since its code was checked.
    if (!(await findSecondFactor(tx, caller.uid))?.sealedSecret) refuseUnproved({ kind: 'not-enrolled' })
    const left = await countRecoveryCodes(tx, caller.uid)
    await replaceRecoveryCodes(tx, caller.uid, recoveryCodes.map(hashRecoveryCode), now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: caller.uid,
      action: 'second_factor.recovery_codes_replaced',
      subject: toWire('usr', caller.uid),
      changes: { recoveryCodesLeft: { from: left, to: recoveryCodes.length } },
    })
  })
  return { recoveryCodes }
}
