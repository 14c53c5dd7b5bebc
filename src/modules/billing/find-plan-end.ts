import type { Db } from '#infra/db/client.ts'
import { after, days } from '#kernel/clock.ts'
import type { UserId } from '#kernel/ids.ts'
import { findUser } from '#modules/identity/index.ts'
import type { Plans } from '#modules/plans/index.ts'

/** Returns the time at which an overdue payment ends a user's plan, and the next plan. Null if nothing is overdue. */
export async function findPlanEnd(
  { db, plans }: { readonly db: Db; readonly plans: Plans },
  uid: UserId,
): Promise<{ readonly at: Date; readonly nextPlan: string } | null> {
  const user = await findUser(db, uid)
  if (user?.subscriptionStatus !== 'past_due' || !user.pastDueSince) return null
  const [nextPlan = 'free'] = plans.keys()
  return { at: after(user.pastDueSince, graceMs), nextPlan }
}

/** The time after which an overdue payment ends the plan. */
export const graceMs = days(7)
