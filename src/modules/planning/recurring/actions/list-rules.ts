import { takeTurns } from '#infra/streams/turns.ts'
import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import type { PostId, ProfileId, RecurringRuleId } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../../deps.ts'
import { mergeRuns } from '../merge-runs.ts'
import { describeCron, isActive, presentRule } from '../present.ts'
import { requireSchedule, ruleFor } from '../rule-for.ts'
import { listUpcoming, type Span } from '../schedule.ts'
import type { PreviewInput, RulesQuery } from '../schema.ts'
import { listExceptions, listRules, readUserZone, withExceptions } from '../store.ts'

/** More would be unreadable in a calendar, and would make the response large. */
const shownOccurrences = 2_000

/** Lists rules, newest first, after the one with the ID `cursor`. */
export async function readRules({ db }: Pick<PlanningDeps, 'db'>, caller: Caller, query: RulesQuery) {
  const { profileId, active, limit, cursor } = query
  if (profileId) await profileFor(db, caller, profileId, 'read')
  const wished = (await listRules(db, caller, profileId))
    .filter((rule) => active === undefined || isActive(rule) === active)
    .filter(({ id }) => cursor === undefined || id < cursor)
    .slice(0, limit)
  const turn = takeTurns()
  const shown: ReturnType<typeof presentRule>[] = []
  for (const { rule, exceptions } of await withExceptions(db, wished)) {
    await turn()
    shown.push(presentRule(rule, exceptions))
  }
  return shown
}

export async function readRule({ db }: Pick<PlanningDeps, 'db'>, caller: Caller, id: RecurringRuleId) {
  const rule = await ruleFor(db, caller, id, 'read')
  return presentRule(rule, (await listExceptions(db, [id])).get(id))
}

interface ListParams extends Span {
  readonly profileId: ProfileId
}

/** Lists the runs of all active rules in a time range, earliest first. */
export async function readOccurrences(
  { db }: Pick<PlanningDeps, 'db'>,
  caller: Caller,
  { profileId, from, to }: ListParams,
) {
  await profileFor(db, caller, profileId, 'read')
  const rules = await withExceptions(db, (await listRules(db, caller, profileId)).filter(isActive))
  const runs = await mergeRuns(rules, { from, to, most: shownOccurrences })
  return runs.map(({ rule: { id, postId, name }, at, runsAt }) => ({
    ruleId: id,
    postId: postId as PostId,
    name,
    at,
    runsAt,
  }))
}

/** Describes an expression in words and lists its next runs, for a form. Stores nothing. */
export async function previewCron(
  { db, clock }: Pick<PlanningDeps, 'db' | 'clock'>,
  caller: Caller,
  { cron, timezone, startAt, endAt }: PreviewInput,
) {
  const now = clock.now()
  requireSchedule({ cron, startAt, endAt }, now)
  const zone = timezone ?? (await readUserZone(db, caller.uid))
  const decidedUntil = startAt && startAt > now ? before(startAt, 1) : now
  const schedule = { cron, zone, endAt: endAt ?? null, maxRuns: null, runs: 0, decidedUntil }
  const nextRuns = listUpcoming(schedule, [], 5).map(({ runsAt }) => runsAt)
  return { cron, timezone: zone, description: describeCron(cron), nextRuns }
}
