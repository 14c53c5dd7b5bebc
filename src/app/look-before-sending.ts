import type { Connector } from '#connectors/connector.ts'
import { before, minutes, seconds } from '#kernel/clock.ts'
import { takeReads } from '#modules/analytics/index.ts'
import { findLastAtWork, recallSent, settleRecalled } from '#modules/publishing/index.ts'
import type { Deps } from './deps.ts'

/** A shorter silence is a restart. Engines note every ten seconds that they are at work. */
const silenceMs = seconds(15)
/** Networks are asked for what was published since the last work, and a little before: their clocks differ from ours. */
const marginMs = minutes(5)
/** The longest time for the questions. The rest is sent without an answer. */
const patienceMs = seconds(60)
/** Posts on the page that X is asked for, each of which it charges for. */
const readsForEach = 100

/**
 * Asks the networks, before anything is sent, for the posts whose time passed while nothing ran. A machine that was put back
 * to a snapshot carries no sign of it, and would publish again what it had published. A post that is out becomes published. One
 * whose network cannot be asked is sent: without a sign of a copy, it most likely is not out.
 */
export async function lookBeforeSending(
  deps: Deps,
  { planner, dispatcher }: Readonly<Record<'planner' | 'dispatcher', { tick(): Promise<unknown> }>>,
): Promise<void> {
  const lastAtWork = await findLastAtWork(deps.db, silenceMs)
  if (lastAtWork === null) return
  // What became due meanwhile is put into the queue, so that it can be asked for.
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

/** A network that charges for reads is asked within its budget for them, and without a budget not at all. */
export async function isPaidFor(
  deps: Deps,
  connector: Connector,
  due: Parameters<typeof takeReads>[2],
): Promise<boolean> {
  if (due.mode === 'sandbox') return true
  const budget = await takeReads(deps, connector, due, readsForEach)
  return 'reads' in budget && budget.reads >= readsForEach
}
