import type { Failure, Verdict } from '#connectors/connector.ts'
import { after } from '#kernel/clock.ts'
import { isBegun, isInFlight, type Publication } from '../publication.ts'
import { backOff, restMs, rewindsMax } from '../state.ts'
import { networkSeenBy, parkLane, parkNetwork } from '../store/lanes.ts'
import type { RowChanges } from '../store/rows.ts'
import { type HeldWhy, heldBecause, keptFailure, rawWords, sentence, words } from '../words.ts'
import { type Extra, save } from '../write/save.ts'
import { type EngineContext, leave, type Onward, on, type Work } from './context.ts'
import { begunAs, endCancelled, giveUp, stepAside } from './finish.ts'
import { grantFor } from './grant-for.ts'

export interface Failed {
  readonly verdict: Verdict
  readonly failure: Failure | null
  /** True when the try had no effect, so that the row returns to its state before it. */
  readonly sure: boolean
  readonly before: Publication
  /** Earliest time at which a try of unknown outcome may be repeated. */
  readonly settledAt: Date | null
  readonly extra?: Extra
}

/** Decides and saves what follows from a failed try. */
export async function respond(context: EngineContext, work: Work, failed: Failed): Promise<Onward> {
  const { verdict, failure, sure, before, extra } = failed
  const base: RowChanges = {
    takenFence: null,
    ...(sure ? begunAs(before) : {}),
    ...('nothingOut' in verdict && verdict.nothingOut ? { accepted: false } : {}),
  }
  switch (verdict.is) {
    case 'retry':
      return verdict.of === 'call'
        ? tryLater(context, work, base, failed, verdict)
        : rest(context, work, base, verdict.of, failed, verdict)
    case 'operator':
      context.deps.log.error(
        { network: work.publication.network, why: verdict.why, alert: 'network_parked' },
        'the network does not take our app; everything for it waits',
      )
      return rest(context, work, base, 'operator', failed, verdict)
    case 'reauth':
      return hold(context, work, base, 'needs_reconnect', extra)
    case 'again':
      return goBack(context, work, base, failed, verdict)
    case 'doubt':
      return doubt(context, work, base, failed, verdict.why)
    case 'refused':
      return giveUp(context, work, base, { code: verdict.code, error: verdict.why, failure, retryable: false }, extra)
    default:
      return verdict satisfies never
  }
}

/** Plans the next try. The sixth try is the last one. */
function tryLater(
  context: EngineContext,
  work: Work,
  base: RowChanges,
  { failure, sure, settledAt, extra }: Failed,
  { until, why }: { readonly until?: Date; readonly why: string },
): Promise<Onward> {
  const now = context.deps.clock.now()
  const { tries } = work.publication
  const waitMs = backOff(tries, context.random())
  if (waitMs === null) {
    const reason = { code: 'network_unavailable', error: words.gaveUp(sentence(why)), failure, retryable: true }
    return giveUp(context, work, base, reason, extra)
  }
  const times = [after(now, waitMs), until, sure ? undefined : settledAt].filter((time) => time instanceof Date)
  const dueAt = new Date(Math.max(...times.map((time) => time.getTime())))
  return stepAside(
    context,
    work,
    { ...base, ...lastWords(failure, why), tries: tries + 1 },
    { dueAt, counts: true },
    extra,
  )
}

const lastWords = (failure: Failed['failure'], why: string) => ({
  error: sentence(why),
  rawError: rawWords(failure),
  errorCode: null,
})

/**
 * Parks the account, the network, or the network for this process. That does not count as a try of this publication.
 * Nothing is wrong with the post, but its author should be able to read why it waits.
 */
async function rest(
  context: EngineContext,
  work: Work,
  base: RowChanges,
  of: keyof typeof restMs,
  { failure, extra }: Failed,
  { until, why }: { readonly until?: Date; readonly why: string },
): Promise<Onward> {
  const { deps, dbGate, nodeParks } = context
  const now = deps.clock.now()
  const end = until && until > now ? until : after(now, restMs[of])
  const { network } = work.publication
  if (of === 'node') nodeParks.set(network, end)
  if (of === 'account') await dbGate.retryUntilUp(() => parkLane(deps.db, work.lane.id, end, why))
  else {
    const scope = of === 'node' ? networkSeenBy(network, deps.holder) : network
    await dbGate.retryUntilUp(() => parkNetwork(deps.db, { scope, until: end, why }))
  }
  const errorCode = of === 'operator' ? null : 'rate_limited'
  const changes = { ...base, ...lastWords(failure, why), errorCode }
  await stepAside(context, work, changes, { dueAt: end, counts: false }, extra)
  return leave
}

