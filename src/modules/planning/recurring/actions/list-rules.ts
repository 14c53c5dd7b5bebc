import type { Caller } from '#kernel/caller.ts'
import type { ProfileId, RecurringRuleId } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../../deps.ts'
import { findRuleStatus, presentRule } from '../present.ts'
import { ruleFor } from '../rule-for.ts'
import { listBetween } from '../schedule.ts'
import { listExceptions, listRules } from '../store.ts'

/** More would not be readable in a calendar, and would make the answer large. */
const shownOccurrences = 2_000

export async function readRules({ db }: Pick<PlanningDeps, 'db'>, caller: Caller, profileId: ProfileId | undefined) {
  if (profileId) await profileFor(db, caller, profileId, 'viewer')
  const rules = await listRules(db, caller, profileId)
  const exceptions = await listExceptions(
    db,
    rules.map(({ id }) => id),
  )
  return rules.map((rule) => presentRule(rule, exceptions.get(rule.id)))
}

export async function readRule({ db }: Pick<PlanningDeps, 'db'>, caller: Caller, id: RecurringRuleId) {
  const rule = await ruleFor(db, caller, id, 'viewer')
  return presentRule(rule, (await listExceptions(db, [id])).get(id))
}

interface Span {
  readonly profileId: ProfileId
  readonly from: Date
  readonly to: Date
}

/** Lists the runs of all active rules in a span of time, the earliest first. */
export async function readOccurrences({ db }: Pick<PlanningDeps, 'db'>, caller: Caller, { profileId, from, to }: Span) {
  await profileFor(db, caller, profileId, 'viewer')
  const rules = (await listRules(db, caller, profileId)).filter((rule) => findRuleStatus(rule) === 'active')
  const exceptions = await listExceptions(
    db,
    rules.map(({ id }) => id),
  )
  return rules
    .flatMap((rule) => {
      const { id, postId, name } = rule
      if (postId === null) return []
      const runs = listBetween(rule, exceptions.get(id) ?? [], from, to)
      return runs.map(({ at, runsAt }) => ({ ruleId: id, postId, name, at, runsAt }))
    })
    .sort((one, other) => one.runsAt.getTime() - other.runsAt.getTime())
    .slice(0, shownOccurrences)
}
