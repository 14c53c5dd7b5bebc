import { brokenUniqueRule } from '#infra/db/faults.ts'
import { decide } from '../decide/decide.ts'
import type { Decision, Next } from '../decide/decision.ts'
import { nextAction } from '../decide/next-action.ts'
import type { Work } from '../decide/work.ts'
import { isInFlight, isLive, type Publication } from '../publication.ts'
import { saveLate } from '../write/save-late.ts'
import type { EngineContext } from './context.ts'
import { logDecision } from './log-decision.ts'
import { park } from './park.ts'
import { type Performed, perform, type Signals } from './perform.ts'
import type { LaneTurn } from './turn.ts'

/**
 * Takes one publication as far as possible in this turn. The engine's only loop: perform the next action, decide what
 * follows from the fact, and save the decision before anything else happens.
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
 * it, so it must not wait for another try.
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
