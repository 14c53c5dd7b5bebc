import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { type AuditActor, writeAudit } from '#modules/audit/index.ts'
import {
  findUserByEmail,
  getIssuer,
  lockUser,
  type PresentedUser,
  presentUser,
  updateUser,
} from '#modules/identity/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { BillingDeps } from './deps.ts'
import { graceMs } from './find-plan-end.ts'
import type { CancelReason, SubscriptionStatus } from './schema.ts'
import { insertCancellation, listPastDue } from './store.ts'

/**
 * Sets the state of a subscription, as reported by the operator's payment provider. Returns false if the user does not
 * exist.
 */
export function setSubscription(
  deps: Pick<BillingDeps, 'db' | 'clock' | 'config'>,
  email: string,
  status: SubscriptionStatus,
): Promise<boolean> {
  return inTx(deps.db, async (tx) => {
    const found = await findUserByEmail(tx, email.trim(), getIssuer(deps.config))
    const user = found && (await lockUser(tx, found.id))
    if (!user) return false
    if (user.subscriptionStatus === status) return true
    const at = deps.clock.now()
    const pastDueSince = status === 'past_due' ? at : null
    await updateUser(tx, user.id, { subscriptionStatus: status, pastDueSince, updatedAt: at })
    await writeAudit(tx, {
      at,
      caller: null,
      ownerUid: user.id,
      action: 'subscription.changed',
      subject: toWire('usr', user.id),
      changes: { subscriptionStatus: { from: user.subscriptionStatus, to: status } },
    })
    return true
  })
}

/** Cancels the caller's subscription and stores the reason. The plan stays until the operator ends it. */
export function cancelSubscription(
  deps: BillingDeps,
  caller: Caller,
  { reason, comment }: { readonly reason: CancelReason; readonly comment?: string | undefined },
): Promise<PresentedUser> {
  return inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    if (user.subscriptionStatus === 'cancelled') return presentUser(deps, user)
    const at = deps.clock.now()
    await insertCancellation(tx, { uid: user.id, plan: user.plan, reason, comment: comment ?? null, at })
    await writeAudit(tx, {
      at,
      caller,
      ownerUid: user.id,
      action: 'subscription.cancelled',
      subject: toWire('usr', user.id),
      changes: { subscriptionStatus: { from: user.subscriptionStatus, to: 'cancelled' } },
    })
    const change = { subscriptionStatus: 'cancelled', pastDueSince: null, updatedAt: at } as const
    return presentUser(deps, await updateUser(tx, user.id, change))
  })
}

const atOnce = 100

/**
 * Moves accounts that have been past due for over seven days to the lowest plan and emails them. Everything stays
 * readable. Each account is a separate transaction, so the next run continues an interrupted one.
 */
export async function enforcePastDue(
  deps: BillingDeps,
  caller: AuditActor | null,
): Promise<{ readonly enforced: number }> {
  const since = before(deps.clock.now(), graceMs)
  let enforced = 0
  for (;;) {
    const due = await listPastDue(deps.db, since, atOnce)
    if (due.length === 0) break
    for (const uid of due) if (await enforce(deps, caller, uid, since)) enforced += 1
  }
  if (enforced > 0) deps.callers.clear()
  return { enforced }
}

function enforce(deps: BillingDeps, caller: AuditActor | null, uid: UserId, since: Date): Promise<boolean> {
  const [lowest = 'free'] = deps.plans.keys()
  return inTx(deps.db, async (tx) => {
    const user = await lockUser(tx, uid)
    if (user?.subscriptionStatus !== 'past_due' || !user.pastDueSince || user.pastDueSince >= since) return false
    const at = deps.clock.now()
    await updateUser(tx, uid, { plan: lowest, subscriptionStatus: 'cancelled', pastDueSince: null, updatedAt: at })
    await writeAudit(tx, {
      at,
      caller,
      ownerUid: uid,
      action: 'subscription.past_due_enforced',
      subject: toWire('usr', uid),
      changes: {
        plan: { from: user.plan, to: lowest },
        subscriptionStatus: { from: 'past_due', to: 'cancelled' },
        pastDueSince: { from: user.pastDueSince, to: null },
      },
    })
    if (user.plan !== lowest) await deps.emit(tx, { type: 'user.plan_changed', ownerUid: uid, plan: lowest })
    if (user.email !== null) {
      const values = { name: user.name, plan: user.plan, newPlan: lowest, url: deps.config.publicUrl }
      await queueMail(deps, tx, { to: user.email, locale: user.locale, template: 'plan-ended', values })
    }
    return true
  })
}
