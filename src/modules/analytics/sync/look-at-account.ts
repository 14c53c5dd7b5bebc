import {
  CallFailed,
  type Connector,
  type Http,
  type JsonObject,
  type Metrics,
  type ReadCall,
} from '#connectors/connector.ts'
import type { LaneKey } from '#infra/claim/index.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import { after, minutes } from '#kernel/clock.ts'
import { httpFor, liveGrant } from '#modules/accounts/index.ts'
import { raiseDaily } from '#modules/alerts/index.ts'
import type { AnalyticsDeps, LookDeps } from '../deps.ts'
import { type AccountAtHand, type DueLook, noteLooks, parkAccount, readAccountAtHand } from '../store/lanes.ts'
import { saveAccountCounts } from '../store/numbers.ts'
import { accountEveryMs, backOffMs, withoutGrantAfterMs } from './look-schedule.ts'
import { noteAnswers, reportedCount } from './note-answers.ts'
import { takeReads } from './read-budget.ts'

interface LookRequest {
  /** Picks the posts to query. */
  readonly pick: (account: AccountAtHand) => Promise<readonly DueLook[]>
  /** True to read the account itself even if it is not due. */
  readonly always?: boolean
  readonly deadline?: Date
  readonly signal: AbortSignal
}

/** The result of a reading. `failed` means that the network could not be queried and is suspended for a while. */
interface Looked {
  readonly posts: number
  readonly accounts: number
  /** The posts whose metrics have changed. */
  readonly changed: number
  readonly failed: boolean
}

const nothing: Looked = { posts: 0, accounts: 0, changed: 0, failed: false }
const callsMs = minutes(3)

/**
 * Queries an account's network about posts and the account itself. The caller has leased the account. What the network
 * reports is stored only while the lease holds, so no response is counted twice.
 */
export async function lookAtAccount(deps: LookDeps, lane: LaneKey, request: LookRequest): Promise<Looked> {
  const account = await readAccountAtHand(deps.db, lane.id)
  if (!account) return nothing
  const connector = deps.connectors[account.network]
  const rest = async (until: Date) => {
    await parkAccount(deps.db, account.id, { until, failures: account.failures })
    return nothing
  }
  if (!connector) return rest(after(deps.clock.now(), withoutGrantAfterMs))
  const looks = await pickReadable(deps, connector, await request.pick(account))
  const isAccountWanted = account.isDue || request.always === true
  const budget = await takeReads(deps, connector, account, looks.length + (isAccountWanted ? 1 : 0))
  if ('noneUntil' in budget) return rest(budget.noneUntil ?? after(deps.clock.now(), withoutGrantAfterMs))
  const live = await liveGrant(deps, account.id, { signal: request.signal })
  if ('lost' in live) return rest(after(deps.clock.now(), withoutGrantAfterMs))
  const deadline = request.deadline ?? after(deps.clock.now(), callsMs)
  const { network, mode } = account
  const http = httpFor(deps, { network, mode, deadline, signal: request.signal, fresh: false })
  const call = { grant: live.grant, http, signal: request.signal }
  // What was stored before the failure counts and is announced.
  let looked = nothing
  try {
    const posts = looks.slice(0, budget.reads)
    const ids = posts.map(({ remoteId }) => remoteId)
    if (ids.length > 0) {
      const answers = await readNumbers({ connector, call, remoteIds: ids, now: deps.clock.now() })
      const changed = await noteAnswers(deps, lane, { account, looks: posts, answers })
      looked = { ...looked, posts: posts.length, changed }
    }
    if (!isAccountWanted || budget.reads <= posts.length) return looked
    await readAccount(deps, lane, account, connector, http, live.grant)
    return { ...looked, accounts: 1 }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    await backOff(deps, account, connector, error)
    return { ...looked, failed: true }
  }
}

/**
 * Ends readings that are no longer needed: of posts that were permanently deleted here, and on networks that report no
 * metrics.
 */
async function pickReadable(
  { db }: LookDeps,
  connector: Connector,
  looks: readonly DueLook[],
): Promise<readonly DueLook[]> {
  const isReadable = ({ hasPost }: DueLook) => hasPost && connector.metrics !== undefined
  const ended = looks.filter((look) => !isReadable(look))
  if (ended.length > 0)
    await inTx(db, (tx) =>
      noteLooks(
        tx,
        ended.map(({ targetId, misses }) => ({ targetId, misses, dueAt: null })),
      ),
    )
  return looks.filter(isReadable)
}

