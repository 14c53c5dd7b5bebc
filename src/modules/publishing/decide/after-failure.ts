import { type Failure, lossOf, type Verdict, type WaitCode, waitCodeOf } from '#connectors/connector.ts'
import { after } from '#kernel/clock.ts'
import { isBegun, type RowChanges, type TryColumns } from '../publication.ts'
import { backOff, parkMs, rewindsMax } from '../timing.ts'
import { keptFailure, rawWords, sentence, words } from '../words.ts'
import type { Decision, Park } from './decision.ts'
import { findOut, giveUp } from './endings.ts'
import { hold, requeue } from './waits.ts'
import { currentStep, latest, settledAt, type Work } from './work.ts'

interface Failed {
  readonly verdict: Verdict
  readonly failure: Failure | null
  /** True if the attempt certainly had no effect, so the row returns to its previous state. */
  readonly isCertain: boolean
  readonly before: TryColumns
}

/** Decides what follows from a failed attempt. */
export function afterFailure(work: Work, failed: Failed, now: Date, random: number): Decision {
  const { verdict, failure, isCertain, before } = failed
  const base: RowChanges = {
    takenFence: null,
    ...(isCertain ? before : {}),
    ...('nothingOut' in verdict && verdict.nothingOut ? { accepted: false } : {}),
  }
  switch (verdict.is) {
    case 'retry':
      return verdict.of === 'call'
        ? tryLater(work, base, failed, verdict, now, random)
        : park(work, base, { ...verdict, of: verdict.of, failure }, now)
    case 'operator':
      return park(work, base, { ...verdict, of: 'operator', failure }, now)
    case 'reauth':
      return hold(work, base, 'needs_reconnect', now)
    case 'again':
      return rewind(work, base, failure, verdict, now, random)
    case 'doubt':
      return doubt(work, base, failed, verdict, now, random)
    case 'refused':
      return giveUp(work, base, { code: verdict.code, error: verdict.why, failure, retryable: false }, now)
    default:
      return verdict satisfies never
  }
}

interface CallReason {
  readonly until?: Date
  readonly why: string
  readonly code?: WaitCode
}

/** Schedules the next attempt. The sixth attempt is the last one. */
function tryLater(
  work: Work,
  base: RowChanges,
  { failure, isCertain }: Failed,
  { until, why, code }: CallReason,
  now: Date,
  random: number,
): Decision {
  const { tries } = work.publication
  const waitMs = backOff(tries, random)
  if (waitMs === null) {
    const reason = { code: 'network_unavailable', error: words.gaveUp(sentence(why)), failure, retryable: true }
    return giveUp(work, base, reason, now)
  }
  const mayRepeatAt = isCertain || currentStep(work)?.repeat === 'safe' ? null : settledAt(work)
  const dueAt = latest(after(now, waitMs), until, mayRepeatAt)
  return requeue(
    work,
    { ...base, ...lastWords(failure, why, waitCodeOf({ of: 'call', code })), tries: tries + 1 },
    { dueAt, counts: true },
    now,
  )
}

const lastWords = (failure: Failure | null, why: string, errorCode: WaitCode | 'rate_limited') => ({
  error: sentence(why),
  rawError: rawWords(failure),
  errorCode,
})

interface ParkReason {
  readonly of: Park['of']
  readonly failure: Failure | null
  readonly until?: Date
  readonly why: string
  readonly code?: WaitCode
}

/**
 * Parks the account, the network, or the network for this process. This does not count as an attempt at this
 * publication. The post is not at fault, but its author should be able to see why it waits.
 */
export function park(work: Work, base: RowChanges, { of, failure, until, why, code }: ParkReason, now: Date): Decision {
  const dueAt = until && until > now ? until : after(now, parkMs[of])
  const cause = waitCodeOf({ of, code })
  const columns = lastWords(failure, why, of === 'operator' ? cause : 'rate_limited')
  const waiting = requeue(work, { ...base, ...columns }, { dueAt, counts: false }, now)
  return { ...waiting, park: { of, until: dueAt, why, code: cause }, then: 'release-lane' }
}

