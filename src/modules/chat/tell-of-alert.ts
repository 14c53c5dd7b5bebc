import type { Tx } from '#infra/db/client.ts'
import type { Heard } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import { isWanted, readPrefs } from '#modules/alerts/index.ts'
import { announceInSlack } from './slack/notices/announce.ts'
import { tellChatsOfAlert } from './telegram/notify.ts'

/** Tells an administrator of an alert in the chats that are linked to them, as far as their preferences say so. */
export async function tellOfAlert(
  deps: { readonly queue: Pick<Queue, 'enqueue'> },
  tx: Tx,
  event: Heard<'alert.raised' | 'alert.closed'>,
): Promise<void> {
  const prefs = await readPrefs(tx, event.ownerUid)
  if (!prefs.chat || !isWanted(event, prefs)) return
  await tellChatsOfAlert(tx, event)
  await announceInSlack(deps, tx, event)
}
