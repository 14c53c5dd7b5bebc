import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { before, days } from '#kernel/clock.ts'
import { nextRun } from '#kernel/cron/cron.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type RecurringRuleId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireMayPublish } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../../deps.ts'
import { changeRule, requireLive, ruleFor } from '../rule-for.ts'
import { type Exception, isChangeable, leastGapMs } from '../schedule.ts'
import type { OccurrenceChange } from '../schema.ts'
import { deleteExceptions, listExceptions, putException, type Rule } from '../store.ts'

const farthestMs = days(366)

/** Skips or moves one upcoming occurrence, or undoes that. The others are left unchanged. */
export function changeOccurrence(
  { db, clock }: Pick<PlanningDeps, 'db' | 'clock'>,
  caller: Caller,
  { id, at }: { readonly id: RecurringRuleId; readonly at: Date },
  { skipped, movedTo }: OccurrenceChange,
) {
  requireMayPublish(caller)
  return inTx(db, async (tx) => {
    const rule = await ruleFor(tx, caller, id, 'publish')
    requireLive(rule)
    const now = clock.now()
    const exceptions = (await listExceptions(tx, [id])).get(id) ?? []
    requireToCome(rule, exceptions, at)
    if (movedTo) requireFree(rule, exceptions, { at, movedTo, now })
    const others = exceptions.filter((one) => one.at.getTime() !== at.getTime())
    if (skipped || movedTo)
      requireBelow(
        'changedOccurrencesOfRule',
        others.length,
        'occurrences_full',
        (most) =>
          `A rule has at most ${most} upcoming runs that are skipped or moved. Change its schedule, or pause it.`,
      )
    const outcome = skipped ? 'skipped' : null
    if (skipped || movedTo) await putException(tx, { ruleId: id, at, movedTo: movedTo ?? null, outcome })
    else await deleteExceptions(tx, id, now, at)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: rule.ownerUid,
      action: 'recurring_rule.occurrence_changed',
      subject: toWire('rec', id),
      changes: { [at.toISOString()]: { from: null, to: skipped ? 'skipped' : (movedTo ?? 'as planned') } },
    })
    return changeRule(tx, rule, {}, now)
  })
}

/**
 * Refuses a time at which the rule has no occurrence, or one that has already run, for example after being moved ahead.
 */
function requireToCome(rule: Rule, exceptions: readonly Exception[], at: Date): void {
  const known = exceptions.find((one) => one.at.getTime() === at.getTime())
  if (known && !isChangeable(known))
    refuse('occurrence_not_found', { detail: `The run scheduled for ${at.toISOString()} is in the past.` })
  const isPlanned =
    at > rule.decidedUntil &&
    (rule.endAt === null || at <= rule.endAt) &&
    nextRun(rule.cron, rule.zone, before(at, 1))?.getTime() === at.getTime()
  if (known || isPlanned) return
  refuse('occurrence_not_found', {
    detail: `The rule has no upcoming run at ${at.toISOString()}. Use a time from \`nextRuns\` or \`exceptions\`.`,
  })
}

interface MoveParams {
  readonly at: Date
  readonly movedTo: Date
  readonly now: Date
}

/** Refuses a time in the past, far ahead, or close to another run of the rule. */
function requireFree(rule: Rule, exceptions: readonly Exception[], { at, movedTo, now }: MoveParams): void {
  const fault = (code: string, message: string) => refuseInput({ path: '/movedTo', code, message })
  if (movedTo <= now) fault('in_the_past', 'must be in the future')
  if (movedTo.getTime() - now.getTime() > farthestMs) fault('too_far_ahead', 'must be within a year')
  const taken = new Set(exceptions.map((one) => one.at.getTime())).add(at.getTime())
  const near: Date[] = exceptions.flatMap((one) =>
    one.at.getTime() !== at.getTime() && one.outcome === null && one.movedTo ? [one.movedTo] : [],
  )
  for (
    let run = nextRun(rule.cron, rule.zone, before(movedTo, leastGapMs));
    run && run.getTime() < movedTo.getTime() + leastGapMs;
    run = nextRun(rule.cron, rule.zone, run)
  )
    if (!taken.has(run.getTime())) near.push(run)
  if (near.some((run) => Math.abs(run.getTime() - movedTo.getTime()) < leastGapMs))
    fault('too_close', 'must be at least 15 minutes from every other run of the rule')
}
