import type { ActKind } from '#connectors/contract/inbox-acts.ts'
import type { Db } from '#infra/db/client.ts'
import type { InboxItemId } from '#kernel/ids.ts'
import type { InboxDeps } from '../deps.ts'
import { type ActedItem, type ActRow, readActedItems } from '../store/acts.ts'
import { listPossibleActs } from './possible-acts.ts'

/** The state of an item at its network before anything was done from here. */
export const initialOf = ({ held }: Pick<ActedItem, 'held'>, act: ActKind): boolean => act === 'hide' && held !== null

/** The state to show: what is wanted, until it turns out that it cannot be had. */
export function stateOf(item: ActedItem, kind: ActKind): boolean {
  const row = item.acts.find(({ act }) => act === kind)
  return row ? (row.isDue ? row.wanted : row.done) : initialOf(item, kind)
}

/** Presents what can be done with items, and what was done. */
export async function presentActs({ connectors }: Pick<InboxDeps, 'connectors'>, db: Db, ids: readonly InboxItemId[]) {
  const items = await readActedItems(db, ids)
  return (id: InboxItemId) => {
    const item = items.get(id)
    if (!item) return nothing
    return {
      liked: stateOf(item, 'like'),
      hidden: stateOf(item, 'hide'),
      removedAt: item.removedAt,
      canAct: [...listPossibleActs(connectors[item.network], item)],
      acts: item.acts.flatMap(presentOpen),
    }
  }
}

const nothing = { liked: false, hidden: false, removedAt: null, canAct: [], acts: [] }

/** Presents an act that the network has not confirmed. */
function presentOpen({ act, wanted, isDue, problem }: ActRow) {
  if (!isDue && problem === null) return []
  const state = isDue ? ('waiting' as const) : ('failed' as const)
  return [{ act, wanted, state, errorCode: problem?.code ?? null, error: problem?.message ?? null }]
}
