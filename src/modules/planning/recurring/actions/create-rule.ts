import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { before } from '#kernel/clock.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { armPost, type Fetched, postFor, prepareArming, requireMayPublish, requireMove } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../../deps.ts'
import { presentRule } from '../present.ts'
import { requireSchedule } from '../require-schedule.ts'
import { listUpcoming } from '../schedule.ts'
import type { NewRule } from '../schema.ts'
import { countLiveRules, insertRule, type RuleRow, readUserZone } from '../store.ts'
import { requireRuns } from './require-runs.ts'

/** Fetches the files of the template before the transaction, so that every copy of it can be published. */
export function prepareRule(deps: PlanningDeps, caller: Caller, input: NewRule): Promise<Fetched> {
  requireMayPublish(caller)
  requireSchedule(input, deps.clock.now())
  return prepareArming(deps, caller, input.postId, (post) => void requireMove('duplicate', post))
}

/** Creates a rule. The template must be ready to publish; its warnings count as accepted. */
export async function createRule(deps: PlanningDeps, tx: Tx, caller: Caller, input: NewRule, fetched: Fetched) {
  const { role: _, profileTimezone: __, ...template } = await postFor(deps, tx, caller, input.postId, 'editor')
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
