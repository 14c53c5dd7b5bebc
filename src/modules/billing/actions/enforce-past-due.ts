import { inTx } from '#infra/db/client.ts'
import { before } from '#kernel/clock.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { type AuditActor, writeAudit } from '#modules/audit/index.ts'
import { lockUser, updateUser } from '#modules/identity/index.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { BillingDeps } from '../deps.ts'
import { graceMs } from '../grace.ts'
import { listPastDue } from '../store.ts'

const atOnce = 100

/**
 * Moves accounts that have been past due for over seven days to the lowest plan and mails them. Everything stays
 * readable. Each account is a separate transaction, so an interrupted run is continued by the next one.
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
