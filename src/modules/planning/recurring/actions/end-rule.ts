import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type RecurringRuleId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireMayPublish } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../../deps.ts'
import { findRuleStatus, presentRule } from '../present.ts'
import { changeRule, requireLive, ruleFor } from '../rule-for.ts'
import { listExceptions, missMovedRuns, type Rule } from '../store.ts'

type EndDeps = Pick<PlanningDeps, 'db' | 'clock'>

/** Cancels a rule permanently. Returns false if it was already cancelled. Posts that it created are kept. */
export const cancelRule = (
  deps: EndDeps,
  caller: Caller,
  id: RecurringRuleId,
): Promise<{ ok: true; cancelled: boolean }> =>
  inTx(deps.db, async (tx) => {
    const rule = await ruleFor(tx, caller, id, 'publish')
    if (findRuleStatus(rule) === 'cancelled') return { ok: true, cancelled: false }
    const now = deps.clock.now()
    await changeRule(tx, rule, { cancelledAt: now }, now)
    await writeAudit(tx, { ...auditOf(rule, caller, now), action: 'recurring_rule.cancelled' })
    return { ok: true, cancelled: true }
  })

/** Pauses a rule: nothing runs until it is resumed. Pausing a paused rule has no effect. */
export const pauseRule = (deps: EndDeps, caller: Caller, id: RecurringRuleId) =>
  inTx(deps.db, async (tx) => {
    const rule = await ruleFor(tx, caller, id, 'publish')
    requireLive(rule)
    const exceptions = (await listExceptions(tx, [id])).get(id)
    if (rule.pausedAt !== null) return presentRule(rule, exceptions)
    if (findRuleStatus(rule) === 'ended')
      refuse('recurring_rule_ended', { detail: 'Give it more runs or a later end.' })
    const now = deps.clock.now()
    await writeAudit(tx, { ...auditOf(rule, caller, now), action: 'recurring_rule.paused' })
    return changeRule(tx, rule, { pausedAt: now }, now)
  })

/** Resumes a paused rule with the next occurrence from now on. Runs missed during the pause are not made up. */
export const resumeRule = (deps: EndDeps, caller: Caller, id: RecurringRuleId) =>
  inTx(deps.db, async (tx) => {
    requireMayPublish(caller)
    const rule = await ruleFor(tx, caller, id, 'publish')
    requireLive(rule)
    if (rule.pausedAt === null) return presentRule(rule, (await listExceptions(tx, [id])).get(id))
    const now = deps.clock.now()
    const decidedUntil = rule.decidedUntil > now ? rule.decidedUntil : now
    await missMovedRuns(tx, id, now)
    await writeAudit(tx, { ...auditOf(rule, caller, now), action: 'recurring_rule.resumed' })
    return changeRule(tx, rule, { pausedAt: null, decidedUntil }, now)
  })

const auditOf = ({ id, ownerUid }: Rule, caller: Caller, at: Date) => ({
  at,
  caller,
  ownerUid,
  subject: toWire('rec', id),
})
