import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { before } from '#kernel/clock.ts'
import { refuseInput } from '#kernel/errors.ts'
import { newId, type ProfileId, type RecurringRuleId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { armPost, type Fetched, postFor, prepareArming, requireMayPublish, requireMove } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../../deps.ts'
import { findRuleStatus, presentRule } from '../present.ts'
import { changeRule, requireLive, requireSchedule, ruleFor } from '../rule-for.ts'
import { listUpcoming, type Occurrence } from '../schedule.ts'
import type { NewRule, RulePatch } from '../schema.ts'
import { countLiveRules, deleteExceptions, insertRule, missMovedRuns, type RuleRow, readUserZone } from '../store.ts'

/** Fetches the files of the template before the transaction, so that every copy of it can be published. */
export function prepareRule(deps: PlanningDeps, caller: Caller, input: NewRule): Promise<Fetched> {
  requireMayPublish(caller)
  requireSchedule(input, deps.clock.now())
  return prepareArming(deps, caller, input.postId, (post) => void requireMove('duplicate', post))
}

/** Creates a rule. The template must be ready to publish; its warnings count as accepted. */
export async function createRule(deps: PlanningDeps, tx: Tx, caller: Caller, input: NewRule, fetched: Fetched) {
  const { role: _, profileTimezone: __, ...template } = await postFor(deps, tx, caller, input.postId, 'publish')
  requireMove('duplicate', template)
  requireBelow(
    'rulesOfProfile',
    await countLiveRules(tx, template.profileId),
    'recurring_rules_full',
    (most) => `A profile has at most ${most} recurring rules. Cancel one first. Paused and ended rules count, too.`,
  )
  await armPost(deps, tx, template, { confirmed: true, fetched, isNow: true })
  const now = deps.clock.now()
  const zone = input.timezone ?? (await readUserZone(tx, caller.uid))
  const rule: RuleRow = {
    id: newId<'rec'>(now),
    ownerUid: template.ownerUid,
    authorUid: caller.uid,
    profileId: template.profileId,
    postId: template.id,
    name: input.name ?? null,
    cron: input.cron.trim(),
    timezone: input.timezone ?? null,
    startAt: input.startAt ?? null,
    endAt: input.endAt ?? null,
    maxRuns: input.maxRuns ?? null,
    runs: 0,
    lastRunAt: null,
    decidedUntil: input.startAt && input.startAt > now ? before(input.startAt, 1) : now,
    dueAt: null,
    pausedAt: null,
    cancelledAt: null,
    createdAt: now,
    updatedAt: now,
  }
  const [next] = listUpcoming({ ...rule, zone }, [], 1)
  const planned = { ...rule, dueAt: requireRuns(next).runsAt }
  await insertRule(tx, planned)
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: rule.ownerUid,
    action: 'recurring_rule.created',
    subject: toWire('rec', rule.id),
    changes: { cron: { from: null, to: rule.cron }, post: { from: null, to: toWire('post', template.id) } },
  })
  return presentRule({ ...planned, zone })
}

/** Changes a rule. With a new schedule, its runs are computed from now on, or from a later start. */
export async function updateRule(deps: PlanningDeps, caller: Caller, id: RecurringRuleId, patch: RulePatch) {
  requireMayPublish(caller)
  const { postId } = patch
  const fetched = postId
    ? await prepareArming(deps, caller, postId, (post) => void requireMove('duplicate', post))
    : undefined
  return inTx(deps.db, async (tx) => {
    const rule = await ruleFor(tx, caller, id, 'publish')
    requireLive(rule)
    if (postId && fetched) {
      const template = await postFor(deps, tx, caller, postId, 'publish')
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

/** Refuses a schedule without a single run between its start and end. */
function requireRuns(next: Occurrence | undefined): Occurrence {
  if (next) return next
  const message = 'This schedule has no posts before its end date. Choose a later end or a different schedule.'
  refuseInput({ path: '/endAt', code: 'never_runs', message })
}

interface OfProfile {
  readonly profileId: ProfileId
}

/** Refuses a template from another profile: a rule's copies belong to the rule's profile. */
function requireSameProfile(rule: OfProfile, template: OfProfile): void {
  if (rule.profileId === template.profileId) return
  const message = 'This post belongs to another profile. Use a post of the rule’s profile, or create a new rule.'
  refuseInput({ path: '/postId', code: 'other_profile', message })
}
