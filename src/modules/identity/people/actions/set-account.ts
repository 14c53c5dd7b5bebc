import { inTx, type Tx } from '#infra/db/client.ts'
import type { Role } from '#kernel/caller.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { getIssuer } from '../../issuers.ts'
import { findUserByEmail, lockSuperadmins, lockUser, type User, updateUser } from '../store.ts'

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

/** Marks the address as verified if the operator knows that it belongs to the user. */
export function markEmailVerified(deps: Deps, email: string): Promise<AccountChange> {
  return change(deps, email, async (_tx, user) => ({ field: 'emailVerified', from: user.emailVerified, to: true }))
}

interface Wish {
  readonly field: 'role' | 'plan' | 'emailVerified'
  readonly from: string | boolean
  readonly to: string | boolean
}

async function change(
  deps: Deps,
  email: string,
  decide: (tx: Tx, user: User) => Promise<Wish | null>,
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
