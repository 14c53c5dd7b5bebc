import { inTx, type Tx } from '#infra/db/client.ts'
import { type Caller, hasRole, type Role } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { lockSuperadmins, lockUser, type User, updateUser } from '../../people/store.ts'

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'emit' | 'callers' | 'plans'>

interface UserChange {
  readonly role?: Role | undefined
  readonly plan?: string | undefined
}

/**
 * Changes a user's role or plan. Only superadmins can change roles, but not their own, and the last superadmin always
 * remains. Takes effect immediately in this process, and within a second in every other process.
 */
export async function changeUser(deps: Deps, caller: Caller, uid: UserId, params: UserChange): Promise<User> {
  if (params.plan !== undefined && !deps.plans.has(params.plan))
    refuseInput({ path: '/plan', code: 'unknown_plan', message: `must be one of ${[...deps.plans.keys()].join(', ')}` })
  const changed = await inTx(deps.db, async (tx) => {
    if (params.role !== undefined) await requireRoleChange(tx, caller, uid, params.role)
    const user = (await lockUser(tx, uid)) ?? refuse('user_not_found')
    requireNotAbove(caller, user)
    const { values, audit, isEmpty } = changesBetween(user, params)
    if (isEmpty) return user
    const now = deps.clock.now()
    const after = await updateUser(tx, uid, { ...values, updatedAt: now })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: uid,
      action: 'user.updated',
      subject: toWire('usr', uid),
      changes: audit,
    })
    if (after.plan !== user.plan) await deps.emit(tx, { type: 'user.plan_changed', ownerUid: uid, plan: after.plan })
    return after
  })
  deps.callers.clear()
  return changed
}

async function requireRoleChange(tx: Tx, caller: Caller, uid: UserId, role: Role): Promise<void> {
  if (!hasRole(caller.role, 'superadmin')) refuse('role_required', { detail: 'Only superadmins can change roles.' })
  if (uid === caller.uid) refuse('own_user', { detail: 'Ask another superadmin to change your role.' })
  if (role !== 'superadmin') await requireOtherSuperadmin(tx, uid)
}

/** Rejects a change that would leave the installation without a superadmin who can sign in. */
export async function requireOtherSuperadmin(tx: Tx, uid: UserId): Promise<void> {
  const superadmins = await lockSuperadmins(tx)
  if (superadmins.includes(uid) && superadmins.length < 2) refuse('last_superadmin')
}

/** Rejects a change to a user whose role is higher than the caller's. */
export function requireNotAbove(caller: Caller, user: Pick<User, 'role'>): void {
  if (!hasRole(caller.role, user.role))
    refuse('role_required', { detail: `This requires the role ${user.role}, but your role is ${caller.role}.` })
}
