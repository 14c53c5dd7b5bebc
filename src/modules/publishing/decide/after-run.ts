import type { Failure, JsonObject, Next as StepResult } from '#connectors/connector.ts'
import { after } from '#kernel/clock.ts'
import { storable } from '#kernel/text/storable.ts'
import type { Publication, RowChanges, TrailEntry } from '../publication.ts'
import { busyMs, stepDefaults } from '../timing.ts'
import { words } from '../words.ts'
import { afterFailure, afterRejectedGrant } from './after-failure.ts'
import type { Decision } from './decision.ts'
import { end, giveUp, noError, noTry, unknownBecause } from './endings.ts'
import type { Outcome, Ran } from './fact.ts'
import { type Judged, judge } from './judge.ts'
import { requeue } from './waits.ts'
import { type AnyStep, isVisible, leastGapMs, type Work } from './work.ts'

/** Decides what follows from an attempt at a step. The outcome of a visible call is recorded with the decision. */
export function afterRun(work: Work, step: AnyStep, { outcome, before, grantVersion }: Ran, now: Date, random: number) {
  const record = (decision: Decision, call: NonNullable<Decision['call']>): Decision =>
    isVisible(step) ? { ...decision, call } : decision

  if (outcome.is === 'done') {
    const decision = afterSuccess(work, outcome.result, isVisible(step), now)
    return record(decision, { outcome: 'done', sent: 'answered', httpStatus: null })
  }
  if (outcome.is === 'busy') {
    const asBefore = { ...before, takenFence: null, error: words.busy }
    const decision = requeue(work, asBefore, { dueAt: after(now, busyMs), counts: false }, now)
    return record(decision, { outcome: 'retry', sent: 'no', httpStatus: null })
  }
  const { verdict, isCertain, failure } = meaningOf(work, step, outcome, now)
  const later = (of = verdict) => afterFailure(work, { verdict: of, failure, isCertain, before }, now, random)
  const decision =
    verdict.is === 'reauth'
      ? afterRejectedGrant(work, verdict, {
          failure,
          version: grantVersion,
          rejectionsBefore: work.publication.tries,
          renew: { ...before, takenFence: null },
          hold: () => later(),
          later: () => later({ is: 'retry', of: 'call', why: verdict.why, code: 'access_unavailable' }),
        })
      : later()
  return record(decision, {
    outcome: verdict.is,
    sent: failure?.sent ?? null,
    httpStatus: failure?.status ?? null,
  })
}

function meaningOf(
  work: Work,
  step: AnyStep,
  outcome: Exclude<Outcome<unknown>, { readonly is: 'done' | 'busy' }>,
  now: Date,
): Judged & { readonly failure: Failure | null } {
  switch (outcome.is) {
    case 'failed':
      return { ...judge(work, step, outcome, now), failure: outcome.failure }
    case 'unfit':
      return { verdict: { is: 'refused', code: 'media_unfit', why: outcome.why }, isCertain: true, failure: null }
    case 'fault':
      return isVisible(step) && outcome.sent
        ? { verdict: { is: 'doubt', why: words.fault, code: 'internal_fault' }, isCertain: false, failure: null }
        : {
            verdict: { is: 'retry', of: 'call', why: words.fault, code: 'internal_fault' },
            isCertain: true,
            failure: null,
          }
    default:
      return outcome satisfies never
  }
}

type Result = StepResult<JsonObject>
type Continued = Extract<Result, { readonly then: string }>

/**
 * Decides what follows from a successful step, or from a find that found its effect. `isEffect`: people may see it, so
 * the result is saved in any case.
 */
