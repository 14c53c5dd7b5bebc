import type { Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import type { UserId } from '#kernel/ids.ts'
import { changeRule } from './rule-for.ts'
import { lockRulesOfZone } from './store.ts'

/** Plans the next runs of the rules that follow the time zone of a user, after the user has changed it. */
export async function replanRules({ clock }: { readonly clock: Clock }, tx: Tx, uid: UserId): Promise<void> {
  const now = clock.now()
  for (const rule of await lockRulesOfZone(tx, uid)) await changeRule(tx, rule, {}, now)
}
