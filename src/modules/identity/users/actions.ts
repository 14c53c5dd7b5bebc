import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import { type Caller, hasRole, type Role } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { fromWire, toWire, type UserId } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { type AuditEntry, writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { lockSuperadmins, lockUser, type User, updateUser } from '../people/store.ts'
import { endUserSessions } from '../session-store.ts'
import { countUsers, selectUsers } from './store.ts'

interface UserSearch {
  readonly q?: string | undefined
  readonly tier?: string | undefined
  readonly role?: Role | undefined
  readonly page: number
  readonly pageSize: number
}

/**
 * Finds users by ID, or by the beginnings of words in their names and email addresses: `ada exam` finds
 * ada@example.com. The search uses an index, so it is fast even with 100,000 users. Text in the middle of a word does
 * not match.
 */
export async function searchUsers(
  db: Db,
  { q, tier, role, page, pageSize }: UserSearch,
): Promise<{ readonly users: User[]; readonly total: number }> {
  const uid = q === undefined ? null : fromWire('usr', q.trim())
  const words = uid === null ? splitWords(q ?? '') : []
  const isBlank = q !== undefined && q.trim() !== '' && uid === null && words.length === 0
  if (isBlank) return { users: [], total: 0 }
  const filter = { words, uid, plan: tier ?? null, role: role ?? null }
  const users = await selectUsers(db, filter, { offset: (page - 1) * pageSize, limit: pageSize })
  return { users, total: await countUsers(db, filter) }
}

const wordsMax = 10

/** Splits at spaces and ASCII punctuation, like `ph.words_of`. */
const splitWords = (q: string): string[] =>
  q
    .normalize('NFC')
    .split(/[\s!-/:-@[-`{-~]+/)
    .filter((word) => word !== '')
    .slice(0, wordsMax)

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
async function requireOtherSuperadmin(tx: Tx, uid: UserId): Promise<void> {
  const superadmins = await lockSuperadmins(tx)
  if (superadmins.includes(uid) && superadmins.length < 2) refuse('last_superadmin')
}

/** Rejects a change to a user whose role is higher than the caller's. */
function requireNotAbove(caller: Caller, user: Pick<User, 'role'>): void {
  if (!hasRole(caller.role, user.role))
    refuse('role_required', { detail: `This requires the role ${user.role}, but your role is ${caller.role}.` })
}

type StatusDeps = Pick<IdentityDeps, 'db' | 'clock' | 'emit' | 'callers'>

/**
 * Disables a user: all sessions end, API keys stop working, sign-in is refused, and posts are held. Nothing is deleted.
 */
export async function disableUser(deps: StatusDeps, caller: Caller, uid: UserId, reason: string): Promise<User> {
  if (uid === caller.uid) refuse('own_user', { detail: 'Ask another administrator to disable your account.' })
  const changed = await inTx(deps.db, async (tx) => {
    await requireOtherSuperadmin(tx, uid)
    const user = (await lockUser(tx, uid)) ?? refuse('user_not_found')
    requireNotAbove(caller, user)
    return await disableAccount(deps, tx, user, { actor: caller, reason })
  })
  deps.callers.clear()
  return changed
}

/** Disables an account whose row is locked. Call `callers.clear` after the commit. */
export async function disableAccount(
  deps: Pick<IdentityDeps, 'clock' | 'emit'>,
  tx: Tx,
  user: User,
  { actor, reason }: { readonly actor: AuditEntry['caller']; readonly reason: string },
): Promise<User> {
  if (user.disabledAt !== null) return user
  const now = deps.clock.now()
  const after = await updateUser(tx, user.id, { disabledAt: now, disabledReason: reason, updatedAt: now })
  await endUserSessions(tx, user.id, now)
  await writeAudit(tx, {
    at: now,
    caller: actor,
    ownerUid: user.id,
    action: 'user.disabled',
    subject: toWire('usr', user.id),
    changes: { disabledAt: { from: null, to: now }, reason: { from: null, to: reason } },
  })
  await deps.emit(tx, { type: 'user.disabled', ownerUid: user.id })
  return after
}

/** Enables an account whose row is locked. Call `callers.clear` after the commit. */
export async function enableAccount(
  deps: Pick<IdentityDeps, 'clock' | 'emit'>,
  tx: Tx,
  user: User,
  actor: AuditEntry['caller'],
): Promise<User> {
  if (user.disabledAt === null) return user
  const now = deps.clock.now()
  const after = await updateUser(tx, user.id, { disabledAt: null, disabledReason: null, updatedAt: now })
  await writeAudit(tx, {
    at: now,
    caller: actor,
    ownerUid: user.id,
    action: 'user.enabled',
    subject: toWire('usr', user.id),
    changes: { disabledAt: { from: user.disabledAt, to: null }, reason: { from: user.disabledReason, to: null } },
  })
  await deps.emit(tx, { type: 'user.enabled', ownerUid: user.id })
  return after
}

/** Enables a user again. API keys work immediately and held posts are published. The user must sign in again. */
export async function enableUser(deps: StatusDeps, caller: Caller, uid: UserId): Promise<User> {
  const changed = await inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, uid)) ?? refuse('user_not_found')
    requireNotAbove(caller, user)
    return await enableAccount(deps, tx, user, caller)
  })
  deps.callers.clear()
  return changed
}

/** Revokes all of a user's sessions on all devices. API keys keep working. */
export async function signOutEverywhere(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'callers'>,
  caller: Caller,
  uid: UserId,
): Promise<void> {
  await inTx(deps.db, async (tx) => {
    requireNotAbove(caller, (await lockUser(tx, uid)) ?? refuse('user_not_found'))
    const now = deps.clock.now()
    await endUserSessions(tx, uid, now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: uid,
      action: 'user.signed_out_everywhere',
      subject: toWire('usr', uid),
    })
  })
  deps.callers.clear()
}
