import type { Failure, Verdict, WaitCode } from '#connectors/connector.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import { after, days } from '#kernel/clock.ts'
import type { Outcome } from './fact.ts'
import { type AnyStep, isVisible, type Work } from './work.ts'

export interface Judged {
  readonly verdict: Verdict
  /** True if the attempt certainly had no effect, as if it had not been made. */
  readonly isCertain: boolean
}

/**
 * Decides what a failed attempt means. The network's own verdicts come first, then the default ones. Three facts
 * override both: a server configured by a user, a request that was sent but got no response, and a change made before
 * the failed call.
 */
export function judge(
  { connector, publication }: Pick<Work, 'connector' | 'publication'>,
  step: Pick<AnyStep, 'repeat' | 'shows'>,
  { failure, mayHaveChanged }: Pick<Extract<Outcome<never>, { is: 'failed' }>, 'failure' | 'mayHaveChanged'>,
  now: Date,
): Judged {
  const given = connector.judge(failure, publication.step, now) ?? defaultVerdict(failure, step.repeat, now)
  const verdict = failure.isUserNamed ? confined(given, now) : given
  if (!isVisible(step)) return { verdict: verdict.is === 'doubt' ? retryOf(verdict) : verdict, isCertain: true }
  if (mayHaveChanged) return { verdict: doubtOf(verdict), isCertain: false }
  if (failure.sent === 'no') {
    return { verdict: verdict.is === 'doubt' ? retryOf(verdict) : verdict, isCertain: true }
  }
  if (failure.sent === 'maybe') {
    const isLimit = verdict.is === 'retry' && verdict.of !== 'call'
    return { verdict: isLimit ? verdict : doubtOf(verdict), isCertain: false }
  }
  if (verdict.is === 'doubt') return { verdict, isCertain: false }
  return { verdict, isCertain: step.repeat === 'once' || isRefusal(failure.status) }
}

/** Judges a failed `find`, which changes nothing, whatever its step does. */
export const judgeFind = (work: Pick<Work, 'connector' | 'publication'>, failure: Failure, now: Date): Verdict =>
  judge(work, { repeat: 'safe' }, { failure, mayHaveChanged: false }, now).verdict

/** The longest wait that a server configured by a user may impose on its account. */
const longestWaitMs = days(1)

/**
 * Limits a verdict to the current account. Anyone may run a server for their own account, and its responses must not
 * stop others from publishing.
 */
function confined(verdict: Verdict, now: Date): Verdict {
  if (verdict.is === 'operator') return retryOf(verdict)
  if (verdict.is !== 'retry') return verdict
  const latest = after(now, longestWaitMs)
  const until = verdict.until && verdict.until > latest ? { until: latest } : {}
  return { ...verdict, ...until, of: verdict.of === 'call' ? 'call' : 'account' }
}

const retryOf = (verdict: Verdict): Verdict => ({ is: 'retry', of: 'call', ...reasonOf(verdict) })
const doubtOf = (verdict: Verdict): Verdict => ({ is: 'doubt', ...reasonOf(verdict) })

/** Returns the reason for a verdict, with its code if it is a wait code. */
const reasonOf = (verdict: Verdict): { readonly why: string; readonly code?: WaitCode } => {
  const { why } = verdict
  return (verdict.is === 'retry' || verdict.is === 'doubt') && verdict.code ? { why, code: verdict.code } : { why }
}

/** True for a complete response that says that nothing was done. */
const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 300 && status < 500 && ![408, 409, 425].includes(status)
