import type { JsonObject, Next as StepResult } from '#connectors/connector.ts'
import { after } from '#kernel/clock.ts'
import { storable } from '#kernel/text/storable.ts'
import type { RowChanges, TrailEntry } from '../publication.ts'
import { stepDefaults } from '../timing.ts'
import { words } from '../words.ts'
import type { Decision } from './decision.ts'
import { end, giveUp, noError, noTry, unknownBecause } from './endings.ts'
import { addToTrail } from './trail.ts'
import { leastGapMs, type Work } from './work.ts'

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
