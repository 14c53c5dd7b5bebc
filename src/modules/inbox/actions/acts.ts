import type { ActKind } from '#connectors/contract/inbox-acts.ts'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type InboxItemId, toWire } from '#kernel/ids.ts'
import type { Right } from '#kernel/rights.ts'
import { accountFor } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { listPossibleActs } from '../acts/possible-acts.ts'
import { initialOf, stateOf } from '../acts/present-acts.ts'
import type { InboxDeps } from '../deps.ts'
import { listMissingForAct, sayMissingForAct } from '../missing-scopes.ts'
import type { ItemChanges } from '../schema/acts.ts'
import { type ActedItem, endActsOf, readActedItems, touchConversation, wish } from '../store/acts.ts'
import { lockConversation } from '../store/conversations.ts'
import { presentOneItem } from './conversations.ts'

/** Reads one item. */
export async function readItem(deps: InboxDeps, caller: Caller, id: InboxItemId) {
  const { profileId } = await itemOf(deps.db, id)
  await profileFor(deps.db, caller, profileId, 'read')
  return presentOneItem(deps, deps.db, id)
}

/** Likes or hides an item, or undoes it. The account's lane carries it out. */
export function changeItem(deps: InboxDeps, caller: Caller, id: InboxItemId, { liked, hidden }: ItemChanges) {
  const wanted = [
    { act: 'like', wanted: liked },
    { act: 'hide', wanted: hidden },
  ] as const
  return act(deps, caller, id, { right: 'publish', wanted })
}

/** Removes an item from its network. */
export const removeItem = (deps: InboxDeps, caller: Caller, id: InboxItemId) =>
  act(deps, caller, id, { right: 'manage', wanted: [{ act: 'remove', wanted: true }] })

interface Wanted {
  readonly right: Right
  readonly wanted: readonly { readonly act: ActKind; readonly wanted: boolean | undefined }[]
}

function act(deps: InboxDeps, caller: Caller, id: InboxItemId, { right, wanted }: Wanted) {
  return inTx(deps.db, async (tx) => {
    const { accountId, conversationId, profileId, network } = await itemOf(tx, id)
    const { ownerUid, scopes } = await accountFor(tx, caller, accountId, right)
    await lockConversation(tx, conversationId)
    const item = await itemOf(tx, id)
    const changes: Record<string, { readonly from: boolean; readonly to: boolean }> = {}
    for (const one of wanted) {
      if (one.wanted === undefined || isSettled(item, one.act, one.wanted)) continue
      requirePossible(deps, item, { act: one.act, scopes, toWire: toWire('acc', accountId) })
      const from = stateOf(item, one.act)
      await record(deps, tx, caller, item, { act: one.act, wanted: one.wanted })
      changes[fields[one.act]] = { from, to: one.wanted }
    }
    if (Object.keys(changes).length === 0) return presentOneItem(deps, tx, id)
    await touchConversation(tx, conversationId)
    const about = { ownerUid, profileId, accountId, network, conversationId }
    await deps.emit(tx, { type: 'inbox.changed', byUid: caller.uid, ...about })
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid,
      action: right === 'manage' ? 'inbox.item_removed' : 'inbox.item_changed',
      subject: toWire('conv', conversationId),
      changes: right === 'manage' ? {} : changes,
    })
    return presentOneItem(deps, tx, id)
  })
}

/** The names of acts as fields of an item. */
const fields: Readonly<Record<ActKind, string>> = { like: 'liked', hide: 'hidden', remove: 'removed' }

/** True if an item is, or is about to be, as it is wanted. One that failed is wanted again. */
function isSettled(item: ActedItem, kind: ActKind, wanted: boolean): boolean {
  const row = item.acts.find((one) => one.act === kind)
  return stateOf(item, kind) === wanted && (row === undefined || row.isDue || row.wanted === wanted)
}

async function record(
  { clock }: InboxDeps,
  tx: Tx,
  { uid: byUid }: Caller,
  item: ActedItem,
  { act: kind, wanted }: { readonly act: ActKind; readonly wanted: boolean },
): Promise<void> {
  const { id: itemId, accountId } = item
  if (kind === 'remove') await endActsOf(tx, itemId)
  await wish(tx, { itemId, accountId, act: kind, wanted, initial: initialOf(item, kind), byUid, at: clock.now() })
}

interface Possible {
  readonly act: ActKind
  readonly scopes: readonly string[]
  readonly toWire: string
}

/** Refuses what the network cannot do with the item, or what the account has not been granted. */
function requirePossible(
  { connectors }: InboxDeps,
  item: ActedItem,
  { act: kind, scopes, toWire: wire }: Possible,
): void {
  const connector = connectors[item.network]
  if (!listPossibleActs(connector, item).includes(kind)) refuse('act_not_available', { detail: whyNot(item, kind) })
  const missing = listMissingForAct(connector, kind, scopes)
  if (missing.length === 0) return
  refuse('inbox_scope_missing', {
    detail: `${sayMissingForAct(kind, missing)} Request it with POST /v1/connections/${wire}/upgrade-scopes.`,
  })
}

function whyNot({ isGone, direction, isOwnPost, network }: ActedItem, kind: ActKind): string {
  if (isGone) return 'It was removed, or its words are no longer stored.'
  if (kind === 'remove' && (isOwnPost || direction === 'out'))
    return 'Only replies that were written in the inbox can be removed. Remove posts at the network.'
  if (direction === 'out') return 'The account itself said this.'
  return `The network (${network}) does not offer this for this item.`
}

const itemOf = async (db: Db, id: InboxItemId): Promise<ActedItem> =>
  (await readActedItems(db, [id])).get(id) ?? refuse('inbox_item_not_found')
