import type { Failure } from '#connectors/connector.ts'
import { after } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { judge } from '../decide/judge.ts'
import { isBegun, isInFlight, type Publication } from '../publication.ts'
import { busyMs, leaseSpareMs } from '../state.ts'
import type { CallEnd } from '../store/fenced.ts'
import { readPublication } from '../store/rows.ts'
import { words } from '../words.ts'
import { save } from '../write/save.ts'
import { type EngineContext, isVisible, leave, type Onward, on, type Work } from './context.ts'
import { settledAt } from './doubt.ts'
import { begunAs, endCancelled, stepAside } from './finish.ts'
import { mayBePropagationDelay } from './grant-for.ts'
import { leastGapMsOf, progress } from './progress.ts'
import { hold, respond } from './respond.ts'
import { deadlineMsOf, type Tried, tryStep } from './try-step.ts'

/** Runs one try of the publication's current step, and decides what follows from it. */
export async function runStep(context: EngineContext, work: Work, refreshIfOlderThan?: number): Promise<Onward> {
  const { deps } = context
  const before = work.publication
  const visible = isVisible(work.step)
  const granted = await work.desk.grant(before, refreshIfOlderThan)
  if ('lost' in granted) return hold(context, work, {}, 'needs_reconnect')
  if ('fault' in granted) {
    const verdict = { is: 'retry', of: 'call', why: 'The sign-in at the network could not be renewed.' } as const
    return respond(context, work, { verdict, failure: null, sure: true, before, settledAt: null })
  }

  const callId = newId<'call'>(deps.clock.now())
  const deadlineMs = deadlineMsOf(work)
  if (visible && !(await work.way.mayCall())) return leave
  if (visible) await context.probe('before-intent', before)
  const begun = visible
    ? await intend(context, work, callId, deadlineMs)
    : await save(context, work.lane, before, { takenFence: work.lane.fence })
  if (!begun) return notBegunBecause(context, work)
  await context.probe(visible ? 'after-intent' : 'before-poll', begun)
  if (visible && isLastCall(work)) work.way.lookAhead()

  const deadline = after(visible ? (begun.begunLast ?? deps.clock.now()) : deps.clock.now(), deadlineMs)
  const { step } = work
  const tried = await tryStep(context, { ...work, publication: begun }, { grant: granted.grant, deadline }, (call) =>
    step.run(call, begun.snapshot, begun.memo),
  )
  const here: Work = { ...work, publication: tried.publication }
  const ended = (end: Omit<CallEnd, 'callId'>) => (visible ? { ended: { callId, ...end } } : {})
  if (tried.is === 'stopped') return leave
  if (tried.is === 'done') {
    await context.probe('answered', here.publication)
    if (visible && 'end' in tried.result) work.way.answered()
    return progress(context, here, {
      next: tried.result,
      visible,
      ...ended({ outcome: 'done', sent: 'answered', httpStatus: null }),
    })
  }

  if (tried.is === 'busy') {
    const waits = ended({ outcome: 'retry', sent: 'no', httpStatus: null })
    const dueAt = after(deps.clock.now(), busyMs)
    const asBefore = { ...begunAs(before), takenFence: null, error: words.busy }
    return stepAside(context, here, asBefore, { dueAt, counts: false }, waits)
  }

  const { verdict, sure, failure } = meaningOf(here, tried, visible, deps.clock.now())
  const extra = ended({ outcome: verdict.is, sent: failure?.sent ?? null, httpStatus: failure?.status ?? null })
  if (verdict.is === 'reauth') {
    if (refreshIfOlderThan === undefined && !verdict.final) {
      const again = await save(context, work.lane, here.publication, { ...begunAs(before), takenFence: null }, extra)
      return again ? runStep(context, { ...work, publication: again }, granted.version) : leave
    }
    const { why } = verdict
    if (
      (!verdict.final && mayBePropagationDelay(failure, here.publication.tries)) ||
      !(await deps.accounts.needsReconnect(before.accountId, why, granted.version))
    ) {
      const later = { is: 'retry', of: 'call', why } as const
      return respond(context, here, { verdict: later, failure, sure, before, settledAt: null, extra })
    }
  }
  const settled = work.step.repeat === 'safe' ? null : settledAt(here, deadlineMs)
  return respond(context, here, { verdict, failure, sure, before, settledAt: settled, extra })
}

/** True when this call is the publication's last and the network wants no gap before the next publication. */
const isLastCall = (work: Work): boolean =>
  work.publication.partsShown + 1 >= work.publication.partsTotal && leastGapMsOf(work) === 0

/** Commits the intent. A lease that is too short for the call is prolonged once. */
async function intend(
  context: EngineContext,
  work: Work,
  callId: string,
  deadlineMs: number,
): Promise<Publication | null> {
  const { lane, publication } = work
  const go = () => context.intend({ lane, publication, callId, leastMs: deadlineMs + leaseSpareMs })
  const begun = await go()
  if (begun) return begun
  await context.lanes.beat(lane)
  return lane.isLost() ? null : go()
}

/**
 * Finds out why the intent was not committed: the lane is lost, or the publication was ended or cancelled. A
 * cancellation is carried out.
 */
async function notBegunBecause(context: EngineContext, work: Work): Promise<Onward> {
  const { deps, dbGate } = context
  const row = await dbGate.retryUntilUp(() => readPublication(deps.db, work.publication.id))
  if (!row || work.lane.isLost() || row.revision !== work.publication.revision) return leave
  if (row.status !== work.publication.status || !row.cancelAskedAt) return leave
  if (isBegun(row)) return on(row)
  return endCancelled(context, { ...work, publication: row }, isInFlight(row) ? {} : { takenFence: null })
}

function meaningOf(
  work: Work,
  tried: Exclude<Tried<unknown>, { readonly is: 'done' | 'stopped' | 'busy' }>,
  visible: boolean,
  now: Date,
): ReturnType<typeof judge> & { readonly failure: Failure | null } {
  switch (tried.is) {
    case 'failed':
      return { ...judge(work, tried.failure, tried.earlier, now), failure: tried.failure }
    case 'unfit':
      return { verdict: { is: 'refused', code: 'media_unfit', why: tried.why }, sure: true, failure: null }
    case 'fault': {
      const why = 'Our own program could not go on with it.'
      return visible && tried.sent
        ? { verdict: { is: 'doubt', why }, sure: false, failure: null }
        : { verdict: { is: 'retry', of: 'call', why }, sure: true, failure: null }
    }
    default:
      return tried satisfies never
  }
}
