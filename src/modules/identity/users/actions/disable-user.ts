import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { lockUser, type User, updateUser } from '../../people/store.ts'
import { endUserSessions } from '../../sessions/store.ts'
import { requireNotAbove, requireOtherSuperadmin } from './change-user.ts'

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'emit' | 'callers'>

/**
 * Disables a user: all sessions end, API keys stop working, sign-in is refused, and posts are held. Nothing is deleted.
 */
export async function disableUser(deps: Deps, caller: Caller, uid: UserId, reason: string): Promise<User> {
  if (uid === caller.uid) refuse('own_user', { detail: 'Ask another administrator to disable your account.' })
  const changed = await inTx(deps.db, async (tx) => {
    await requireOtherSuperadmin(tx, uid)
    const user = (await lockUser(tx, uid)) ?? refuse('user_not_found')
    requireNotAbove(caller, user)
    if (user.disabledAt !== null) return user
    const now = deps.clock.now()
    const after = await updateUser(tx, uid, { disabledAt: now, disabledReason: reason, updatedAt: now })
    await endUserSessions(tx, uid, now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: uid,
      action: 'user.disabled',
      subject: toWire('usr', uid),
      changes: { disabledAt: { from: null, to: now }, reason: { from: null, to: reason } },
    })
    await deps.emit(tx, { type: 'user.disabled', ownerUid: uid })
    return after
  })
  deps.callers.clear()
  return changed
}

/** Enables a user again. API keys work immediately and held posts are published. The user must sign in again. */
export async function enableUser(deps: Deps, caller: Caller, uid: UserId): Promise<User> {
  const changed = await inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, uid)) ?? refuse('user_not_found')
    requireNotAbove(caller, user)
    if (user.disabledAt === null) return user
    const now = deps.clock.now()
    const after = await updateUser(tx, uid, { disabledAt: null, disabledReason: null, updatedAt: now })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: uid,
      action: 'user.enabled',
      subject: toWire('usr', uid),
      changes: { disabledAt: { from: user.disabledAt, to: null }, reason: { from: user.disabledReason, to: null } },
    })
    await deps.emit(tx, { type: 'user.enabled', ownerUid: uid })
    return after
  })
  deps.callers.clear()
  return changed
}
