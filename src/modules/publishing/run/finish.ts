import { isBegun, isInFlight, type Publication } from '../publication.ts'
import type { RowChanges } from '../store/rows.ts'
import { keptFailure, rawWords, sentence, words } from '../words.ts'
import { type Extra, save } from '../write/save.ts'
import type { EngineContext, Onward, Reason, Work } from './context.ts'
import { next, on } from './context.ts'

/** Clears all columns about the try: none is open any more. */
export const notBegun: RowChanges = {
  begunFirst: null,
  begunLast: null,
  begunTries: 0,
  doubt: null,
  doubtUntil: null,
}

/** Clears the error that was noted while the publication waited. */
export const noError: RowChanges = { errorCode: null, error: null, rawError: null }

/** Restores the columns as they were before the last try, which had no effect. */
export const begunAs = ({ begunFirst, begunLast, begunTries, doubt, doubtUntil }: Publication): RowChanges => ({
  begunFirst,
  begunLast,
  begunTries,
  doubt,
  doubtUntil,
})

const ended = (context: EngineContext): RowChanges => ({
  dueAt: null,
  takenFence: null,
  waitingSince: null,
  finishedAt: context.deps.clock.now(),
})

export async function finish(context: EngineContext, work: Work, changes: RowChanges, extra?: Extra): Promise<Onward> {
  await save(context, work.lane, work.publication, { ...changes, ...ended(context) }, extra)
  return next
}

/**
 * Ends a publication that gets no further try. Its final status depends on what may be out. With a part shown it can
 * never fail. A try that was begun is looked for once more. Content that the network accepted is unknown. Only the rest
 * fails.
 */
export async function giveUp(
  context: EngineContext,
  work: Work,
  base: RowChanges,
  reason: Reason,
  extra?: Extra,
): Promise<Onward> {
  const after: Publication = { ...work.publication, ...base }
  const { code, retryable } = reason
  const error = sentence(reason.error)
  const rawError = rawWords(reason.failure)
  if (work.step.optional || (after.partsShown > 0 && after.partsShown >= after.partsTotal)) {
    return finish(
      context,
      work,
      { ...base, ...notBegun, ...noError, status: 'published', warnings: [...after.warnings, error] },
      extra,
    )
  }
  if (isBegun(after)) {
    const doubt = { failure: keptFailure(reason.failure), looks: 0, givenUp: { code, error, raw: rawError } }
    const dueAt = context.deps.clock.now()
    return on(
      await save(
        context,
        work.lane,
        work.publication,
        { ...base, status: 'publishing', doubt, dueAt, takenFence: null },
        extra,
      ),
    )
  }
  if (after.partsShown > 0) {
    const incomplete = {
      status: 'published',
      errorCode: 'thread_incomplete',
      error,
      rawError,
      retryable: true,
    } as const
    return finish(context, work, { ...base, ...incomplete }, extra)
  }
  if (after.accepted) return finish(context, work, { ...base, ...unknownBecause(rawError) }, extra)
  return finish(context, work, { ...base, status: 'failed', errorCode: code, error, rawError, retryable }, extra)
}

export const unknownBecause = (rawError: string | null, error: string = words.unknown) =>
  ({ status: 'unknown', errorCode: 'outcome_unknown', error, rawError, retryable: true }) as const

/** Ends a publication that was cancelled while it was under way: shown parts stay out, and none follows. */
export function endCancelled(context: EngineContext, work: Work, base: RowChanges, extra?: Extra): Promise<Onward> {
  const after: Publication = { ...work.publication, ...base }
  if (!isInFlight(after)) {
    const noFault = { errorCode: null, error: null, rawError: null, retryable: false }
    return finish(context, work, { ...base, ...noFault, status: 'cancelled' }, extra)
  }
  return giveUp(
    context,
    work,
    base,
    { code: 'cancelled', error: words.cancelled, failure: null, retryable: true },
    extra,
  )
}

export interface Aside {
  readonly dueAt: Date
  /** False for a wait because of a limit, a lock or a reconnect, which is not an attempt. */
  readonly counts: boolean
}

/** Lets the publication wait while others of its account pass it. */
export async function stepAside(
  context: EngineContext,
  work: Work,
  base: RowChanges,
  { dueAt, counts }: Aside,
  extra?: Extra,
): Promise<Onward> {
  const after: Publication = { ...work.publication, ...base }
  const inFlight = isInFlight(after)
  if (after.cancelAskedAt && !inFlight) return endCancelled(context, work, base, extra)
  await save(
    context,
    work.lane,
    work.publication,
    {
      ...base,
      status: inFlight ? 'publishing' : 'queued',
      dueAt,
      takenFence: null,
      // Nothing is out, so the next beginning reserves its quota again.
      ...(inFlight ? {} : { spentAt: null }),
      attempts: counts || inFlight ? after.attempts : Math.max(0, after.attempts - 1),
    },
    extra,
  )
  return next
}
