import type { Tx } from '#infra/db/client.ts'
import type { Heard } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import { isWanted, readPrefs } from '#modules/alerts/index.ts'
import { announceInSlack } from './slack/notices/announce.ts'
import { tellChatsOfAlert } from './telegram/notify.ts'

/** Tells an administrator of alerts in the chats that are linked to them, as far as their preferences say so. */
export async function tellOfAlerts(
  deps: { readonly queue: Pick<Queue, 'enqueueMany'> },
  tx: Tx,
  events: readonly Heard<'alert.raised' | 'alert.closed'>[],
): Promise<void> {
  for (const event of events) {
    const prefs = await readPrefs(tx, event.ownerUid)
    if (!prefs.chat || !isWanted(event, prefs)) continue
    await tellChatsOfAlert(tx, event)
    await announceInSlack(deps, tx, [event])
  }
}
