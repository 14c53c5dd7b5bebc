import type { Failure, Verdict } from '#connectors/connector.ts'
import type { GraphError } from '#connectors/meta/graph-error.ts'
import { regainMs } from '#connectors/meta/usage.ts'
import { retryAfterMs } from '#connectors/verdicts/default-verdicts.ts'

/** Verdicts on failures that pass. */

export const connecting = ['connect', 'whoami', 'targets', 'refresh']
/** Steps after which people may see something. */
const visible = ['publish', 'comment']

/** A failure that may pass. After a visible call the outcome is unknown. */
export function passing(why: string) {
  return (_failure: Failure, _error: GraphError | null, step: string): Verdict =>
    visible.includes(step) ? { is: 'doubt', why } : { is: 'retry', of: 'call', why }
}

export const parked =
  (of: 'account' | 'app', why: string, usualMs?: number) =>
  ({ headers }: Failure, _error: GraphError, _step: string, now: Date): Verdict => {
    const waitMs = retryAfterMs(headers['retry-after'], now) ?? regainMs(headers) ?? usualMs
    return { is: 'retry', of, why, ...(waitMs === undefined ? {} : { until: new Date(now.getTime() + waitMs) }) }
  }

export const hourMs = 3_600_000
/** The window moves, and nobody tells when the next post has room in it. */
export const usedUpWords = 'The account has published as many posts as Instagram allows in 24 hours.'

export const dayUsedUp = (now: Date): Verdict => ({
  is: 'retry',
  of: 'account',
  until: new Date(now.getTime() + hourMs),
  why: usedUpWords,
})
