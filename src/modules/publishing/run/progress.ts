import type { JsonObject, Next } from '#connectors/connector.ts'
import { limitsOf } from '#connectors/registry.ts'
import { brokenUniqueRule } from '#infra/db/faults.ts'
import { after } from '#kernel/clock.ts'
import { stepDefaults } from '../state.ts'
import type { RowChanges } from '../store/rows.ts'
import { words } from '../words.ts'
import { type Extra, save } from '../write/save.ts'
import { saveLate } from '../write/save-late.ts'
import { type EngineContext, leave, next as nextOne, type Onward, on, type Work } from './context.ts'
import { finish, giveUp, notBegun, unknownBecause } from './finish.ts'

export interface Outcome {
  readonly next: Next<JsonObject>
  /** True when the step is visible, so that its result is never discarded. */
  readonly visible: boolean
  readonly ended?: Extra['ended']
}

/** Saves the result of a step that worked, before anything else happens. */
export async function progress(context: EngineContext, work: Work, outcome: Outcome): Promise<Onward> {
  const { lane, publication } = work
  const { next } = outcome
  const changes = changesOf(context, work, outcome)
  const now = context.deps.clock.now()
  const gapMs = next.shown ? leastGapMsOf(work) : 0
  const extra: Extra = {
    ...(next.shown ? { shown: next.shown, gapMs } : {}),
    ...(outcome.ended ? { ended: outcome.ended } : {}),
  }
  try {
    if ('end' in next) return await endWith(context, work, outcome, changes, extra)
    const waits = next.afterMs !== undefined && next.afterMs > 0
    if (waits && hasNoPatience(work, next.then, now)) {
      const reason = { code: 'network_too_slow', error: words.tooSlow, failure: null, retryable: true }
      return await giveUp(context, { ...work, publication }, { ...changes, waitingSince: null }, reason, extra)
    }
    const status = waits ? 'processing' : 'publishing'
    const dueAt = waits ? after(now, next.afterMs ?? 0) : publication.dueAt
    const saved = await save(context, lane, publication, { ...changes, status, dueAt }, extra)
    if (!saved) return await lost(context, work, outcome, changes)
    await context.probe(next.shown ? 'between-parts' : 'saved', saved)
    return waits ? nextOne : on(saved)
  } catch (error) {
    if (brokenUniqueRule(error) !== 'publication_part_remote') throw error
    return await finish(context, work, { takenFence: null, ...unknownBecause(null, words.belongsToAnother) })
  }
}

function changesOf(context: EngineContext, work: Work, { next, visible }: Outcome): RowChanges {
  const { publication } = work
  const now = context.deps.clock.now()
  const isShown = next.shown !== undefined
  return {
    ...notBegun,
    memo: next.memo,
    tries: 0,
    takeovers: 0,
    takenFence: null,
    errorCode: null,
    error: null,
    rawError: null,
    memoDiesAt: next.diesAt ?? publication.memoDiesAt,
    accepted: isShown ? false : publication.accepted || visible,
    ...(next.handle === undefined ? {} : { handle: next.handle }),
    ...(next.warning === undefined ? {} : { warnings: [...publication.warnings, next.warning] }),
    ...('then' in next ? stepChanges(work, next, now) : {}),
    ...(next.shown
      ? {
          agains: 0,
          partsShown: Math.max(publication.partsShown, next.shown.part + 1),
          shownAt: publication.shownAt ?? now,
          // The network counts a post from the moment it is shown.
          ...(publication.spentAt ? { spentAt: now } : {}),
          ...(next.shown.part === 0
            ? { remoteId: next.shown.remoteId ?? publication.remoteId, url: next.shown.url ?? publication.url }
            : {}),
        }
      : {}),
  }
}

function stepChanges(
  { publication }: Work,
  next: Extract<Next<JsonObject>, { readonly then: string }>,
  now: Date,
): RowChanges {
  const { step, waitingSince, memoBefore } = publication
  const waits = next.afterMs !== undefined && next.afterMs > 0
  // Memos from before a shown part are useless for a rewind.
  const known = next.shown ? {} : memoBefore
  return {
    step: next.then,
    waitingSince: waits ? ((next.then === step ? waitingSince : null) ?? now) : null,
    memoBefore: next.then in known ? known : { ...known, [next.then]: next.memo },
  }
}

async function endWith(
  context: EngineContext,
  work: Work,
  outcome: Outcome,
  changes: RowChanges,
  extra: Extra,
): Promise<Onward> {
  const { publication, lane } = work
  if (!outcome.next.shown && publication.partsShown === 0) {
    context.deps.log.error(
      { publicationId: publication.id, step: publication.step },
      'a connector ended with nothing shown',
    )
  }
  const now = context.deps.clock.now()
  const ended = { status: 'published', dueAt: null, waitingSince: null, finishedAt: now } as const
  const saved = await save(context, lane, publication, { ...changes, ...ended }, extra)
  if (!saved) return await lost(context, work, outcome, changes)
  await context.probe('saved', saved)
  return nextOne
}

/** Handles an answer that came after the lane was lost. It counts more than any guess that was made meanwhile. */
async function lost(context: EngineContext, work: Work, outcome: Outcome, changes: RowChanges): Promise<Onward> {
  if (outcome.visible) await saveLate(context, work, outcome, changes)
  return leave
}

function hasNoPatience({ publication, connector }: Work, step: string, now: Date): boolean {
  if (step !== publication.step || publication.waitingSince === null) return false
  const patienceMs = connector.steps[step]?.patienceMs ?? stepDefaults.patienceMs
  return now > after(publication.waitingSince, patienceMs)
}

/** Returns the least time that the network wants between two posts of one account. */
export function leastGapMsOf({ connector, account }: Pick<Work, 'connector' | 'account'>): number {
  return limitsOf(connector, account.facts).leastGapMs
}
