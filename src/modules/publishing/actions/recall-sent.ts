import { CallFailed, type Connector, type Named, type Recalled } from '#connectors/connector.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { after, seconds } from '#kernel/clock.ts'
import { type AccountDeps, httpFor, liveGrant } from '#modules/accounts/index.ts'
import type { Network } from '#rules/network-names.ts'
import { noError, unknownBecause } from '../decide/endings.ts'
import type { PublishingGuards } from '../deps.ts'
import { describeChange, type Publication } from '../publication.ts'
import { requireMove } from '../state.ts'
import { belongsToAnother } from '../store/fenced.ts'
import { type DueUnsent, findDueUnsent } from '../store/reads.ts'
import { lockPublications, updateLocked } from '../store/rows.ts'
import { words } from '../words.ts'
import { showFound } from './resolve.ts'

/** A network's response about a publication that a restored database considers unsent. */
export interface Recollection {
  readonly publicationId: string
  readonly targetId: string
  readonly format: string
  readonly network: Network
  /** `unsure`: the network cannot be queried, or its response fits several posts. */
  readonly is: 'there' | 'absent' | 'unsure'
  readonly found: Named | null
}

interface RecallOptions {
  readonly since: Date
  /** Ends the queries. What has not been queried by then is unsure. */
  readonly signal: AbortSignal
  /** Also queries posts that are held, or that wait for a later try. */
  readonly includesHeld?: boolean
  /** Decides whether a network may be queried, for example if it charges for that. */
  readonly mayAsk?: (connector: Connector, due: Pick<DueUnsent, 'network' | 'mode'>) => Promise<boolean>
}

const callMs = seconds(20)
const togetherMax = 8

/**
 * Queries each network about the posts that are due. Posts that were sent after the backup are published, but the
 * restored database does not know it. Changes nothing. Queries an account's posts one at a time, and stops if its
 * network fails. A network that hangs does not hold up the others.
 */
export async function recallSent(
  deps: AccountDeps,
  { since, signal, includesHeld = false, mayAsk = async () => true }: RecallOptions,
): Promise<readonly Recollection[]> {
  const byNetwork = Map.groupBy(await findDueUnsent(deps.db, { includesHeld }), ({ network }) => network)
  const recollections: Recollection[] = []
  const askLane = async (lane: readonly DueUnsent[]): Promise<void> => {
    let isAnswering = true
    for (const due of lane) {
      const recalled = isAnswering
        ? await ask(deps, deps.connectors[due.network], due, { since, signal, mayAsk })
        : 'failed'
      if (recalled === 'failed') isAnswering = false
      recollections.push(toRecollection(due, recalled))
    }
  }
  const askNetwork = async (all: readonly DueUnsent[]): Promise<void> => {
    const lanes = [...Map.groupBy(all, ({ remoteAccountId }) => remoteAccountId).values()]
    const askSome = async (): Promise<void> => {
      for (let lane = lanes.shift(); lane; lane = lanes.shift()) await askLane(lane)
    }
    await Promise.all(Array.from({ length: togetherMax }, askSome))
  }
  await Promise.all([...byNetwork.values()].map(askNetwork))
  return recollections
}

function toRecollection({ id, targetId, format, network }: DueUnsent, recalled: Recalled | 'failed'): Recollection {
  const of = { publicationId: id, targetId, format, network }
  if (recalled === 'failed') return { ...of, is: 'unsure', found: null }
  return typeof recalled === 'string' ? { ...of, is: recalled, found: null } : { ...of, is: 'there', found: recalled }
}

async function ask(
  deps: AccountDeps,
  connector: Connector | undefined,
  due: DueUnsent,
  { since, signal, mayAsk }: Pick<Required<RecallOptions>, 'since' | 'signal' | 'mayAsk'>,
): Promise<Recalled | 'failed'> {
  // Networks are searched for posts, not for replies to others.
  if (!connector?.recall || signal.aborted || due.snapshot.answers) return 'unsure'
  try {
    if (!(await mayAsk(connector, due))) return 'unsure'
    const live = await liveGrant(deps, due.accountId, { signal })
    if ('lost' in live) return 'unsure'
    const { network, mode } = due
    const http = httpFor(deps, { network, mode, deadline: after(deps.clock.now(), callMs), signal, fresh: false })
    const ours = async (remoteId: string) => !(await belongsToAnother(deps.db, due, remoteId))
    return await connector.recall({ grant: live.grant, http, signal, since, ours }, due.snapshot)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    // Our own bugs must not block startup: otherwise every post would wait for one that cannot be queried.
    const level = error instanceof CallFailed ? 'warn' : 'error'
    deps.log[level](
      { event: 'publishing.recall_failed', err: error, publicationId: due.id },
      'Could not check with the network whether a post was published',
    )
    return 'failed'
  }
}

type SettleDeps = Pick<AccountDeps, 'db' | 'clock'> & { readonly guards: PublishingGuards }

const atOnce = 50

/**
 * Marks each publication that was found as published, and each unsure one as `unknown`, which is not published until a
 * user resolves it. The rest stay in the queue.
 */
export async function settleRecalled(deps: SettleDeps, recollections: readonly Recollection[]): Promise<void> {
  const known = recollections.filter((one) => one.is !== 'absent')
  for (let from = 0; from < known.length; from += atOnce)
    await inTx(deps.db, (tx) => settleSome(deps, tx, known.slice(from, from + atOnce)))
}

async function settleSome(deps: SettleDeps, tx: Tx, some: readonly Recollection[]): Promise<void> {
  const { targetOwner } = deps.guards
  await targetOwner.lock(tx, some)
  const of = new Map(some.map((one) => [one.publicationId, one]))
  const changes = []
  for (const row of await lockPublications(tx, [...of.keys()])) {
    const recollection = of.get(row.id)
    // A user may have cancelled the post in the meantime.
    if (!recollection || (row.status !== 'queued' && row.status !== 'held')) continue
    const settled = await settleOne(deps, tx, row, recollection)
    requireMove(row.status, settled.status)
    changes.push(describeChange(settled, row.status))
  }
  await targetOwner.changed(tx, changes)
}

/** Two posts with the same text may have found the same remote post. */
async function settleOne(deps: SettleDeps, tx: Tx, row: Publication, { found }: Recollection): Promise<Publication> {
  const ended = { dueAt: null, heldWhy: null, heldUntil: null, takenFence: null, finishedAt: deps.clock.now() }
  if (found && !(await belongsToAnother(tx, row, found.remoteId))) {
    const hasMore = row.partsTotal > 1 || row.snapshot.firstComment !== null
    const warnings = hasMore ? [...row.warnings, words.restNotSeen] : row.warnings
    return await showFound(deps, tx, row, found, { ...ended, ...noError, warnings })
  }
  return await updateLocked(tx, row.id, {
    ...ended,
    ...unknownBecause(null, words.restored),
    revision: row.revision + 1,
  })
}
