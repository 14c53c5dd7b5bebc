import { inTx } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { findUserByEmail, getIssuer, lockUser, updateUser } from '#modules/identity/index.ts'
import type { BillingDeps } from '../deps.ts'
import type { SubscriptionStatus } from '../schema.ts'

/** Sets the state of a subscription, as the operator's payment provider reports it. False: there is no such user. */
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