/** Holds a publication until a user acts. */
export async function hold(
  context: EngineContext,
  work: Work,
  base: RowChanges,
  why: HeldWhy,
  extra?: Extra,
): Promise<Onward> {
  const after: Publication = { ...work.publication, ...base }
  if (after.cancelAskedAt && !isInFlight(after)) return endCancelled(context, work, base, extra)
  const attempts = Math.max(0, after.attempts - 1)
  const spent = isInFlight(after) ? {} : { spentAt: null }
  const held = { ...base, ...heldBecause(why), ...spent, takenFence: null, attempts }
  const saved = await save(context, work.lane, work.publication, held, extra)
  if (saved) await takeBackIfGood(context, work, saved)
  return leave
}

/**
 * Releases a publication again if its account is good by now. The account may have been reconnected while the hold was
 * being saved; the release that follows a reconnect did not see this row, so nothing else would release it.
 */
async function takeBackIfGood(context: EngineContext, work: Work, held: Publication): Promise<void> {
  const account = await context.reads.account(held.accountId)
  if (account?.status !== 'active' || 'lost' in (await grantFor(context, held))) return
  const status = isInFlight(held) ? 'publishing' : 'queued'
  const dueAt = context.deps.clock.now()
  await save(context, work.lane, held, { status, heldWhy: null, error: null, errorCode: null, dueAt })
}

/**
 * Rewinds to the step whose result the network has lost, with the memo of that time: at once the first time, then with
 * growing delays.
 */
async function goBack(
  context: EngineContext,
  work: Work,
  base: RowChanges,
  { failure, extra }: Failed,
  { from, why }: { readonly from: string; readonly why: string },
): Promise<Onward> {
  const { publication, lane } = work
  if (isBegun({ ...publication, ...base })) {
    // An earlier try may have consumed what is missing now, so its outcome is found out first.
    const note = { failure: keptFailure(failure), looks: 0, givenUp: null, isRefused: true } as const
    const dueAt = context.deps.clock.now()
    return on(await save(context, lane, publication, { ...base, status: 'publishing', dueAt, doubt: note }, extra))
  }
  const agains = publication.agains + 1
  if (agains > rewindsMax || !work.connector.steps[from]) {
    const reason = { code: 'network_forgot', error: words.forgotten, failure, retryable: true }
    return giveUp(context, work, base, reason, extra)
  }
  context.deps.log.info({ publicationId: publication.id, from, why }, 'what a network was sent has died there')
  const memo = publication.memoBefore[from] ?? publication.memo
  const changes = { ...base, step: from, memo, agains, memoDiesAt: null }
  const waitMs = agains === 1 ? null : backOff(agains - 2, context.random())
  if (waitMs === null) return on(await save(context, lane, publication, changes, extra))
  const dueAt = after(context.deps.clock.now(), waitMs)
  return stepAside(context, work, { ...changes, ...lastWords(failure, why) }, { dueAt, counts: true }, extra)
}

/**
 * Handles a try that may have taken effect. A call whose repeat the network recognizes is repeated later; any other is
 * looked for at once.
 */
async function doubt(
  context: EngineContext,
  work: Work,
  base: RowChanges,
  failed: Failed,
  why: string,
): Promise<Onward> {
  const { publication, lane } = work
  if (work.step.repeat !== 'once') return tryLater(context, work, base, failed, { why })
  const failure = keptFailure(failed.failure)
  const isLast = backOff(publication.tries, 0) === null
  const givenUp = isLast
    ? { code: 'network_unavailable', error: words.gaveUp(sentence(why)), raw: failure?.body ?? null }
    : null
  const dueAt = context.deps.clock.now()
  const note = { failure, looks: 0, givenUp }
  const changes = { ...base, status: 'publishing', dueAt, doubt: note, tries: publication.tries + 1 } as const
  return on(await save(context, lane, publication, changes, failed.extra))
}
