import type { Doubt } from '#connectors/connector.ts'
import { after } from '#kernel/clock.ts'
import { judge } from '../decide/judge.ts'
import type { DoubtNote } from '../publication.ts'
import { backOff, looksMax, stepDefaults } from '../state.ts'
import { belongsToAnother } from '../store/fenced.ts'
import { rawWords, words } from '../words.ts'
import { save } from '../write/save.ts'
import { type EngineContext, next, type Onward, on, type Work } from './context.ts'
import { endCancelled, finish, giveUp, noError, notBegun, stepAside, unknownBecause } from './finish.ts'
import { mayBePropagationDelay } from './grant-for.ts'
import { progress } from './progress.ts'
import { hold, respond } from './respond.ts'
import { deadlineMsOf, tryStep } from './try-step.ts'

/** Next action for a try that was begun and whose outcome is unknown. */
export type Resumption =
  /** The network recognizes a repeat: run the step again, now or at `until`. */
  | { readonly is: 'run' }
  | { readonly is: 'wait'; readonly until: Date }
  /** The doubt can only be settled by `find`. */
  | { readonly is: 'look' }

/**
 * Returns the time until which the last try may still take effect. Before it, `absent` does not count, and a repeat
 * might overlap with that try.
 */
export function settledAt({ publication, step }: Work, deadlineMs: number): Date | null {
  if (!publication.begunLast) return null
  return after(publication.begunLast, deadlineMs + (step.settleMs ?? stepDefaults.settleMs))
}

export function resumption(work: Work, now: Date): Resumption {
  const { publication, step } = work
  // A repeat would publish a post that a user has withdrawn or that was given up.
  if (publication.cancelAskedAt || publication.doubt?.givenUp || publication.doubt?.isRefused) return { is: 'look' }
  if (step.repeat === 'safe') return { is: 'run' }
  if (step.repeat === 'once' || !publication.begunFirst) return { is: 'look' }
  const deadlineMs = deadlineMsOf(work)
  const windowEnd = after(publication.begunFirst, step.repeat.forMs - deadlineMs)
  const settled = settledAt(work, deadlineMs)
  if (now >= windowEnd || (settled && settled >= windowEnd)) return { is: 'look' }
  return settled && now < settled ? { is: 'wait', until: settled } : { is: 'run' }
}

/**
 * Asks the network for the outcome of a call whose answer was lost. A hit is final at any time. `absent` counts only
 * once the last try can no longer take effect; before that, the network is asked again at that time. Any other answer
 * leaves the decision to a user: never a silent second post.
 */
export async function look(context: EngineContext, work: Work, refreshIfOlderThan?: number): Promise<Onward> {
  const { deps } = context
  const { publication, step } = work
  const { find } = step
  if (!find) return conclude(context, work, 'unsure')

  const granted = await work.desk.grant(publication, refreshIfOlderThan)
  if ('lost' in granted) return hold(context, work, {}, 'needs_reconnect')
  const deadlineMs = deadlineMsOf(work)
  if ('fault' in granted) return lookLater(context, work, deadlineMs)
  const deadline = after(deps.clock.now(), deadlineMs)
  const tried = await tryStep(context, withoutShows(work), { grant: granted.grant, deadline }, (call) =>
    find.call(step, call, publication.snapshot, publication.memo, doubtFor(context, work)),
  )
  const here: Work = { ...work, publication: tried.publication }
  switch (tried.is) {
    case 'stopped':
      return next
    case 'done':
      if (typeof tried.result !== 'string') return progress(context, here, { next: tried.result, visible: true })
      return answer(context, here, tried.result, deadlineMs)
    case 'failed': {
      const { verdict } = judge(withoutShows(here), tried.failure, false, deps.clock.now())
      if (verdict.is === 'reauth') {
        if (refreshIfOlderThan === undefined && !verdict.final) return look(context, here, granted.version)
        const { why } = verdict
        if (
          (!verdict.final && mayBePropagationDelay(tried.failure, noteOf(here).looks)) ||
          !(await deps.accounts.needsReconnect(publication.accountId, why, granted.version))
        )
          return lookLater(context, here, deadlineMs)
      }
      if (verdict.is === 'refused' || verdict.is === 'again') return answer(context, here, 'unsure', deadlineMs)
      if (verdict.is === 'retry' && verdict.of === 'call') return lookLater(context, here, deadlineMs)
      return respond(context, here, {
        verdict,
        failure: tried.failure,
        sure: false,
        before: here.publication,
        settledAt: null,
      })
    }
    case 'unfit':
    case 'busy':
    case 'fault':
      return lookLater(context, here, deadlineMs)
    default:
      return tried satisfies never
  }
}

