import type { Failure, Verdict } from '#connectors/connector.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import { isVisible, type Work } from '../run/context.ts'

export interface Judged {
  readonly verdict: Verdict
  /** True when the try had no effect, as if it had not been made. */
  readonly sure: boolean
}

/**
 * Decides what a failed try means. The network's own verdicts come first, then the default ones. Two facts override
 * both: bytes that left without an answer, and a change that was made before the call that failed.
 */
export function judge(work: Work, failure: Failure, earlier: boolean, now: Date): Judged {
  const { connector, step, publication } = work
  const verdict = connector.judge(failure, publication.step, now) ?? defaultVerdict(failure, step.repeat, now)
  if (!isVisible(step)) return { verdict: verdict.is === 'doubt' ? retryOf(verdict.why) : verdict, sure: true }
  if (earlier) return { verdict: doubtOf(verdict.why), sure: false }
  if (failure.sent === 'no') return { verdict: verdict.is === 'doubt' ? retryOf(verdict.why) : verdict, sure: true }
  if (failure.sent === 'maybe') {
    const waits = verdict.is === 'retry' && verdict.of !== 'call'
    return { verdict: waits ? verdict : doubtOf(verdict.why), sure: false }
  }
  if (verdict.is === 'doubt') return { verdict, sure: false }
  return { verdict, sure: step.repeat === 'once' || isRefusal(failure.status) }
}

const retryOf = (why: string): Verdict => ({ is: 'retry', of: 'call', why })
const doubtOf = (why: string): Verdict => ({ is: 'doubt', why })

/** True for a complete answer that says that nothing was done. */
const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 300 && status < 500 && ![408, 409, 425].includes(status)
