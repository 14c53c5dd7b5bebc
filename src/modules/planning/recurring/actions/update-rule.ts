import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import { type RecurringRuleId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { armPost, postFor, prepareArming, requireMayPublish, requireMove } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../../deps.ts'
import { findRuleStatus } from '../present.ts'
import { requireSchedule } from '../require-schedule.ts'
import { changeRule, requireLive, ruleFor } from '../rule-for.ts'
import { listUpcoming } from '../schedule.ts'
import type { RulePatch } from '../schema.ts'
import { deleteExceptions, missMovedRuns, readUserZone } from '../store.ts'
import { requireRuns } from './require-runs.ts'
import { requireSameProfile } from './require-same-profile.ts'

/** Changes a rule. With a new schedule, its runs are computed from now on, or from a later start. */
export async function updateRule(deps: PlanningDeps, caller: Caller, id: RecurringRuleId, patch: RulePatch) {
  requireMayPublish(caller)
  const { postId } = patch
  const fetched = postId
    ? await prepareArming(deps, caller, postId, (post) => void requireMove('duplicate', post))
    : undefined
  return inTx(deps.db, async (tx) => {
    const rule = await ruleFor(tx, caller, id, 'editor')
    requireLive(rule)
    if (postId && fetched) {
      const template = await postFor(deps, tx, caller, postId, 'editor')
      requireMove('duplicate', template)
      requireSameProfile(rule, template)
      await armPost(deps, tx, template, { confirmed: true, fetched, isNow: true })
    }
    const now = deps.clock.now()
    const params = { ...rule, ...omitUndefined(patch), pausedAt: rule.pausedAt }
    requireSchedule({ ...params, endAt: patch.endAt }, now)
    const isOther = params.cron !== rule.cron || params.timezone !== rule.timezone
    if (isOther) await deleteExceptions(tx, id, now, null)
    const zone = isOther ? (params.timezone ?? (await readUserZone(tx, rule.authorUid ?? rule.ownerUid))) : rule.zone
    const start = params.startAt && params.startAt > now ? before(params.startAt, 1) : now
    // Runs that would have happened after a rule's end are not made up.
    const isOver = findRuleStatus(rule) === 'ended' && rule.decidedUntil < now
    if (isOver) await missMovedRuns(tx, id, now)
    const decidedUntil = isOther || isOver || patch.startAt !== undefined ? start : rule.decidedUntil
    if (isOther || patch.startAt !== undefined || patch.endAt !== undefined) {
      const [next] = listUpcoming({ ...params, zone, decidedUntil, maxRuns: null }, [], 1)
      requireRuns(next)
    }
    const { audit } = changesBetween(rule, patch)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: rule.ownerUid,
      action: 'recurring_rule.updated',
      subject: toWire('rec', id),
      changes: audit,
    })
    return changeRule(tx, { ...rule, zone }, { ...omitUndefined(patch), decidedUntil }, now)
  })
}
