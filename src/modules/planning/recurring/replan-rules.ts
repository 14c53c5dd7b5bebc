import type { Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import type { UserId } from '#kernel/ids.ts'
import { changeRule } from './rule-for.ts'
import { deleteExceptions, lockRulesOfZone } from './store.ts'

/**
 * Plans the next runs of the rules that follow the time zone of a user, after the user has changed it. As with a new time
 * zone of the rule itself, runs that would be over there are left out, and what was skipped or moved is forgotten.
 */
export async function replanRules({ clock }: { readonly clock: Clock }, tx: Tx, uid: UserId): Promise<void> {
  const now = clock.now()
  for (const rule of await lockRulesOfZone(tx, uid)) {
    await deleteExceptions(tx, rule.id, now, null)
    const decidedUntil = rule.decidedUntil > now ? rule.decidedUntil : now
    await changeRule(tx, rule, { decidedUntil }, now)
  }
}
