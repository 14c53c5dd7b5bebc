import { brokenUniqueRule } from '#infra/db/faults.ts'
import type { Log } from '#infra/log/log.ts'
import { decide } from '../decide/decide.ts'
import type { Decision, Next, Park } from '../decide/decision.ts'
import type { Fact } from '../decide/fact.ts'
import { nextAction } from '../decide/next-action.ts'
import type { Work } from '../decide/work.ts'
import { isInFlight, isLive, type Publication } from '../publication.ts'
import { networkSeenBy, parkLane, parkNetwork } from '../store/lanes.ts'
import { saveLate } from '../write/save-late.ts'
import type { EngineContext } from './context.ts'
import { type Performed, perform, type Signals } from './perform.ts'
import type { LaneTurn } from './turn.ts'

/**
 * Advances one publication as far as possible in this turn. The engine's only loop: perform the next action, decide
 * what follows from the fact, and save the decision before anything else happens.
 */
export async function runPublication(
  context: EngineContext,
  turn: LaneTurn,
  first: Publication,
  signals: Signals,
): Promise<Exclude<Next, 'continue'>> {
  const { clock } = context.deps
  let state: Pick<Work, 'publication' | 'hasWaited' | 'rejectedGrant'> = {
    publication: first,
    hasWaited: true,
    rejectedGrant: null,
  }
  for (;;) {
    const account = await turn.account(state.publication.accountId)
    const connector = context.deps.connectors[state.publication.network]
    // The account was permanently deleted, along with the publication.
    if (!account || !connector) return 'release-lane'
    const work: Work = { ...state, account, connector }
    const performed = await perform(context, turn, work, nextAction(work, clock.now()), signals)
    if (!performed) return 'release-lane'
    const now: Work = { ...work, publication: performed.publication }
    const decision = decide(now, performed.fact, clock.now(), context.random())
    const { saved, carriedOut } = await carryOut(context, turn, performed, decision)
    if (!saved) return 'release-lane'
    const isCancelled = mustEndCancelled(saved)
    if (isCancelled) await endNow(context, turn, { ...now, publication: saved })
    if (carriedOut.then !== 'continue') return carriedOut.then
    if (isCancelled) return 'next-publication'
    state = { publication: saved, hasWaited: false, rejectedGrant: carriedOut.renew ?? null }
  }
}

/**
 * True for a publication that a user cancelled during its call, which had no effect. Nothing else needs to be done for
 * it, so it must not wait for another attempt.
 */
const mustEndCancelled = (saved: Publication): boolean =>
  saved.cancelAskedAt !== null && isLive(saved) && !isInFlight(saved)

async function endNow(context: EngineContext, turn: LaneTurn, work: Work): Promise<void> {
  const fact = { is: 'cancelled' } as const
  const decision = decide(work, fact, context.deps.clock.now(), context.random())
  await carryOut(context, turn, { publication: work.publication, fact, callId: null }, decision)
}

interface CarriedOut {
  /** Null if this process has lost the lane, or the publication has since ended. */
  readonly saved: Publication | null
  readonly carriedOut: Decision
}

/** Carries out a decision and saves it. If something outside forbids it, the decision's `otherwise` is carried out. */
async function carryOut(
  context: EngineContext,
  { lane }: LaneTurn,
  performed: Performed,
  decision: Decision,
): Promise<CarriedOut> {
  const { publication, fact, callId } = performed
  const { deps, write } = context
  logDecision(deps.log, performed, decision)
  if (decision.park) await park(context, publication, decision.park)

  let carriedOut = decision
  const { reconnect } = decision
  if (reconnect && !(await deps.accounts.needsReconnect(publication.accountId, reconnect.loss, reconnect.version)))
    carriedOut = decision.otherwise ?? decision
  const ended = callId && decision.call ? { callId, ...decision.call } : undefined
  const save = ({ changes, shown, gapMs }: Decision) => write.save({ lane, publication, changes, shown, gapMs, ended })
  let saved: Publication | null
  try {
    saved = await save(carriedOut)
  } catch (error) {
    if (!carriedOut.otherwise || brokenUniqueRule(error) !== 'publication_part_remote') throw error
    carriedOut = carriedOut.otherwise
    saved = await save(carriedOut)
  }
  if (!saved && carriedOut.isFinal) await saveLate(context, { publication, ended, ...carriedOut })
  if (saved && isResult(fact)) await context.probe(isBetweenParts(carriedOut) ? 'between-parts' : 'saved', saved)
  return { saved, carriedOut }
}

const isResult = (fact: Performed['fact']): boolean =>
  (fact.is === 'ran' || fact.is === 'found') && fact.outcome.is === 'done' && typeof fact.outcome.result !== 'string'

const isBetweenParts = ({ shown, changes }: Decision): boolean => shown !== undefined && changes.dueAt !== null

/** Parks the account, the network, or the network for this process only. */
async function park(
  { deps, dbGate, nodeParks }: EngineContext,
  { remoteAccountId, network }: Pick<Publication, 'remoteAccountId' | 'network'>,
  { of, until, why, code }: Park,
): Promise<void> {
  if (of === 'account') return dbGate.retryUntilUp(() => parkLane(deps.db, remoteAccountId, { until, why, code }))
  if (of === 'node') nodeParks.set(network, { since: deps.clock.now(), until })
  const scope = of === 'node' ? networkSeenBy(network, deps.holder) : network
  await dbGate.retryUntilUp(() => parkNetwork(deps.db, { scope, until, why, code }))
}

interface Decided {
  readonly publication: Publication
  readonly fact: Fact
}

/** Logs the decisions that an operator may want to know about. */
function logDecision(log: Log, { publication, fact }: Decided, { park, changes }: Decision): void {
  const { id: publicationId, network, step } = publication
  if (fact.is === 'taken-over') {
    const { takeovers } = changes
    log.info({ event: 'publishing.taken_over', publicationId, step, takeovers }, 'Step was taken over')
  }
  if (changes.agains !== undefined && changes.agains > publication.agains) {
    const fields = { event: 'publishing.rewound', publicationId, step, to: changes.step }
    log.info(fields, 'The network lost the uploaded content, so an earlier step runs again')
  }
  if (park?.of === 'operator') {
    const fields = { event: 'publishing.network_parked', network, why: park.why, alert: 'network_parked' }
    log.error(fields, 'The network rejects our app, so all of its publications wait')
  }
  if (endsWithNothing(fact) && publication.partsShown === 0) {
    log.error(
      { event: 'publishing.nothing_shown', publicationId, step },
      'Connector finished without publishing anything',
    )
  }
}

function endsWithNothing(fact: Fact): boolean {
  if ((fact.is !== 'ran' && fact.is !== 'found') || fact.outcome.is !== 'done') return false
  const { result } = fact.outcome
  return typeof result !== 'string' && 'end' in result && result.shown === undefined
}
