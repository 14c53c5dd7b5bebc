import type { Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import type { UserId } from '#kernel/ids.ts'
import { changeRule } from './rule-for.ts'
import { deleteExceptions, lockRulesOfZone } from './store.ts'

/**
 * Reschedules the rules that follow a user's time zone after the user has changed it. As with a new time zone of the
 * rule itself, runs that would be in the past there are left out, and skipped and moved runs are discarded.
 */
export async function replanRules({ clock }: { readonly clock: Clock }, tx: Tx, uid: UserId): Promise<void> {
  const now = clock.now()
  for (const rule of await lockRulesOfZone(tx, uid)) {
    await deleteExceptions(tx, rule.id, now, null)
    const decidedUntil = rule.decidedUntil > now ? rule.decidedUntil : now
    await changeRule(tx, rule, { decidedUntil }, now)
  }
}
