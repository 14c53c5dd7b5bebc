import type { Verdict } from '#connectors/connector.ts'
import { passingAfter } from '#connectors/meta/verdicts.ts'

/** Verdicts on failures that pass. */

export const connecting = ['connect', 'whoami', 'targets', 'refresh']
/** Steps after which people may see something. */
const visible = ['publish', 'comment']

export const passing = passingAfter(visible)

export const hourMs = 3_600_000
/** The window moves, and nobody tells when the next post has room in it. */
export const usedUpWords = 'The account has published as many posts as Instagram allows in 24 hours.'

export const dayUsedUp = (now: Date): Verdict => ({
  is: 'retry',
  of: 'account',
  until: new Date(now.getTime() + hourMs),
  why: usedUpWords,
})
