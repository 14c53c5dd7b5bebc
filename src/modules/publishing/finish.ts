import type { Machine, Onward, Reason, Work } from './machine.ts'
import { next, on } from './machine.ts'
import { type Extra, save } from './save.ts'
import { isBegun, isInFlight, type Publication } from './store/publication.ts'
import type { RowChanges } from './store/rows.ts'
import { keptFailure, rawWords, sentence, words } from './words.ts'

/** No try is open any more. */
export const notBegun: RowChanges = {
  begunFirst: null,
  begunLast: null,
  begunTries: 0,
  doubt: null,
  doubtUntil: null,
}

/** Nothing is wrong with it, whatever was said while it waited. */
export const noError: RowChanges = { errorCode: null, error: null, rawError: null }

/** As it was before the last try, of which nothing came. */
export const begunAs = ({ begunFirst, begunLast, begunTries, doubt, doubtUntil }: Publication): RowChanges => ({
  begunFirst,
  begunLast,
  begunTries,
  doubt,
  doubtUntil,
})

const ended = (machine: Machine): RowChanges => ({
  dueAt: null,
  takenFence: null,
  waitingSince: null,
  finishedAt: machine.deps.clock.now(),
})

export async function finish(machine: Machine, work: Work, changes: RowChanges, extra?: Extra): Promise<Onward> {
  await save(machine, work.lane, work.publication, { ...changes, ...ended(machine) }, extra)
  return next
}

/**
 * There will be no further try. What that makes of it depends on what may be out: something shown can never fail; what
 * was begun is looked for once more; what the network accepted is not known; and only the rest has failed.
 */
export async function giveUp(
  machine: Machine,
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
      machine,
      work,
      { ...base, ...notBegun, ...noError, status: 'published', warnings: [...after.warnings, error] },
      extra,
    )
  }
  if (isBegun(after)) {
    const doubt = { failure: keptFailure(reason.failure), looks: 0, givenUp: { code, error, raw: rawError } }
    const dueAt = machine.deps.clock.now()
    return on(
      await save(
        machine,
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
    return finish(machine, work, { ...base, ...incomplete }, extra)
  }
  if (after.accepted) return finish(machine, work, { ...base, ...unknownBecause(rawError) }, extra)
  return finish(machine, work, { ...base, status: 'failed', errorCode: code, error, rawError, retryable }, extra)
}

export const unknownBecause = (rawError: string | null, error: string = words.unknown) =>
  ({ status: 'unknown', errorCode: 'outcome_unknown', error, rawError, retryable: true }) as const

/** It was cancelled while it was worked on: what is out stays out, and no more follows. */
export function endCancelled(machine: Machine, work: Work, base: RowChanges, extra?: Extra): Promise<Onward> {
  const after: Publication = { ...work.publication, ...base }
  if (!isInFlight(after)) {
    const noFault = { errorCode: null, error: null, rawError: null, retryable: false }
    return finish(machine, work, { ...base, ...noFault, status: 'cancelled' }, extra)
  }
  return giveUp(
    machine,
    work,
    base,
    { code: 'cancelled', error: words.cancelled, failure: null, retryable: true },
    extra,
  )
}

export interface Aside {
  readonly dueAt: Date
  /** Waits for a limit, a lock or a reconnect are no tries. */
  readonly counts: boolean
}

/** It waits; others of its account pass. */
export async function stepAside(
  machine: Machine,
  work: Work,
  base: RowChanges,
  { dueAt, counts }: Aside,
  extra?: Extra,
): Promise<Onward> {
  const after: Publication = { ...work.publication, ...base }
  const inFlight = isInFlight(after)
  if (after.cancelAskedAt && !inFlight) return endCancelled(machine, work, base, extra)
  await save(
    machine,
    work.lane,
    work.publication,
    {
      ...base,
      status: inFlight ? 'publishing' : 'queued',
      dueAt,
      takenFence: null,
      // Nothing of it is there, and what it takes is asked for anew.
      ...(inFlight ? {} : { spentAt: null }),
      attempts: counts || inFlight ? after.attempts : Math.max(0, after.attempts - 1),
    },
    extra,
  )
  return next
}
