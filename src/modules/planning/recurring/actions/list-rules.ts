import type { Caller } from '#kernel/caller.ts'
import type { ProfileId, RecurringRuleId } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../../deps.ts'
import { presentRule } from '../present.ts'
import { ruleFor } from '../rule-for.ts'
import { listExceptions, listRules } from '../store.ts'

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
