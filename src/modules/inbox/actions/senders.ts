import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type InboxSenderId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { InboxDeps } from '../deps.ts'
import { eraseItems, findItemsBy, findSender } from '../store/erase.ts'

/** The items that one request erases. A person who said more is erased in several requests. */
const itemsMax = 10_000

/** Erases the name of a person, and what they said to the accounts of the profile on this network. */
export function eraseSender(deps: InboxDeps, caller: Caller, id: InboxSenderId) {
  return inTx(deps.db, async (tx) => {
    const sender = (await findSender(tx, id)) ?? refuse('inbox_sender_not_found')
    const { ownerUid } = await profileFor(tx, caller, sender.profileId, 'manage', { alsoReadOnly: true })
    if (sender.isUs)
      refuse('inbox_sender_not_found', { detail: 'This is the account itself. Only other people can be erased.' })
    const now = deps.clock.now()
    const items = await findItemsBy(tx, sender, itemsMax)
    await eraseItems(tx, items, now)
    await writeAudit(tx, { at: now, caller, ownerUid, action: 'inbox.sender_erased', subject: toWire('snd', id) })
    return { ok: true as const, items: items.length, isDone: items.length < itemsMax }
  })
}
