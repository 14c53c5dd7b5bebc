import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { getIssuer } from '../../issuers.ts'
import { findUserByEmail, lockUser, type User, updateUser } from '../../people/store.ts'
import { refuseUnproved, type SecondFactorDeps } from '../second-factor.ts'
import { deleteSecondFactor } from '../store.ts'
import { requireSecondFactor } from './require-second-factor.ts'

/** Removes the caller's second factor, after a check of one of its codes. */
export async function disableSecondFactor(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string | undefined,
): Promise<void> {
  await requireSecondFactor(deps, caller, code)
  await inTx(deps.db, async (tx) => {
    const user = await lockUser(tx, caller.uid)
    if (!user?.mfaEnabled) return refuseUnproved({ kind: 'not-enrolled' })
    await remove(tx, user, deps.clock.now(), caller)
  })
}

type SecondFactorReset = 'reset' | 'unknown-user' | 'not-enrolled'

/** Removes the second factor of a user who has lost both the app and the recovery codes, at the operator's request. */
export function resetSecondFactor(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'config'>,
  email: string,
): Promise<SecondFactorReset> {
  return inTx<SecondFactorReset>(deps.db, async (tx) => {
    const found = await findUserByEmail(tx, email.trim(), getIssuer(deps.config))
    const user = found && (await lockUser(tx, found.id))
    if (!user) return 'unknown-user'
    if (!user.mfaEnabled) return 'not-enrolled'
    await remove(tx, user, deps.clock.now(), null)
    return 'reset'
  })
}

/** Removes a second factor whose secret was sealed with a lost key: codes from the app can no longer be checked. */
export async function abandonSecondFactor(deps: Pick<IdentityDeps, 'clock'>, tx: Tx, uid: UserId): Promise<void> {
  const user = await lockUser(tx, uid)
  if (user) await remove(tx, user, deps.clock.now(), null)
}

async function remove(tx: Tx, user: User, now: Date, caller: Caller | null): Promise<void> {
  await deleteSecondFactor(tx, user.id)
  await updateUser(tx, user.id, { mfaEnabled: false, updatedAt: now })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: user.id,
    action: 'second_factor.removed',
    subject: toWire('usr', user.id),
    changes: { mfaEnabled: { from: true, to: false } },
  })
}
