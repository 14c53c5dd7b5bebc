import type { Doubt } from '#connectors/connector.ts'
import { after } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { Fact } from '../decide/fact.ts'
import type { Action } from '../decide/next-action.ts'
import { type AnyStep, isVisible, leastGapMs, stepDeadlineMs, type Work } from '../decide/work.ts'
import { type Publication, tryColumns } from '../publication.ts'
import { belongsToAnother } from '../store/fenced.ts'
import { readPublication } from '../store/rows.ts'
import { leaseSpareMs } from '../timing.ts'
import type { EngineContext } from './context.ts'
import { tryStep } from './try-step.ts'
import { type LaneTurn, readGrant } from './turn.ts'

/** Questions and signals from a publication in progress to its lane's turn. */
export interface Signals {
  mayGoOn(): boolean
  /** Waits until the outcome of the previous publication is saved. Only then may this one make a visible call. */
  mayCall(): Promise<boolean>
  /** Signals that the last call is in progress, so that the next publication may be taken out of the queue. */
  lookAhead(): void
  /** Signals that the last call got a response, which still has to be saved. */
  answered(): void
}

/** The fact that resulted from an action, and the row as the action left it. */
export interface Performed {
  readonly publication: Publication
  readonly fact: Fact
  /** The visible call that was begun. */
  readonly callId: string | null
}

const learned = (publication: Publication, fact: Fact, callId: string | null = null): Performed => ({
  publication,
  fact,
  callId,
})

/** Performs an action. Returns null if the lane must be released without a decision. */
export async function perform(
  context: EngineContext,
  turn: LaneTurn,
  work: Work,
  action: Action,
  signals: Signals,
): Promise<Performed | null> {
  switch (action.do) {
    case 'decide':
      return learned(work.publication, action.fact)
    case 'recheck':
      return recheck(context, work.publication)
    case 'run':
      return signals.mayGoOn() ? run(context, turn, work, action.step, signals) : null
    case 'find':
      return signals.mayGoOn() ? find(context, turn, work, action) : null
    default:
      return action satisfies never
  }
}

/** Reads the account of a held publication from the database, not from the turn. */
async function recheck(context: EngineContext, held: Publication): Promise<Performed | null> {
  const account = await context.reads.account(held.accountId)
  if (account?.status !== 'active' || 'lost' in (await readGrant(context, held.accountId))) return null
  return learned(held, { is: 'reconnected' })
}

/** Attempts the current step once. A visible call begins with an intent, any other call with a mark. */
async function run(
  context: EngineContext,
  turn: LaneTurn,
  work: Work,
  step: AnyStep,
  signals: Signals,
): Promise<Performed | null> {
  const { publication } = work
  const { clock } = context.deps
  const granted = await turn.grant(publication.accountId, work.rejectedGrant)
  if ('lost' in granted) return learned(publication, { is: 'grant-lost', reason: granted.lost })
  if ('fault' in granted) return learned(publication, { is: 'grant-unavailable', before: 'run' })

  const visible = isVisible(step)
  const callId = visible ? newId<'call'>(clock.now()) : null
  if (visible && !(await signals.mayCall())) return null
  if (visible) await context.probe('before-intent', publication)
  const begun = callId
    ? await intend(context, turn, publication, callId, stepDeadlineMs(step))
    : await context.write.save({ lane: turn.lane, publication, changes: { takenFence: turn.lane.fence } })
  if (!begun) return findOutWhyNotBegun(context, turn, publication)
  await context.probe(visible ? 'after-intent' : 'before-poll', begun)
  if (visible && isLastCall(work)) signals.lookAhead()

  const deadline = after((visible ? begun.begunLast : null) ?? clock.now(), stepDeadlineMs(step))
  const given = { account: work.account, publication: begun, visible, grant: granted.grant, deadline }
  const tried = await tryStep(context, turn.lane, given, (call) => step.run(call, begun.snapshot, begun.memo))
  if (!tried.outcome) return null
  const { outcome } = tried
  if (outcome.is === 'done') {
    await context.probe('answered', tried.publication)
    if (visible && 'end' in outcome.result) signals.answered()
  }
  const { version: grantVersion } = granted
  return learned(tried.publication, { is: 'ran', outcome, before: tryColumns(publication), grantVersion }, callId)
}

/** True if this call is the publication's last and the network requires no gap before the next publication. */
const isLastCall = (work: Work): boolean =>
  work.publication.partsShown + 1 >= work.publication.partsTotal && leastGapMs(work) === 0

/** Commits the intent. If the lease is too short for the call, it is extended once. */
async function intend(
  { write, lanes }: EngineContext,
  { lane }: LaneTurn,
  publication: Publication,
  callId: string,
  deadlineMs: number,
): Promise<Publication | null> {
  const commit = () => write.intend({ lane, publication, callId, leastMs: deadlineMs + leaseSpareMs })
  const begun = await commit()
  if (begun) return begun
  await lanes.beat(lane)
  return lane.isLost() ? null : commit()
}

/** Determines whether a cancellation kept the call from being begun, or whether the lane or the publication is lost. */
async function findOutWhyNotBegun(
  { deps, dbGate }: EngineContext,
  { lane }: LaneTurn,
  publication: Publication,
): Promise<Performed | null> {
  const row = await dbGate.retryUntilUp(() => readPublication(deps.db, publication.id))
  const isOurs = row && !lane.isLost() && row.revision === publication.revision && row.status === publication.status
  return isOurs && row.cancelAskedAt ? learned(row, { is: 'cancelled' }) : null
}

/** Queries the network to find out whether the last attempt took effect. */
async function find(
  context: EngineContext,
  turn: LaneTurn,
  work: Work,
  { step, find }: Extract<Action, { readonly do: 'find' }>,
): Promise<Performed | null> {
  const { publication, account } = work
  const granted = await turn.grant(publication.accountId, work.rejectedGrant)
  if ('lost' in granted) return learned(publication, { is: 'grant-lost', reason: granted.lost })
  if ('fault' in granted) return learned(publication, { is: 'grant-unavailable', before: 'find' })
  const deadline = after(context.deps.clock.now(), stepDeadlineMs(step))
  const given = { account, publication, visible: false, grant: granted.grant, deadline }
  const tried = await tryStep(context, turn.lane, given, (call) =>
    find.call(step, call, publication.snapshot, publication.memo, describeDoubt(context, publication)),
  )
  if (!tried.outcome) return null
  return learned(tried.publication, { is: 'found', outcome: tried.outcome, grantVersion: granted.version })
}

function describeDoubt({ deps, dbGate }: EngineContext, publication: Publication): Doubt {
  const now = deps.clock.now()
  return {
    first: publication.begunFirst ?? now,
    last: publication.begunLast ?? now,
    tries: publication.begunTries,
    failure: publication.doubt?.failure ?? null,
    ours: async (remoteId) => !(await dbGate.once(() => belongsToAnother(deps.db, publication, remoteId))),
  }
}