/** Treats the step as safe and not visible, because `find` changes nothing, whatever the step itself does. */
const withoutShows = (work: Work): Work => {
  const { shows: _shows, ...step } = work.step
  return { ...work, step: { ...step, repeat: 'safe' } }
}

function doubtFor(context: EngineContext, { publication }: Work): Doubt {
  const now = context.deps.clock.now()
  return {
    first: publication.begunFirst ?? now,
    last: publication.begunLast ?? now,
    tries: publication.begunTries,
    failure: publication.doubt?.failure ?? null,
    ours: async (remoteId) =>
      !(await context.dbGate.once(() => belongsToAnother(context.deps.db, publication, remoteId))),
  }
}

async function answer(
  context: EngineContext,
  work: Work,
  found: 'absent' | 'unsure',
  deadlineMs: number,
): Promise<Onward> {
  const settled = settledAt(work, deadlineMs)
  if (!settled || context.deps.clock.now() >= settled) return conclude(context, work, found)
  return waitInDoubt(context, work, settled, noteOf(work))
}

const noteOf = ({ publication }: Work): DoubtNote => publication.doubt ?? { failure: null, looks: 0, givenUp: null }

/**
 * Lets a publication in doubt wait. It stays in flight: it cannot be cancelled or edited, and a post of the same text
 * waits.
 */
export async function waitInDoubt(context: EngineContext, work: Work, until: Date, doubt: DoubtNote): Promise<Onward> {
  await save(context, work.lane, work.publication, {
    status: 'publishing',
    dueAt: until,
    doubtUntil: until,
    doubt,
    takenFence: null,
  })
  return next
}

/** Plans another `find` after one that failed itself, or concludes when there have been too many. */
function lookLater(context: EngineContext, work: Work, deadlineMs: number): Promise<Onward> {
  const note = noteOf(work)
  const waitMs = note.looks < looksMax ? backOff(note.looks, context.random()) : null
  if (waitMs === null) return conclude(context, work, 'unsure')
  const times = [after(context.deps.clock.now(), waitMs), settledAt(work, deadlineMs)].filter((time) => time !== null)
  const until = new Date(Math.max(...times.map((time) => time.getTime())))
  return waitInDoubt(context, work, until, { ...note, looks: note.looks + 1 })
}

/** Decides when everything that can be found out has been found out. */
async function conclude(context: EngineContext, work: Work, found: 'absent' | 'unsure'): Promise<Onward> {
  const { publication, lane, step } = work
  const { doubt } = publication
  if (found === 'unsure') {
    if (step.optional) {
      const warnings = [...publication.warnings, words.unknown]
      return finish(context, work, { ...notBegun, ...noError, status: 'published', warnings })
    }
    return finish(context, work, unknownBecause(doubt?.givenUp?.raw ?? rawWords(doubt?.failure ?? null)))
  }
  if (publication.cancelAskedAt) return endCancelled(context, work, notBegun)
  if (doubt?.givenUp) {
    const reason = { ...doubt.givenUp, failure: doubt.failure, retryable: true }
    return giveUp(context, work, notBegun, reason)
  }
  if (publication.partsShown > 0 || publication.accepted) {
    return on(await save(context, lane, publication, { ...notBegun, takenFence: null }))
  }
  // From here on it can be cancelled again, so it stands in the queue like any other publication.
  return stepAside(context, work, notBegun, { dueAt: context.deps.clock.now(), counts: true })
}