/**
 * Rewinds to the step whose result the network has lost, with the memo from that time: immediately the first time, then
 * with growing delays.
 */
function rewind(
  work: Work,
  base: RowChanges,
  failure: Failure | null,
  { from, why }: { readonly from: string; readonly why: string },
  now: Date,
  random: number,
): Decision {
  const { publication } = work
  if (isBegun({ ...publication, ...base })) {
    // An earlier attempt may have used up what is missing now, so its outcome is determined first.
    return findOut(now, base, { failure: keptFailure(failure), looks: 0, givenUp: null, isRefused: true })
  }
  const rewindCount = publication.agains + 1
  if (rewindCount > rewindsMax || !work.connector.steps[from]) {
    const reason = { code: 'network_forgot', error: words.forgotten, failure, retryable: true }
    return giveUp(work, base, reason, now)
  }
  const memo = publication.memoBefore[from] ?? publication.memo
  const changes = { ...base, step: from, memo, agains: rewindCount, memoDiesAt: null }
  const waitMs = rewindCount === 1 ? null : backOff(rewindCount - 2, random)
  if (waitMs === null) return { changes, then: 'continue' }
  const wait = { dueAt: after(now, waitMs), counts: true }
  return requeue(work, { ...changes, ...lastWords(failure, why, 'network_lost_it') }, wait, now)
}

/**
 * Handles an attempt that may have taken effect. A call whose repeat the network recognizes is repeated later. Any
 * other is looked up immediately.
 */
function doubt(work: Work, base: RowChanges, failed: Failed, reason: CallReason, now: Date, random: number): Decision {
  const { publication } = work
  if (currentStep(work)?.repeat !== 'once') return tryLater(work, base, failed, reason, now, random)
  const failure = keptFailure(failed.failure)
  const isLast = backOff(publication.tries, 0) === null
  const givenUp = isLast
    ? { code: 'network_unavailable', error: words.gaveUp(sentence(reason.why)), raw: failure?.body ?? null }
    : null
  return findOut(now, { ...base, tries: publication.tries + 1 }, { failure, looks: 0, givenUp })
}

interface Rejection {
  readonly failure: Failure | null
  /** The version of the grant that the call used. */
  readonly version: number
  /** The number of earlier attempts or finds that failed. */
  readonly rejectionsBefore: number
  /** The changes to the row if the call is made again immediately with a renewed grant. */
  readonly renew: RowChanges
  hold(): Decision
  later(): Decision
}

/**
 * Decides what follows if the network rejects a grant: renew it once and call again. After that, the user has to
 * reconnect the account.
 */
export function afterRejectedGrant(
  { rejectedGrant }: Work,
  verdict: Extract<Verdict, { readonly is: 'reauth' }>,
  { failure, version, rejectionsBefore, renew, hold, later }: Rejection,
): Decision {
  const reconnect = { loss: lossOf(verdict), version }
  if (verdict.final) return { ...hold(), reconnect, otherwise: later() }
  if (rejectedGrant === null) return { changes: renew, renew: version, then: 'continue' }
  if (mayBePropagationDelay(failure, rejectionsBefore)) return later()
  return { ...hold(), reconnect, otherwise: later() }
}

/**
 * True if a rejected grant may still be valid. A network that has just renewed a grant has accepted it. If it then
 * rejects it, parts of the network more likely do not know the new grant yet than that the user has revoked it, so only
 * repeated rejections count. A plain 403 concerns the user's permissions, which a renewal does not change.
 */
const mayBePropagationDelay = (failure: Failure | null, rejectionsBefore: number): boolean =>
  (failure?.status === 400 || failure?.status === 401) && rejectionsBefore < toleratedRejections

const toleratedRejections = 2
