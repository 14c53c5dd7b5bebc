import { type RawBuilder, sql } from 'kysely'
import type { Wanted } from '#infra/claim/index.ts'
import { allOf } from '#infra/db/all-of.ts'
import type { Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { PostId, RecurringRuleId } from '#kernel/ids.ts'
import type { DecidedOccurrence, Rule, RuleRow } from './store.ts'

/** Queries of the scheduler, each for any number of rules. */

/**
 * Selects the time of the first rule that is due by the given time. A rule whose template is gone waits for the
 * scheduler's own next check.
 */
export const firstDueRule = (by: RawBuilder<Date>) =>
  sql<Date | null>`(select due_at from recurring_rule where due_at <= ${by} order by due_at limit 1)`

/** Locks the rules that are due or whose template is gone. Rules of a profile in the trash are suspended. */
export async function lockDueRules(
  tx: Tx,
  { most, among, except = [] }: Wanted<RecurringRuleId>,
): Promise<RecurringRuleId[]> {
  const { rows } = await prepared('due-rules')<{ id: RecurringRuleId }>`
    select r.id from recurring_rule r join profile on profile.id = r.profile_id and profile.deleted_at is null
    where (r.due_at <= ph.now() or (r.post_id is null and r.cancelled_at is null))
      and (${among ?? null}::uuid[] is null or r.id = any(${among ?? null}::uuid[]))
      and r.id <> all(${[...except]}::uuid[])
    order by r.due_at limit ${most} for no key update of r skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function readRules(tx: Tx, ids: readonly RecurringRuleId[]): Promise<Rule[]> {
  const { rows } = await prepared('rules-by-ids')<Rule>`
    select ${allOf('recurringRule', 'r')}, coalesce(r.timezone, author.timezone, owner.timezone) as zone
    from recurring_rule r join app_user owner on owner.id = r.owner_uid
    left join app_user author on author.id = r.author_uid
    where r.id = any(${[...ids]}::uuid[]) order by r.id`.execute(tx)
  return rows
}

/** Records decided occurrences. Throws if one was already decided, since its post must not be created again. */
export async function recordOccurrences(tx: Tx, occurrences: readonly DecidedOccurrence[]): Promise<void> {
  if (occurrences.length === 0) return
  const { numAffectedRows } = await prepared('record-occurrences')`
    insert into recurring_occurrence (rule_id, at, outcome, post_id)
    select x."ruleId", x.at, x.outcome, x."postId" from jsonb_to_recordset(${JSON.stringify(occurrences)}::jsonb)
      as x("ruleId" uuid, at timestamptz, outcome text, "postId" uuid)
    on conflict (rule_id, at) do update set outcome = excluded.outcome, post_id = excluded.post_id
      where recurring_occurrence.outcome is null`.execute(tx)
  if (Number(numAffectedRows) !== occurrences.length)
    throw new Error('an occurrence of the rule has already been decided')
}

export type RuleNote = Pick<RuleRow, 'id' | 'runs' | 'lastRunAt' | 'decidedUntil' | 'dueAt' | 'cancelledAt'>

/** Stores the state of the rules after their runs. */
export async function noteRules(tx: Tx, notes: readonly RuleNote[]): Promise<void> {
  await prepared('note-rules')`
    update recurring_rule r set runs = x.runs, last_run_at = x."lastRunAt", decided_until = x."decidedUntil",
      due_at = x."dueAt", cancelled_at = x."cancelledAt"
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as x(id uuid, runs integer, "lastRunAt" timestamptz,
      "decidedUntil" timestamptz, "dueAt" timestamptz, "cancelledAt" timestamptz)
    where r.id = x.id`.execute(tx)
}

/** Stores posts that a rule is said to have created in the past, for demo data. The oldest comes first. */
export async function recordPastRuns(
  tx: Tx,
  ruleId: RecurringRuleId,
  posts: readonly { readonly id: PostId; readonly publishedAt: Date }[],
): Promise<void> {
  const occurrences = posts.map(
    ({ id: postId, publishedAt: at }) => ({ ruleId, at, outcome: 'posted', postId }) as const,
  )
  await recordOccurrences(tx, occurrences)
  await sql`update recurring_rule set runs = ${posts.length}, last_run_at = ${posts.at(-1)?.publishedAt ?? null}
    where id = ${ruleId}`.execute(tx)
}
