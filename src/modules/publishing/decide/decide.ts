import { after } from '#kernel/clock.ts'
import { isBegun, isInFlight, tryColumns } from '../publication.ts'
import { backOff, takeoversAtOnce } from '../timing.ts'
import { words } from '../words.ts'
import { afterFailure } from './after-failure.ts'
import { afterFind, conclude, findLater, waitUntilSettled } from './after-find.ts'
import { afterRun } from './after-run.ts'
import type { Decision } from './decision.ts'
import { end, endCancelled, giveUp, unknownBecause } from './endings.ts'
import type { Fact } from './fact.ts'
import { hold, release, requeue } from './waits.ts'
import { currentStep, type Work } from './work.ts'

/**
 * Decides what follows from a fact. Pure: the same work, fact, time and random number give the same decision, which the
 * loop in `run/publication.ts` carries out and saves.
 */
export function decide(work: Work, fact: Fact, now: Date, random: number): Decision {
  switch (fact.is) {
    case 'ran': {
      const step = currentStep(work)
      return step ? afterRun(work, step, fact, now, random) : restart(work, now)
    }
    case 'found':
      return afterFind(work, fact, now, random)
    case 'unfindable':
      return conclude(work, 'unsure', now)
    case 'unsettled':
      return waitUntilSettled(work, fact.until)
    case 'taken-over':
      return takeOver(work, now, random)
    case 'stale':
      return restart(work, now)
    case 'outdated':
      return prepareAgain(work, fact.preparedBy)
    case 'cancelled':
      // An attempt in doubt is looked up first, because its effect determines how the publication ends.
      return isBegun(work.publication)
        ? { changes: { takenFence: null }, then: 'continue' }
        : endCancelled(work, {}, now)
    case 'account-inactive':
      return hold(work, {}, fact.why, now, fact.reason)
    case 'grant-lost':
      return hold(work, {}, 'needs_reconnect', now, fact.reason)
    case 'grant-unavailable':
      return fact.before === 'find' ? findLater(work, now, random) : tryWithGrantLater(work, now, random)
    case 'reconnected':
      return release(work, now)
    default:
      return fact satisfies never
  }
}

/**
 * Takes over a step whose process died, which does not count as an attempt. A step that kills its process must
 * eventually end, but most steps are innocent: they were merely running when the machine went down. So after a few
 * takeovers the publication continues with growing delays, and fails only if it is running each time the process dies.
 */
function takeOver(work: Work, now: Date, random: number): Decision {
  const takeovers = work.publication.takeovers + 1
  const changes = { takenFence: null, takeovers }
  if (takeovers <= takeoversAtOnce) return { changes, then: 'continue' }
  const waitMs = backOff(takeovers - takeoversAtOnce - 1, random)
  if (waitMs === null) {
    return giveUp(work, changes, { code: 'internal', error: words.crashed, failure: null, retryable: true }, now)
  }
  const wait = { dueAt: after(now, waitMs), counts: false }
  return requeue(work, { ...changes, error: words.brokenOff, errorCode: 'interrupted', rawError: null }, wait, now)
}

/** Starts over from the first step. A publication in flight ends as unknown instead. */
function restart({ publication, connector }: Work, now: Date): Decision {
  if (isInFlight(publication)) return end(now, unknownBecause(null))
  const { first } = connector.plan(publication.snapshot)
  const changes = { step: first, memo: {}, memoBefore: { [first]: {} }, memoDiesAt: null, takenFence: null }
  return { changes, then: 'continue' }
}

/** Goes back to the step that prepares the request. */
const prepareAgain = ({ publication }: Work, step: string): Decision => ({
  changes: { step, memo: publication.memoBefore[step] ?? publication.memo },
  then: 'continue',
})

function tryWithGrantLater(work: Work, now: Date, random: number): Decision {
  const before = tryColumns(work.publication)
  const verdict = { is: 'retry', of: 'call', why: words.grantUnavailable, code: 'access_unavailable' } as const
  return afterFailure(work, { verdict, failure: null, isCertain: true, before }, now, random)
}
