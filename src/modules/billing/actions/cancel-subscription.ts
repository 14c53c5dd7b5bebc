import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { lockUser, type PresentedUser, presentUser, updateUser } from '#modules/identity/index.ts'
import type { BillingDeps } from '../deps.ts'
import type { CancelReason } from '../schema.ts'
import { insertCancellation } from '../store.ts'

/** Cancels the caller's subscription and keeps why. The plan stays until the operator ends it. */
export function cancelSubscription(
  deps: BillingDeps,
  caller: Caller,
  { reason, comment }: { readonly reason: CancelReason; readonly comment?: string | undefined },
): Promise<PresentedUser> {
  return inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    if (user.subscriptionStatus === 'cancelled') return presentUser(user)
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
    return presentUser(await updateUser(tx, user.id, change))
  })
}