export function afterSuccess(
  work: Work,
  result: Result,
  isEffect: boolean,
  now: Date,
  did: TrailEntry['did'] = 'done',
): Decision {
  const changes = {
    ...changesBy(work, result, isEffect, now),
    ...(isBehind(work, result) ? addToTrail(work.publication, did, now) : {}),
  }
  const { shown } = result
  const effects = shown ? { shown, gapMs: leastGapMs(work), otherwise: end(now, belongsToAnother) } : {}
  // A published part ends the wait for it. The next wait is a different one.
  if ('then' in result && !shown && isWait(result) && hasNoPatience(work, result.then, now)) {
    const reason = { code: 'network_too_slow', error: words.tooSlow, failure: null, retryable: true }
    return { ...giveUp(work, { ...changes, waitingSince: null }, reason, now), ...effects }
  }
  return { ...progress(work, result, changes, now), ...effects, ...(isEffect ? { isFinal: true } : {}) }
}

const belongsToAnother = unknownBecause(null, words.belongsToAnother)

function progress({ publication }: Work, result: Result, changes: RowChanges, now: Date): Decision {
  if ('end' in result) return end(now, { ...changes, status: 'published' })
  if (!isWait(result))
    return { changes: { ...changes, status: 'publishing', dueAt: publication.dueAt }, then: 'continue' }
  const dueAt = after(now, result.afterMs ?? 0)
  return { changes: { ...changes, status: 'processing', dueAt }, then: 'next-publication' }
}

function changesBy({ publication }: Work, result: Result, isEffect: boolean, now: Date): RowChanges {
  const { shown, handle, warning, diesAt, memo } = result
  return {
    ...noTry,
    ...noError,
    memo,
    tries: 0,
    takeovers: 0,
    takenFence: null,
    memoDiesAt: diesAt ?? publication.memoDiesAt,
    accepted: shown ? false : publication.accepted || isEffect,
    ...(handle === undefined ? {} : { handle }),
    ...(warning === undefined ? {} : { warnings: [...publication.warnings, storable(warning)] }),
    ...('then' in result ? changesOfStep(publication, result, now) : {}),
    ...(shown ? changesOfShown(publication, shown, now) : {}),
  }
}

function changesOfStep(
  { step, waitingSince, memoBefore }: Work['publication'],
  result: Continued,
  now: Date,
): RowChanges {
  // Memos from before a published part are useless for a rewind.
  const known = result.shown ? {} : memoBefore
  return {
    step: result.then,
    waitingSince: isWait(result) ? ((result.then === step && !result.shown ? waitingSince : null) ?? now) : null,
    memoBefore: result.then in known ? known : { ...known, [result.then]: result.memo },
  }
}

const changesOfShown = (
  { partsShown, shownAt, spentAt, remoteId, url }: Work['publication'],
  shown: NonNullable<Result['shown']>,
  now: Date,
): RowChanges => ({
  agains: 0,
  partsShown: Math.max(partsShown, shown.part + 1),
  shownAt: shownAt ?? now,
  // The network counts a post from the moment it is shown.
  ...(spentAt ? { spentAt: now } : {}),
  ...(shown.part === 0 ? { remoteId: shown.remoteId ?? remoteId, url: shown.url ?? url } : {}),
})

/** True if the publication leaves the step, or the same step begins another part. */
const isBehind = ({ publication }: Work, result: Result): boolean =>
  !('then' in result) || result.then !== publication.step || result.shown !== undefined

const isWait = ({ afterMs }: Continued): boolean => afterMs !== undefined && afterMs > 0

function hasNoPatience({ publication, connector }: Work, step: string, now: Date): boolean {
  if (step !== publication.step || publication.waitingSince === null) return false
  const patienceMs = connector.steps[step]?.patienceMs ?? stepDefaults.patienceMs
  return now > after(publication.waitingSince, patienceMs)
}

/** The maximum length. A publication that restarts again and again keeps the latest entries. */
const longestTrail = 200

/** Returns the trail with the outcome of the current step. It is only for display: no decision depends on it. */
export const addToTrail = (
  { trail, step }: Pick<Publication, 'trail' | 'step'>,
  did: TrailEntry['did'],
  now: Date,
): Pick<RowChanges, 'trail'> => ({
  trail: [...trail, { step, did, at: now.toISOString() }].slice(-longestTrail),
})
