import { CallFailed, type JsonObject } from '#connectors/connector.ts'
import type { Inbox, InboxCall, Said, SaidPage } from '#connectors/contract/inbox.ts'
import type { LaneKey } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { after, before, minutes } from '#kernel/clock.ts'
import { httpFor, liveGrant } from '#modules/accounts/index.ts'
import type { LookDeps } from '../deps.ts'
import { listMissingScopes, sayMissing } from '../missing-scopes.ts'
import { runRules } from '../rules/run-rules.ts'
import {
  hasPostSince,
  type LookProblem,
  notePlace,
  parkReading,
  type ReadAccount,
  readAccountToRead,
} from '../store/lanes.ts'
import { findOwnPosts, findRoots, saveItems } from '../store/save-items.ts'
import {
  asksForPosts,
  backlogMs,
  backOffMs,
  firstLookMs,
  freshPostMs,
  nextLookMs,
  withoutGrantMs,
} from './look-schedule.ts'
import { placeItem } from './place-item.ts'
import { recheckItems, tellChanged } from './recheck.ts'
import { countingCalls, hasBudget, paceMs, ShareUsedUp, spending } from './share.ts'

/** The pages of one turn. A burst continues in the next turn, after other accounts have had theirs. */
const pagesOfTurn = 5
/** The number of threads that are read to find where the replies of one page belong. */
const threadsOfPage = 20
const callsMs = minutes(2)

interface Looked {
  readonly items: number
  readonly more: boolean
}

/**
 * Reads what was said to an account, page by page. Each page is stored together with the place to continue from, while
 * the lease holds, so that nothing is missed or stored twice, whenever the process dies.
 */
export async function readAccount(deps: LookDeps, lane: LaneKey, signal: AbortSignal): Promise<Looked> {
  const account = await readAccountToRead(deps.db, lane.id)
  const connector = account && deps.connectors[account.network]
  const { inbox } = connector ?? {}
  if (!connector || !inbox || !account.isActive) return rest(deps, lane, null)
  const missing = listMissingScopes(connector, account.scopes)
  if (missing.length > 0) return rest(deps, lane, { code: 'scope_missing', message: sayMissing(missing) })
  if (inbox.isBilled && !hasBudget(deps, account.network)) return rest(deps, lane, noBudget)
  const live = await liveGrant(deps, account.id, { signal })
  if ('lost' in live) return rest(deps, lane, { code: 'reconnect', message: live.lost })
  const { network, mode } = account
  const deadline = after(deps.clock.now(), callsMs)
  const http = httpFor(deps, { network, mode, deadline, signal, fresh: false })
  const counted = inbox.countsCalls ? await countingCalls(deps, account, http) : http
  const { remoteId: accountId, handle } = account
  const spend = inbox.isBilled && (await spending(deps, account))
  const call = { grant: live.grant, http: counted, signal, accountId, handle, ...(spend && { spend }) }
  const gapMs = await gapOf(deps, account)
  let { place } = account
  let items = 0
  try {
    for (let pages = 0; pages < pagesOfTurn; pages += 1) {
      const page = await inbox.read(call, place, before(account.begunAt, firstLookMs))
      const above = await readThreads(deps, account, inbox, call, page.items)
      const stored = await storePage(deps, lane, { account, page, above, gapMs, emptyLooks: items > 0 ? 0 : null })
      if (stored === null) return { items, more: false }
      items += stored
      place = page.next
      if (page.more) continue
      await recheckItems(deps, lane, { account, recheck: inbox.recheck, call })
      return { items, more: false }
    }
    return { items, more: true }
  } catch (error) {
    if (error instanceof ShareUsedUp) return rest(deps, lane, shareProblems[error.per], error.until)
    if (!(error instanceof CallFailed)) throw error
    await backOff(deps, account, error)
    return { items, more: false }
  }
}

const shareProblems = {
  day: {
    code: 'quota_used_up',
    message:
      'The inbox has used its share of the network’s daily quota. Reading continues on the next day of the quota.',
  },
  month: {
    code: 'budget_used_up',
    message:
      'The inbox has used its budget for reads of this month. Reading continues next month, or with a larger budget.',
  },
} as const

const noBudget = {
  code: 'budget_used_up',
  message: 'The network charges for what is read, and the inbox has no budget for it.',
} as const

/** Returns the time until the next look, by the number of looks without news. */
async function gapOf(deps: LookDeps, account: ReadAccount): Promise<(emptyLooks: number) => number> {
  const { network, remoteAccountId } = account
  const since = before(deps.clock.now(), freshPostMs)
  const isFresh = asksForPosts(network) && (await hasPostSince(deps.db, remoteAccountId, since))
  const leastMs = await paceMs(deps, account)
  return (emptyLooks) => Math.max(leastMs, nextLookMs(network, { emptyLooks, isFresh }))
}

