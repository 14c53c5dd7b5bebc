import { after } from '#kernel/clock.ts'
import { isBegun, isInFlight } from '../publication.ts'
import type { Observed } from './fact.ts'
import { type AnyStep, currentStep, settledAt, stepDeadlineMs, type Work } from './work.ts'

/** The next thing to do for a publication in progress. */
export type Action =
  | { readonly do: 'run'; readonly step: AnyStep }
  /** Query the network to find out whether the last attempt took effect. */
  | { readonly do: 'find'; readonly step: AnyStep; readonly find: NonNullable<AnyStep['find']> }
  /** Check whether the account of a publication that was just held works again. */
  | { readonly do: 'recheck' }
  /** No call: the row already contains a fact. */
  | { readonly do: 'decide'; readonly fact: Observed }

/** Returns the next action. Pure, like `decide`. */
export function nextAction(work: Work, now: Date): Action {
  const { publication, account, hasWaited } = work
  if (publication.status === 'held') return { do: 'recheck' }
  const step = currentStep(work)
  if (!step) return observe({ is: 'stale' })
  if (publication.takenFence !== null) return observe({ is: 'taken-over' })
  if (account.status !== 'active')
    return observe({ is: 'account-inactive', why: account.status, reason: account.statusWhy ?? null })
  const hasExpired = publication.memoDiesAt !== null && publication.memoDiesAt <= now
  if (hasExpired && !isInFlight(publication)) return observe({ is: 'stale' })
  if (isBegun(publication)) return settleDoubt(work, step, now)
  return hasWaited && step.preparedBy ? observe({ is: 'outdated', preparedBy: step.preparedBy }) : { do: 'run', step }
}

const observe = (fact: Observed): Action => ({ do: 'decide', fact })

/**
 * Returns the next action for an attempt whose outcome is in doubt. If the network recognizes a repeat, the step runs
 * again for as long as it does. Otherwise only `find` can resolve the doubt.
 */
function settleDoubt(work: Work, step: AnyStep, now: Date): Action {
  const { begunFirst, cancelAskedAt, doubt } = work.publication
  const { repeat } = step
  // A repeat would publish a post that a user has withdrawn or that was abandoned.
  if (cancelAskedAt || doubt?.givenUp || doubt?.isRefused) return find(step)
  if (repeat === 'safe') return { do: 'run', step }
  if (repeat === 'once' || !begunFirst) return find(step)
  const windowEnd = after(begunFirst, repeat.forMs - stepDeadlineMs(step))
  const settled = settledAt(work)
  if (now >= windowEnd || (settled && settled >= windowEnd)) return find(step)
  return settled && now < settled ? observe({ is: 'unsettled', until: settled }) : { do: 'run', step }
}

const find = (step: AnyStep): Action =>
  step.find ? { do: 'find', step, find: step.find } : observe({ is: 'unfindable' })
