import { createDueBatches, type DueBatches } from '#infra/claim/index.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Clock } from '#kernel/clock.ts'
import { type RecurringRuleId, toWire, type UserId } from '#kernel/ids.ts'
import { raiseAlert } from '#modules/alerts/index.ts'
import { type CloneOrder, clonePosts, listPostsByIds, type PostRow } from '#modules/posts/index.ts'
import { firstDueRule, lockDueRules, noteRules, type RuleNote, readRules, recordOccurrences } from './due-store.ts'
import { changeRule } from './rule-for.ts'
import { decideDue, type Exception, listUpcoming, type Occurrence } from './schedule.ts'
import {
  type DecidedOccurrence,
  deleteExceptions,
  listExceptions,
  lockRulesOfZone,
  type OccurrenceOutcome,
  type Rule,
} from './store.ts'

export interface SchedulerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/** Creates the scheduler of recurring rules. A due rule creates its post in the transaction that advances the rule. */
export const createRecurringScheduler = (deps: SchedulerDeps): DueBatches =>
  createDueBatches<RecurringRuleId>({
    ...deps,
    name: 'recurring',
    firstDue: firstDueRule,
    lock: lockDueRules,
    async work(tx, ids) {
      await runRules(deps, tx, ids)
      return ids
    },
    failAlone: (tx, id) => failRule(deps, tx, id),
  })

/** A due rule with everything needed to decide about it. */
interface Turn {
  readonly rule: Rule
  readonly exceptions: readonly Exception[]
  readonly decision: ReturnType<typeof decideDue>
  readonly template: PostRow | null
}

async function runRules(deps: SchedulerDeps, tx: Tx, ids: readonly RecurringRuleId[]): Promise<void> {
  const turns = await readTurns(deps, tx, ids)
  const running = turns.flatMap(({ rule, decision, template }) =>
    decision.run && template && template.deletedAt === null ? [{ rule, run: decision.run, template }] : [],
  )
  const posts = await clonePosts(deps, tx, running.map(orderClone))
  const postOf = new Map(running.map(({ rule }, index) => [rule.id, posts[index]?.id ?? null]))
  await recordOccurrences(
    tx,
    turns.flatMap(({ rule, decision: { run, missed } }) => {
      const postId = postOf.get(rule.id) ?? null
      const outcome = postId ? 'posted' : 'template_in_trash'
      return [...(run ? [decide(rule, run, outcome, postId)] : []), ...missed.map((one) => decide(rule, one, 'missed'))]
    }),
  )
  await noteRules(
    tx,
    turns.map((turn) => moveOn(deps, turn, postOf.has(turn.rule.id))),
  )
}

async function readTurns({ clock }: SchedulerDeps, tx: Tx, ids: readonly RecurringRuleId[]): Promise<Turn[]> {
  const rules = await readRules(tx, ids)
  const exceptions = await listExceptions(tx, ids)
  const templates = await listPostsByIds(
    tx,
    rules.flatMap(({ postId }) => postId ?? []),
  )
  const byId = new Map(templates.map((post) => [post.id, post]))
  return rules.map((rule) => {
    const own = exceptions.get(rule.id) ?? []
    const template = (rule.postId && byId.get(rule.postId)) || null
    return { rule, exceptions: own, decision: decideDue(rule, own, clock.now()), template }
  })
}

/** The clone is published at the time of the run. */
const orderClone = (one: { rule: Rule; run: Occurrence; template: PostRow }): CloneOrder => ({
  source: one.template,
  scheduledAt: one.run.runsAt,
  differs: { authorUid: one.rule.authorUid, recurringRuleId: one.rule.id },
})

const decide = (
  { id: ruleId }: Rule,
  { at }: Occurrence,
  outcome: OccurrenceOutcome,
  postId: DecidedOccurrence['postId'] = null,
): DecidedOccurrence => ({ ruleId, at, outcome, postId })

/** Returns the state of a rule after its turn. A rule without its template ends. */
function moveOn({ clock }: SchedulerDeps, { rule, exceptions, decision, template }: Turn, hasRun: boolean): RuleNote {
  const { run, missed, decidedUntil } = decision
  const runs = rule.runs + (hasRun ? 1 : 0)
  const over = new Set([...(run ? [run] : []), ...missed].map(({ at }) => at.getTime()))
  const left = exceptions.filter(({ at }) => !over.has(at.getTime()))
  const [next] = template ? listUpcoming({ ...rule, runs, decidedUntil }, left, 1) : []
  return {
    id: rule.id,
    runs,
    lastRunAt: hasRun && run ? run.at : rule.lastRunAt,
    decidedUntil,
    dueAt: next?.runsAt ?? null,
    cancelledAt: template ? rule.cancelledAt : clock.now(),
  }
}

/**
 * Discards a run that cannot be created, so that the rule continues with the next, and alerts the server
 * administrators.
 */
async function failRule(deps: SchedulerDeps, tx: Tx, id: RecurringRuleId): Promise<void> {
  if ((await lockDueRules(tx, { most: 1, among: [id] })).length === 0) return
  const [turn] = await readTurns(deps, tx, [id])
  if (!turn) return
  const { run, missed } = turn.decision
  await recordOccurrences(
    tx,
    [...(run ? [run] : []), ...missed].map((one) => decide(turn.rule, one, 'failed')),
  )
  await noteRules(tx, [moveOn(deps, turn, false)])
  await raiseAlert(tx, {
    at: deps.clock.now(),
    kind: 'recurring_run_failed',
    severity: 'critical',
    subject: toWire('rec', id),
    message: 'A recurring post couldn’t be created, so this run was skipped. Check the log.',
  })
}

/**
 * Reschedules the rules that follow a user's time zone after the user has changed it. As with a new time zone of the
 * rule itself, runs that would be in the past there are left out, and skipped and moved runs are discarded.
 */
export async function replanRules({ clock }: { readonly clock: Clock }, tx: Tx, uid: UserId): Promise<void> {
  const now = clock.now()
  for (const rule of await lockRulesOfZone(tx, uid)) {
    await deleteExceptions(tx, rule.id, now, null)
    const decidedUntil = rule.decidedUntil > now ? rule.decidedUntil : now
    await changeRule(tx, rule, { decidedUntil }, now)
  }
}
