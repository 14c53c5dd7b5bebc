import type { Verdict } from '#connectors/connector.ts'
import { passingAfter } from '#connectors/meta/verdicts.ts'

/** Verdicts on temporary failures. */

export const connecting = ['connect', 'whoami', 'targets', 'refresh']
/** Steps that may have a visible effect. */
const visible = ['publish', 'comment']

export const passing = passingAfter(visible)

export const hourMs = 3_600_000
/** The window is rolling, and Instagram does not say when the next post is allowed. */
export const usedUpWords = 'The account has published as many posts as Instagram allows in 24 hours.'

export const dayUsedUp = (now: Date): Verdict => ({
  is: 'retry',
  of: 'account',
  until: new Date(now.getTime() + hourMs),
  why: usedUpWords,
})
