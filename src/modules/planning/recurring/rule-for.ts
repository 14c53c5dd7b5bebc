import type { Db, Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { cronFaults, minGapMs } from '#kernel/cron/cron.ts'
import { type Fault, refuse, refuseInput } from '#kernel/errors.ts'
import type { RecurringRuleId } from '#kernel/ids.ts'
import type { Right } from '#kernel/rights.ts'
import { requireProfileAccess } from '#modules/profiles/index.ts'
import { findRuleStatus, presentRule } from './present.ts'
import { leastGapMs, listUpcoming } from './schedule.ts'
import { findRule, listExceptions, type Rule, type RuleChanges, updateRule } from './store.ts'

/**
 * Reads one rule by its ID. All access goes through here. A rule that does not exist is 404, one of a profile that the
 * caller cannot access is 403. In a transaction the row is locked.
 */
export async function ruleFor(db: Db, caller: Caller, id: RecurringRuleId, needs: Right): Promise<Rule> {
  const rule = (await findRule(db, caller.uid, id)) ?? refuse('recurring_rule_not_found')
  requireProfileAccess({ id: rule.profileId, role: rule.role }, caller, needs)
  return rule
}

/** Refuses to change a rule that is cancelled. */
export function requireLive(rule: Rule): void {
  if (findRuleStatus(rule) === 'cancelled')
    refuse('recurring_rule_cancelled', { detail: 'Create a new rule for the same post instead.' })
}

/** Stores changes to a rule and schedules its next run. */
export async function changeRule(tx: Tx, rule: Rule, changes: RuleChanges, now: Date) {
  const changed = { ...rule, ...changes }
  const exceptions = (await listExceptions(tx, [rule.id])).get(rule.id) ?? []
  const [next] = changed.pausedAt === null && changed.cancelledAt === null ? listUpcoming(changed, exceptions, 1) : []
  const planned = { ...changes, dueAt: next?.runsAt ?? null, updatedAt: now }
  await updateRule(tx, rule.id, planned)
  return presentRule({ ...changed, ...planned }, exceptions)
}

interface RuleAccess {
  readonly cron: string
  readonly startAt?: Date | null | undefined
  readonly endAt?: Date | null | undefined
}

/** Refuses a schedule that cannot be parsed, never runs, runs too often, or ends before it begins. */
export function requireSchedule({ cron, startAt, endAt }: RuleAccess, now: Date): void {
  const faults: Fault[] = cronFaults(cron).map(({ field, message }) => ({
    path: '/cron',
    code: 'cron_invalid',
    message,
    params: { field },
  }))
  if (endAt && endAt <= (startAt && startAt > now ? startAt : now))
    faults.push({ path: '/endAt', code: 'ends_too_early', message: 'must be in the future and later than startAt' })
  if (faults.length > 0) refuseInput(...faults)
  if (minGapMs(cron) < leastGapMs)
    refuse('cron_too_frequent', { detail: `"${cron}" runs more often than every 15 minutes. Choose fewer minutes.` })
}
