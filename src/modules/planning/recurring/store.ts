import { type Selectable, sql } from 'kysely'
import { bulkInsert } from '#infra/db/bulk-insert.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { RecurringRuleTable } from '#infra/db/tables.ts'
import type { Caller } from '#kernel/caller.ts'
import type { PostId, ProfileId, RecurringRuleId, UserId } from '#kernel/ids.ts'
import type { ProfileRole } from '#kernel/rights.ts'
import { visibleProfiles } from '#modules/profiles/index.ts'
import type { Exception } from './schedule.ts'

export type RuleRow = Selectable<RecurringRuleTable>
/** A rule with the time zone that applies: its own, or else its author's. */
export type Rule = RuleRow & { readonly zone: string }
type SeenRule = Rule & { readonly role: ProfileRole | null }

const rules = sql`recurring_rule r join app_user owner on owner.id = r.owner_uid
  left join app_user author on author.id = r.author_uid`
const zone = sql`coalesce(r.timezone, author.timezone, owner.timezone) as zone`

/** Reads a rule of a live profile with the user's role there. In a transaction the row stays locked. */
export async function findRule(db: Db, uid: UserId, id: RecurringRuleId): Promise<SeenRule | undefined> {
  const { rows } = await sql<SeenRule>`
    select r.*, ${zone}, case when r.owner_uid = ${uid} then 'owner' else member.role end as role
    from ${rules} join profile on profile.id = r.profile_id and profile.deleted_at is null
    left join profile_member member on member.profile_id = r.profile_id and member.uid = ${uid}
    where r.id = ${id} ${db.isTransaction ? sql`for no key update of r` : sql``}`.execute(db)
  return rows[0]
}

/** True if a rule that has not been cancelled publishes copies of the post. */
export async function isTemplate(db: Db, postId: PostId): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from recurring_rule where post_id = ${postId} and cancelled_at is null) as is`.execute(db)
  return rows[0]?.is === true
}

/** The maximum number of a profile's cancelled rules to list. */
const cancelledMax = 100

/** Lists the rules of the profiles that the caller may see, newest first. */
export async function listRules(db: Db, caller: Caller, profileId: ProfileId | undefined): Promise<Rule[]> {
  const profiles = await visibleProfiles(db, caller)
    .select('profile.id')
    .$if(profileId !== undefined, (q) => q.where('profile.id', '=', profileId as ProfileId))
    .execute()
  const { rows } = await sql<Rule>`
    select r.*, ${zone} from ${rules}
    where r.profile_id = any(${profiles.map(({ id }) => id)}::uuid[])
      and (r.cancelled_at is null or r.id = any(array(
        select id from recurring_rule where profile_id = r.profile_id and cancelled_at is not null
        order by id desc limit ${cancelledMax})))
    order by r.id desc`.execute(db)
  return rows
}

/** Lists the rules of a profile, for code that has already checked access. */
export async function listRulesOfProfile(db: Db, profileId: ProfileId): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select r.*, ${zone} from ${rules} where r.profile_id = ${profileId} order by r.id`.execute(db)
  return rows
}

/** Counts the rules of a profile that are not cancelled, in a transaction that blocks others from creating one. */
export async function countLiveRules(tx: Tx, profileId: ProfileId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('recurring rules of ' || ${profileId}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from recurring_rule where profile_id = ${profileId} and cancelled_at is null`.execute(tx)
  return rows[0]?.n ?? 0
}

export const insertRule = (tx: Tx, row: RuleRow): Promise<void> => bulkInsert(tx, 'recurringRule', [row])

export type RuleChanges = Partial<Omit<RuleRow, 'id' | 'ownerUid'>>

export async function updateRule(tx: Tx, id: RecurringRuleId, changes: RuleChanges): Promise<void> {
  await tx.updateTable('recurringRule').set(changes).where('recurringRule.id', '=', id).execute()
}

/** Reads the occurrences of rules that were changed or decided ahead of the others. */
export async function listExceptions(
  db: Db,
  ids: readonly RecurringRuleId[],
): Promise<ReadonlyMap<RecurringRuleId, readonly Exception[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Exception & { readonly ruleId: RecurringRuleId }>`
    select o.rule_id, o.at, o.moved_to, o.outcome from recurring_occurrence o
    join recurring_rule r on r.id = o.rule_id
    where o.rule_id = any(${[...ids]}::uuid[]) and (o.at > r.decided_until or o.outcome is null)
    order by o.at`.execute(db)
  return Map.groupBy(rows, ({ ruleId }) => ruleId)
}

/** Reads rules together with their changed occurrences. */
export async function withExceptions(db: Db, found: readonly Rule[]) {
  const exceptions = await listExceptions(
    db,
    found.map(({ id }) => id),
  )
  return found.map((rule) => ({ rule, exceptions: exceptions.get(rule.id) ?? [] }))
}

interface NewException extends Exception {
  readonly ruleId: RecurringRuleId
}

/** Stores how one occurrence differs from the schedule. */
export async function putException(tx: Tx, { ruleId, at, movedTo, outcome }: NewException): Promise<void> {
  await sql`
    insert into recurring_occurrence (rule_id, at, moved_to, outcome) values (${ruleId}, ${at}, ${movedTo}, ${outcome})
    on conflict (rule_id, at) do update set moved_to = excluded.moved_to, outcome = excluded.outcome`.execute(tx)
}

/**
 * Deletes changes to upcoming occurrences: one of them, or all if the schedule changes. An occurrence that was moved
 * ahead and has run stays decided, so it does not run again.
 */
export async function deleteExceptions(tx: Tx, ruleId: RecurringRuleId, now: Date, at: Date | null): Promise<void> {
  await sql`
    delete from recurring_occurrence o using recurring_rule r
    where r.id = o.rule_id and o.rule_id = ${ruleId} and (${at}::timestamptz is null or o.at = ${at})
      and (o.outcome is null or (o.outcome = 'skipped' and o.at > greatest(r.decided_until, ${now})))`.execute(tx)
}

/** Discards the moved runs whose time passed while their rule was paused or had ended. */
export async function missMovedRuns(tx: Tx, ruleId: RecurringRuleId, now: Date): Promise<void> {
  await sql`
    update recurring_occurrence set outcome = 'missed'
    where rule_id = ${ruleId} and outcome is null and moved_to <= ${now}`.execute(tx)
}

/** Locks the live rules that follow a user's time zone. */
export async function lockRulesOfZone(tx: Tx, uid: UserId): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select r.*, ${zone} from ${rules}
    where coalesce(r.author_uid, r.owner_uid) = ${uid} and r.timezone is null and r.cancelled_at is null
    order by r.id for no key update of r`.execute(tx)
  return rows
}

export type OccurrenceOutcome = 'posted' | 'missed' | 'template_in_trash' | 'failed'

export interface DecidedOccurrence {
  readonly ruleId: RecurringRuleId
  readonly at: Date
  readonly outcome: OccurrenceOutcome
  readonly postId: PostId | null
}

export async function readUserZone(db: Db, uid: UserId): Promise<string> {
  const row = await db.selectFrom('appUser').select('appUser.timezone').where('appUser.id', '=', uid).executeTakeFirst()
  return row?.timezone ?? 'UTC'
}
