import type { Connector } from '#connectors/connector.ts'
import { before, minutes, seconds } from '#kernel/clock.ts'
import { takeReads } from '#modules/analytics/index.ts'
import { findLastAtWork, recallSent, settleRecalled } from '#modules/publishing/index.ts'
import type { Deps } from './deps.ts'

/** A shorter gap is just a restart. Engines record every ten seconds that they are running. */
const silenceMs = seconds(15)
/**
 * Networks are queried for posts published since the last recorded work and shortly before, because their clocks differ
 * from ours.
 */
const marginMs = minutes(5)
/** The maximum time to wait for the networks. Posts that are not checked by then are sent. */
const patienceMs = seconds(60)
/** The number of posts on the page requested from X, which charges for each. */
const readsForEach = 100

/**
 * Asks the networks, before anything is sent, about posts that became due while nothing was running. A machine restored
 * from a snapshot shows no trace of that and would publish posts again. A post that is already published is marked as
 * published. If its network cannot be queried, a post is sent: without a trace of a copy, it is most likely not
 * published yet.
 */
export async function lookBeforeSending(
  deps: Deps,
  { planner, dispatcher }: Readonly<Record<'planner' | 'dispatcher', { tick(): Promise<unknown> }>>,
): Promise<void> {
  const lastAtWork = await findLastAtWork(deps.db, silenceMs)
  if (lastAtWork === null) return
  // Posts that became due in the meantime are enqueued so that they can be checked.
  await planner.tick()
  await dispatcher.tick()
  const since = before(lastAtWork, marginMs)
  const signal = AbortSignal.timeout(patienceMs)
  const mayAsk = (connector: Connector, due: Parameters<typeof takeReads>[2]) => isPaidFor(deps, connector, due)
  const recollections = await recallSent(deps, { since, signal, mayAsk })
  const there = recollections.filter(({ is }) => is === 'there')
  if (there.length === 0) return
  await settleRecalled(deps, there)
  deps.log.warn(
    { event: 'publishing.already_out', posts: there.length, asked: recollections.length },
    'Posts that this database considered unsent were already published. Was the database restored to an earlier state?',
  )
}

/** A network that charges for reads is queried within its read budget, and not at all without a budget. */
export async function isPaidFor(
  deps: Deps,
  connector: Connector,
  due: Parameters<typeof takeReads>[2],
): Promise<boolean> {
  if (due.mode === 'sandbox') return true
  const budget = await takeReads(deps, connector, due, readsForEach)
  return 'reads' in budget && budget.reads >= readsForEach
}
