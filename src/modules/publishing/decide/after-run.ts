import type { Failure } from '#connectors/connector.ts'
import { after } from '#kernel/clock.ts'
import { busyMs } from '../timing.ts'
import { words } from '../words.ts'
import { afterFailure } from './after-failure.ts'
import { afterRejectedGrant } from './after-rejected-grant.ts'
import { afterSuccess } from './after-success.ts'
import type { Decision } from './decision.ts'
import type { Outcome, Ran } from './fact.ts'
import { type Judged, judge } from './judge.ts'
import { requeue } from './waits.ts'
import { type AnyStep, isVisible, type Work } from './work.ts'

/** Decides what follows from a try of a step. The outcome of a visible call is recorded with the decision. */
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