/** Reads the threads above replies whose parent is unknown, such as an answer that was given in the network’s own app. */
async function readThreads(
  { db }: LookDeps,
  { id, remoteAccountId }: ReadAccount,
  inbox: Inbox<JsonObject>,
  call: InboxCall<JsonObject>,
  items: readonly Said[],
): Promise<ReadonlyMap<string, readonly Said[]>> {
  const parents = items.flatMap(({ parentId }) => parentId ?? [])
  const roots = await findRoots(db, id, [...parents, ...items.map(({ remoteId }) => remoteId)])
  const known = new Set(roots.map(({ remoteId }) => remoteId))
  const ours = await findOwnPosts(db, remoteAccountId, parents)
  const inPage = new Set(items.map(({ remoteId }) => remoteId))
  const lost = items.filter(
    ({ kind, parentId, remoteId, ownPostId }) =>
      kind === 'reply' &&
      parentId !== null &&
      parentId !== ownPostId &&
      !known.has(remoteId) &&
      !known.has(parentId) &&
      !ours.has(parentId) &&
      !inPage.has(parentId),
  )
  const above = new Map<string, readonly Said[]>()
  for (const { remoteId } of lost.slice(0, threadsOfPage)) above.set(remoteId, await inbox.readAbove(call, remoteId))
  return above
}

interface ToStore {
  readonly account: ReadAccount
  readonly page: SaidPage
  readonly above: ReadonlyMap<string, readonly Said[]>
  readonly gapMs: (emptyLooks: number) => number
  /** Zero if this turn has found something already. */
  readonly emptyLooks: 0 | null
}

/** Stores a page. Returns null if the account was leased by another process. */
async function storePage(
  { db, clock, claim, emit }: LookDeps,
  lane: LaneKey,
  { account, page, above, gapMs, emptyLooks }: ToStore,
): Promise<number | null> {
  const now = clock.now()
  const oldest = before(account.begunAt, firstLookMs)
  // The parents of new replies are kept, however old they are.
  const parents = new Set(page.items.flatMap(({ saidAt, parentId }) => (saidAt >= oldest ? (parentId ?? []) : [])))
  const items = parentsFirst(page.items.filter(({ saidAt, remoteId }) => saidAt >= oldest || parents.has(remoteId)))
  return inTx(db, async (tx) => {
    if (!(await claim.stillHolds(tx, lane))) return null
    const everyone = [...items, ...[...above.values()].flat()]
    const ids = everyone.flatMap(({ remoteId, parentId, quotedId, ownPostId }) =>
      [remoteId, parentId, quotedId, ownPostId].flatMap((id) => id ?? []),
    )
    const roots = new Map((await findRoots(tx, account.id, ids)).map((one) => [one.remoteId, one.root]))
    const posts = await findOwnPosts(tx, account.remoteAccountId, ids)
    const surroundings = {
      ownId: account.remoteId,
      rootOf: (id: string) => roots.get(id),
      isOurs: (id: string) => posts.has(id),
      above,
    }
    const placed = items.flatMap((said) => {
      const own = roots.get(said.remoteId)
      const found = own ? [{ said, root: own }] : placeItem(said, surroundings)
      for (const one of found) roots.set(one.said.remoteId, one.root)
      return found
    })
    const backlogBefore = before(account.begunAt, backlogMs)
    const saved = await saveItems(tx, { account, placed, posts, now, backlogBefore })
    const { stored, opened, fresh, wereOpen, changed } = saved
    const { ownerUid, profileId, network } = account
    const about = { ownerUid, profileId, network, accountId: account.id }
    await emit(tx, ...opened.map((conversationId) => ({ type: 'inbox.received', conversationId, ...about }) as const))
    await runRules(emit, tx, { account, items: fresh, wereOpen, since: backlogBefore, now })
    await tellChanged({ emit }, tx, account, changed)
    const empty = stored > 0 ? 0 : (emptyLooks ?? account.emptyLooks + 1)
    const nextLookAt = page.more ? null : after(now, gapMs(empty))
    const { dueAt } = account
    await notePlace(tx, account.id, { place: page.next, emptyLooks: empty, nextLookAt, dueAt, at: now })
    return stored
  })
}

/** Orders items by time, and each after its parent: some networks state times in seconds. */
function parentsFirst(items: readonly Said[]): readonly Said[] {
  const waiting = new Map(items.toSorted((a, b) => +a.saidAt - +b.saidAt).map((said) => [said.remoteId, said]))
  const ordered: Said[] = []
  for (const said of waiting.values()) {
    const chain: Said[] = []
    for (let one: Said | undefined = said; one && waiting.delete(one.remoteId); one = waiting.get(one.parentId ?? ''))
      chain.unshift(one)
    ordered.push(...chain)
  }
  return ordered
}

/** Leaves an account alone that cannot be read until its owner does something. */
async function rest(
  { db, clock }: LookDeps,
  { id }: LaneKey,
  problem: LookProblem | null,
  until = after(clock.now(), withoutGrantMs),
): Promise<Looked> {
  await parkReading(db, id, { until, failures: 0, problem })
  return { items: 0, more: false }
}

/** Leaves an account alone for as long as its network asks, or longer each time. */
async function backOff(
  { db, clock, log, connectors }: LookDeps,
  account: ReadAccount,
  error: CallFailed,
): Promise<void> {
  const now = clock.now()
  const failures = account.failures + 1
  const verdict = connectors[account.network]?.judge(error.failure, 'inbox', now)
  const retryAt = verdict?.is === 'retry' ? verdict.until : undefined
  const until = new Date(Math.max(after(now, backOffMs(failures)).getTime(), retryAt?.getTime() ?? 0))
  const code = verdict?.is === 'reauth' ? 'reconnect' : verdict?.is === 'refused' ? 'refused' : 'unreachable'
  const message = verdict?.why ?? 'The network could not be read.'
  await parkReading(db, account.id, { until, failures, problem: { code, message } })
  log.warn(
    { event: 'inbox.look_failed', err: error, accountId: account.id, until },
    'Could not read an account’s comments',
  )
}
