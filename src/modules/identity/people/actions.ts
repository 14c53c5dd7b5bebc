import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller, Role } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { type FaceLinkDeps, nameFace } from '#modules/faces/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import { getLimit, type Limit, limitNames } from '#modules/plans/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { embeddedIssuer, getIssuer } from '../issuers.ts'
import { requireFreshSignIn } from '../require-fresh-sign-in.ts'
import { deleteInvitesTo } from '../sign-up/store.ts'
import { takeAvatar } from './photo.ts'
import { type PresentedUser, presentUser } from './present.ts'
import type { UpdateMeInput } from './schema.ts'
import {
  type Access,
  countAccess,
  deleteUser,
  findUser,
  findUserByEmail,
  hashSubject,
  lockSuperadmins,
  lockUser,
  type User,
  updateUser,
  upsertDeparture,
} from './store.ts'

/** Returns the caller's account. Refuses with `unauthenticated` if the account was deleted a moment ago. */
export async function readMe(deps: FaceLinkDeps, db: Db, caller: Caller): Promise<PresentedUser> {
  return presentUser(deps, (await findUser(db, caller.uid)) ?? refuse('unauthenticated'))
}

/** Changes the given fields that differ. A request that changes nothing writes no audit entry. */
export function updateMe(deps: IdentityDeps, caller: Caller, input: UpdateMeInput): Promise<PresentedUser> {
  return inTx(deps.db, async (tx) => {
    const found = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const chooses = input.locale !== undefined && !found.localeChosen
    const user = chooses ? await updateUser(tx, found.id, { localeChosen: true }) : found
    const { avatar: given, ...rest } = input
    const avatar = given === undefined ? {} : await takeAvatar(deps, tx, user, given)
    const { values, audit, isEmpty } = changesBetween(user, { ...rest, ...avatar })
    if (isEmpty) return presentUser(deps, user)
    const now = deps.clock.now()
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: 'user.updated',
      subject: toWire('usr', user.id),
      changes: nameFace(audit),
    })
    const changed = await updateUser(tx, user.id, { ...values, updatedAt: now })
    if (changed.timezone !== user.timezone) await deps.emit(tx, { type: 'user.timezone_changed', ownerUid: user.id })
    return presentUser(deps, changed)
  })
}

/**
 * Deletes the account. Everything that belongs to the user is deleted in this one transaction, so that nothing of a
 * deleted user can still be published. The audit log only keeps who, what and when.
 */
export async function deleteMe(deps: IdentityDeps, caller: Caller): Promise<void> {
  const now = deps.clock.now()
  requireFreshSignIn(caller, now, 'Sign in again, then delete the account within 15 minutes.')
  await inTx(deps.db, async (tx) => {
    if ((await findUser(tx, caller.uid))?.role === 'superadmin' && (await lockSuperadmins(tx)).length < 2) {
      refuse('last_superadmin')
    }
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: 'user.deleted',
      subject: toWire('usr', user.id),
    })
    for (const erase of deps.erasers) await erase(tx, user.id)
    await deps.emit(tx, { type: 'user.deleted', ownerUid: user.id })
    if (user.email !== null) {
      await deleteInvitesTo(tx, user.email)
      const values = { name: user.name, url: deps.config.publicUrl }
      await queueMail(deps, tx, { to: user.email, locale: user.locale, template: 'goodbye', values })
    }
    if (user.issuer !== embeddedIssuer) await upsertDeparture(tx, hashSubject(user.issuer, user.subject), now)
    await deleteUser(tx, user.id)
  })
  deps.callers.clear()
}

interface UsedLimit {
  readonly name: Limit
  readonly used: number
  readonly limit: number | null
  readonly resetsAt: Date | null
}

/** Returns the usage of each plan limit that has a meter. */
export async function readUsage(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'plans' | 'meters'>,
  caller: Pick<Caller, 'uid' | 'plan'>,
): Promise<{ readonly plan: string; readonly limits: UsedLimit[] }> {
  const now = deps.clock.now()
  const limits: UsedLimit[] = []
  for (const name of limitNames) {
    const meter = deps.meters[name]
    if (!meter) continue
    limits.push({
      name,
      used: await meter(deps.db, caller.uid),
      limit: getLimit(deps.plans, caller.plan, name),
      resetsAt: name.endsWith('PerMonth') ? nextMonth(now) : null,
    })
  }
  return { plan: caller.plan, limits }
}

const nextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))

/** The outcome of a change requested by the operator. */
export type AccountChange =
  | { readonly kind: 'changed' }
  | { readonly kind: 'unknown-user' }
  | { readonly kind: 'last-superadmin' }

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'config' | 'emit' | 'callers'>

/**
 * Sets a user's role. The change takes effect immediately in this process, and within a second in every other process.
 */
export function setRole(deps: Deps, email: string, role: Role): Promise<AccountChange> {
  return change(deps, email, async (tx, user) => {
    if (user.role === 'superadmin' && role !== 'superadmin' && (await lockSuperadmins(tx)).length < 2) return null
    return { field: 'role', from: user.role, to: role }
  })
}

export function setPlan(deps: Deps, email: string, plan: string): Promise<AccountChange> {
  return change(deps, email, async (_tx, user) => ({ field: 'plan', from: user.plan, to: plan }))
}

/**
 * Marks the address as verified if the operator knows that it belongs to the user. Nothing ends with it, unlike with a
 * confirmation by email: the operator knows whose account it is. `readAccess` says what stays.
 */
export function markEmailVerified(deps: Deps, email: string): Promise<AccountChange> {
  return change(deps, email, async (_tx, user) => ({ field: 'emailVerified', from: user.emailVerified, to: true }))
}

/** Reads what can sign in to an account in addition to its password. Null if no account has the address. */
export async function readAccess({ db, config }: Pick<Deps, 'db' | 'config'>, email: string): Promise<Access | null> {
  const user = await findUserByEmail(db, email.trim(), getIssuer(config))
  return user ? countAccess(db, user.id) : null
}

interface UserChange {
  readonly field: 'role' | 'plan' | 'emailVerified'
  readonly from: string | boolean
  readonly to: string | boolean
}

async function change(
  deps: Deps,
  email: string,
  decide: (tx: Tx, user: User) => Promise<UserChange | null>,
): Promise<AccountChange> {
  const outcome = await inTx<AccountChange>(deps.db, async (tx) => {
    const found = await findUserByEmail(tx, email.trim(), getIssuer(deps.config))
    if (!found) return { kind: 'unknown-user' }
    const params = await decide(tx, found)
    if (!params) return { kind: 'last-superadmin' }
    const user = await lockUser(tx, found.id)
    if (!user) return { kind: 'unknown-user' }
    if (params.from === params.to) return { kind: 'changed' }
    const now = deps.clock.now()
    await updateUser(tx, user.id, { [params.field]: params.to, updatedAt: now })
    await writeAudit(tx, {
      at: now,
      caller: null,
      ownerUid: user.id,
      action: 'user.updated',
      subject: toWire('usr', user.id),
      changes: { [params.field]: { from: params.from, to: params.to } },
    })
    if (params.field === 'plan') {
      await deps.emit(tx, { type: 'user.plan_changed', ownerUid: user.id, plan: String(params.to) })
    }
    return { kind: 'changed' }
  })
  deps.callers.clear()
  return outcome
}
