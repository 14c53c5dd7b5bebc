import { CallFailed, type JsonObject } from '#connectors/connector.ts'
import type { InboxCall, ReadAgain, Recheck } from '#connectors/contract/inbox.ts'
import { answeredGone } from '#connectors/verdicts/verdicts.ts'
import type { LaneKey } from '#infra/claim/index.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import { after, days, hours, minutes } from '#kernel/clock.ts'
import type { ConversationId, InboxItemId } from '#kernel/ids.ts'
import { failNotBegun } from '#modules/publishing/index.ts'
import { keepingOn } from '#rules/inbox-keeping.ts'
import type { LookDeps } from '../deps.ts'
import { recordOutcomes } from '../replies/reply-owner.ts'
import { blankAnswersTo } from '../store/erase.ts'
import type { ReadAccount } from '../store/lanes.ts'
import {
  cancelUnapproved,
  type DueItem,
  findDueItems,
  isRecheckDue,
  lockAround,
  markDeleted,
  noteLooks,
  noteMissing,
  noteRecheck,
  type Pace,
  saveWords,
} from '../store/recheck.ts'

/**
 * Reads items of open conversations again, because networks do not list edits and deletions. An item is looked for an
 * hour after it was said, then after twice the time, and finally once a week. Regular readings that return it count as
 * looks. It is deleted once two looks in a row have missed it: networks lose items for minutes.
 */

const usual: Pace = { missedMs: hours(1), leastMs: hours(1), mostMs: days(7) }

function paceOn(network: ReadAccount['network']): Pace {
  const { lookMs } = keepingOn(network)
  return lookMs === undefined ? usual : { ...usual, leastMs: lookMs, mostMs: lookMs }
}
/** The time between searches for items that are due. */
const searchMs = minutes(30)
/** The limit of one turn. What is left is read in the next turn. */
const callsOfTurn = 4

type Call = InboxCall<JsonObject>

/** Looks again at items that are due, a limited number at a time. */
export async function recheckItems(
  deps: LookDeps,
  lane: LaneKey,
  { account, recheck, call }: { account: ReadAccount; recheck: Recheck<JsonObject>; call: Call },
): Promise<void> {
  const { db, clock, log } = deps
  const pace = paceOn(account.network)
  if (!(await isRecheckDue(db, account.id, clock.now()))) return
  try {
    for (let calls = 0; calls < callsOfTurn; calls += 1) {
      const items = await findDueItems(db, account.id, { now: clock.now(), limit: recheck.max, pace })
      if (items.length > 0) await storeLook(deps, lane, { account, items, look: await recheck.read(call, items) })
      if (items.length < recheck.max) return await pause(deps, account)
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    await pause(deps, account)
    log.warn({ event: 'inbox.recheck_failed', err: error, accountId: account.id }, 'Could not read comments again')
  }
}

const pause = async ({ db, clock }: LookDeps, { id }: ReadAccount): Promise<void> => {
  await noteRecheck(db, id, after(clock.now(), searchMs))
}

interface Look {
  readonly account: ReadAccount
  readonly items: readonly DueItem[]
  readonly look: ReadAgain
}

/** Stores the result of a look, while the lease holds. */
function storeLook(deps: LookDeps, lane: LaneKey, { account, items, look }: Look): Promise<void> {
  const idOf = new Map(items.map(({ remoteId, id }) => [remoteId, id]))
  const idsOf = (remoteIds: readonly string[]) => remoteIds.flatMap((one) => idOf.get(one) ?? [])
  return inTx(deps.db, async (tx) => {
    if (!(await deps.claim.stillHolds(tx, lane))) return
    const now = deps.clock.now()
    const missed = { ids: idsOf(look.missing), unclear: idsOf(look.unclear), now }
    const edited = await saveWords(tx, account.id, look.found, now)
    const deleted = await noteMissing(tx, missed)
    await noteLooks(tx, [...idOf.values()], now)
    const changed = deleted.length > 0 ? await deleteItems(deps, tx, deleted) : []
    await tellChanged(deps, tx, account, [...edited, ...changed])
  })
}

/** Marks items as deleted. Replies to them that have not begun fail like those that the network refuses. */
export async function deleteItems(
  deps: LookDeps,
  tx: Tx,
  ids: readonly InboxItemId[],
): Promise<readonly ConversationId[]> {
  const replies = await lockAround(tx, ids)
  const failed = await failNotBegun(tx, replies, { code: 'answered_gone', error: answeredGone.why })
  await recordOutcomes(deps, tx, failed)
  await cancelUnapproved(tx, ids, deps.clock.now())
  await blankAnswersTo(tx, ids)
  return markDeleted(tx, ids, deps.clock.now())
}

/** Tells subscribers about conversations that have changed at their network. */
export async function tellChanged(
  { emit }: Pick<LookDeps, 'emit'>,
  tx: Tx,
  { id: accountId, ownerUid, profileId, network }: ReadAccount,
  ids: readonly ConversationId[],
): Promise<void> {
  const about = { ownerUid, profileId, network, accountId, byUid: null }
  await emit(
    tx,
    ...[...new Set(ids)].map((conversationId) => ({ type: 'inbox.changed', conversationId, ...about }) as const),
  )
}
