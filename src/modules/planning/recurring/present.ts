import cronstrue from 'cronstrue'
import { type Exception, listUpcoming } from './schedule.ts'
import type { Rule } from './store.ts'

const shownRuns = 5

type RuleStatus = 'active' | 'paused' | 'ended' | 'cancelled'

export function findRuleStatus({ cancelledAt, postId, pausedAt, dueAt }: Rule): RuleStatus {
  if (cancelledAt !== null || postId === null) return 'cancelled'
  if (pausedAt !== null) return 'paused'
  return dueAt === null ? 'ended' : 'active'
}

export const isActive = (rule: Rule): boolean => findRuleStatus(rule) === 'active'

/** Returns a rule in its API shape. */
export function presentRule(rule: Rule, exceptions: readonly Exception[] = []) {
  const status = findRuleStatus(rule)
  const isActive = status === 'active'
  const nextRuns = isActive ? listUpcoming(rule, exceptions, shownRuns).map(({ runsAt }) => runsAt) : []
  return {
    ...rule,
    timezone: rule.zone,
    followsUserTimezone: rule.timezone === null,
    description: describeCron(rule.cron),
    nextRuns,
    nextRunAt: nextRuns[0] ?? null,
    active: isActive,
    status,
    exceptions: exceptions.map(({ at, movedTo, outcome }) => ({ at, skipped: outcome === 'skipped', movedTo })),
  }
}

/** Cached descriptions. A list of rules repeats the same few expressions. */
const described = new Map<string, string>()
const describedMax = 1_000

/** Describes a valid cron expression in English: "At 09:00, only on Monday". */
export function describeCron(cron: string): string {
  const known = described.get(cron)
  if (known !== undefined) return known
  const words = cronstrue.toString(cron, { use24HourTimeFormat: true })
  // With both day fields given, either is enough.
  const description = words.replace(/ of the month, and (?:only )?on /, ' of the month, or on ')
  if (described.size >= describedMax) described.clear()
  described.set(cron, description)
  return description
}