async function readAccount(
  { db, clock, claim }: LookDeps,
  lane: LaneKey,
  account: AccountAtHand,
  connector: Connector,
  http: Http,
  grant: Parameters<Connector['auth']['whoami']>[1],
): Promise<void> {
  const { followers, following, posts } = await connector.auth.whoami(http, grant, account.remoteId)
  await inTx(db, async (tx) => {
    if (!(await claim.stillHolds(tx, lane))) return
    const counts = {
      followers: reportedCount(followers),
      following: reportedCount(following),
      totalPosts: reportedCount(posts),
    }
    await saveAccountCounts(tx, account.id, counts, after(clock.now(), accountEveryMs))
  })
}

/** Suspends the account for as long as its network asks, or longer each time. */
async function backOff(
  { db, clock, log }: LookDeps,
  account: AccountAtHand,
  connector: Connector,
  error: CallFailed,
): Promise<void> {
  const now = clock.now()
  const failures = account.failures + 1
  const verdict = connector.judge(error.failure, 'metrics', now)
  const retryAt = verdict?.is === 'retry' ? verdict.until : undefined
  const until = new Date(Math.max(after(now, backOffMs(failures)).getTime(), retryAt?.getTime() ?? 0))
  await parkAccount(db, account.id, { until, failures })
  if (verdict?.is === 'operator') await inTx(db, (tx) => raiseUnreadable(tx, account, verdict.why, now))
  log.warn(
    { event: 'analytics.look_failed', err: error, accountId: account.id, until },
    'Could not read an account’s metrics',
  )
}

/**
 * Alerts the server administrators to a problem that only they can solve. One alert a day covers all accounts of the
 * network.
 */
const raiseUnreadable = (tx: Tx, { network }: AccountAtHand, why: string, at: Date): Promise<void> =>
  raiseDaily(tx, { at, kind: 'metrics_unreadable', severity: 'warning', subject: network, message: why })

interface ToRead {
  readonly connector: Connector
  readonly call: ReadCall<JsonObject>
  readonly remoteIds: readonly string[]
  readonly now: Date
}

/**
 * Reads the counters of posts. If a network refuses those of a single post, the call for all of them fails. Each post
 * is then queried separately, and refused ones are left out, so that one post does not block an account's metrics. If
 * every post is refused, the failure is thrown.
 */
async function readNumbers(toRead: ToRead): Promise<readonly Metrics[]> {
  const { connector, call, remoteIds } = toRead
  if (!connector.metrics || remoteIds.length === 0) return []
  try {
    return await connector.metrics(call, remoteIds)
  } catch (error) {
    // If reads are billed, the failure waits for the next reading.
    if (remoteIds.length === 1 || connector.readsAreBilled || !isRefused(toRead, error)) throw error
    const answers = await readEach(toRead)
    if (answers.length === 0) throw error
    return answers
  }
}

async function readEach(toRead: ToRead): Promise<readonly Metrics[]> {
  const answers: Metrics[] = []
  for (const remoteId of toRead.remoteIds)
    try {
      answers.push(...((await toRead.connector.metrics?.(toRead.call, [remoteId])) ?? []))
    } catch (error) {
      if (!isRefused(toRead, error)) throw error
    }
  return answers
}

const isRefused = ({ connector, now }: ToRead, error: unknown): boolean =>
  error instanceof CallFailed && connector.judge(error.failure, 'metrics', now)?.is === 'refused'

/**
 * Announces that posts of an account have new metrics, once after all that were due. The metrics are stored first. If
 * the process dies in between, the event is lost, and the next reading sends one.
 */
export async function announceSynced(
  { db, emit }: Pick<AnalyticsDeps, 'db' | 'emit'>,
  accountId: string,
  posts: number,
): Promise<void> {
  if (posts === 0) return
  const account = await readAccountAtHand(db, accountId)
  if (!account) return
  const { id, ownerUid, profileId, network, handle } = account
  await inTx(db, (tx) =>
    emit(tx, { type: 'analytics.synced', ownerUid, profileId, accountId: id, network, handle, posts }),
  )
}
