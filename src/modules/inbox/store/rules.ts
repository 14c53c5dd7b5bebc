import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, ConversationId, InboxItemId, InboxRuleId, ProfileId, UserId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import type { Conditions, Facts } from '../rules/match.ts'

type RuleState = 'open' | 'done' | 'snoozed'

interface Actions {
  readonly assigneeUid: UserId | null
  readonly state: RuleState | null
  readonly snoozeHours: number | null
}

export interface RuleRow extends Conditions, Actions {
  readonly id: InboxRuleId
  readonly profileId: ProfileId
  readonly name: string
  readonly isOn: boolean
  readonly position: number
  readonly hasAccount: boolean
  readonly hasAssignee: boolean
  readonly problem: 'account_removed' | 'member_left' | null
  readonly lastRanAt: Date | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

const selectRules = sql`
  select r.id, r.profile_id, r.name, r.is_on, r.position, r.network, r.has_account, r.has_assignee, r.account_id, r.kind, r.words, r.has_link,
    r.is_new_sender, r.assignee_uid, r.state, r.snooze_hours, r.version, r.created_at, r.updated_at,
    case
      when r.has_account and not exists (select from account a
        where a.id = r.account_id and a.profile_id = r.profile_id and a.disconnected_at is null) then 'account_removed'
      when r.has_assignee and not exists (
        select from app_user person join profile p on p.id = r.profile_id
        where person.id = r.assignee_uid and person.disabled_at is null and (p.owner_uid = person.id or exists (
          select from profile_member m where m.profile_id = p.id and m.uid = person.id))) then 'member_left'
    end as problem,
    (select run.created_at from inbox_rule_run run where run.rule_id = r.id order by run.created_at desc limit 1) as last_ran_at
  from inbox_rule r`

export async function listRules(db: Db, profileId: ProfileId): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`${selectRules} where r.profile_id = ${profileId}
    order by r.position, r.id`.execute(db)
  return rows
}

export async function findRule(db: Db, id: InboxRuleId): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`${selectRules} where r.id = ${id}`.execute(db)
  return rows[0]
}

type Stored = Omit<RuleRow, 'problem' | 'lastRanAt'>

export async function insertRule(tx: Tx, row: Stored): Promise<void> {
  await tx
    .insertInto('inboxRule')
    .values({ ...valuesOf(row), id: row.id, profileId: row.profileId, createdAt: row.createdAt })
    .execute()
}

export async function updateRule(tx: Tx, row: Stored): Promise<void> {
  await tx.updateTable('inboxRule').set(valuesOf(row)).where('inboxRule.id', '=', row.id).execute()
}

const valuesOf = (row: Stored) => ({
  name: row.name,
  isOn: row.isOn,
  position: row.position,
  network: row.network,
  kind: row.kind,
  hasAccount: row.hasAccount,
  accountId: row.accountId,
  words: [...row.words],
  hasLink: row.hasLink,
  isNewSender: row.isNewSender,
  hasAssignee: row.hasAssignee,
  assigneeUid: row.assigneeUid,
  state: row.state,
  snoozeHours: row.snoozeHours,
  version: row.version,
  updatedAt: row.updatedAt,
})

/** Numbers the rules of a profile in this order. Their versions stay: a rule that makes room has not changed. */
export const orderRules = (tx: Tx, ids: readonly InboxRuleId[]) =>
  sql`
  update inbox_rule r set position = x.nth from unnest(${[...ids]}::uuid[]) with ordinality as x(id, nth)
  where r.id = x.id and r.position <> x.nth`.execute(tx)

export async function deleteRule(tx: Tx, id: InboxRuleId): Promise<void> {
  await tx.deleteFrom('inboxRule').where('inboxRule.id', '=', id).execute()
}

export interface RuledItem extends Facts {
  readonly id: InboxItemId
  readonly conversationId: ConversationId
  readonly assigneeUid: UserId | null
}

/** SQL: an item that rules look at. What the network takes for spam, and erased words, are left out. */
const isRuled = sql`i.direction = 'in' and i.held is distinct from 'spam' and i.erased_at is null`
const factsOfItem = sql`
  i.id, i.conversation_id, c.network, i.account_id, c.kind, i.text, c.assignee_uid, not exists (
    select from inbox_item earlier where earlier.sender_id = i.sender_id
      and (earlier.said_at, earlier.id) < (i.said_at, i.id)) as is_new_sender`

/** Reads those of these items that rules look at, oldest first, unless they were said before a time. */
export async function readRuledItems(db: Db, ids: readonly InboxItemId[], since: Date): Promise<RuledItem[]> {
  const { rows } = await sql<RuledItem>`
    select ${factsOfItem} from inbox_item i join conversation c on c.id = i.conversation_id
    where i.id = any(${[...ids]}::uuid[]) and i.said_at >= ${since} and ${isRuled} order by i.said_at, i.id`.execute(db)
  return rows
}

/** Lists the latest items of a profile that rules look at, without their texts. */
export async function listRuledItems(
  db: Db,
  { profileId, since, limit }: { readonly profileId: ProfileId; readonly since: Date; readonly limit: number },
): Promise<InboxItemId[]> {
  const { rows } = await sql<{ id: InboxItemId }>`
    select i.id from conversation c join inbox_item i on i.conversation_id = c.id
    where c.profile_id = ${profileId} and c.last_in_at >= ${since} and i.said_at >= ${since} and ${isRuled}
    order by i.said_at desc, i.id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

interface FoundItem {
  readonly itemId: InboxItemId
  readonly conversationId: ConversationId
  readonly accountId: AccountId
  readonly network: Network
  readonly handle: string
  readonly text: string
  readonly saidAt: Date
  readonly isAssigned: boolean
  /** True if something was said earlier in the conversation that had no answer then. */
  readonly hasWaited: boolean
}

/** Reads what a rehearsal shows of items, latest first. */
export async function readFoundItems(db: Db, ids: readonly InboxItemId[]): Promise<FoundItem[]> {
  const { rows } = await sql<FoundItem>`
    select i.id as item_id, i.conversation_id, i.account_id, c.network, s.handle, i.text, i.said_at,
      c.assignee_uid is not null as is_assigned, exists (
        select from inbox_item e where ${earlierIn} and e.direction = 'in' and e.held is distinct from 'spam'
          and not exists (select from inbox_item o where o.conversation_id = i.conversation_id and o.direction = 'out'
            and o.said_at >= e.said_at and o.said_at < i.said_at)) as has_waited
    from inbox_item i join conversation c on c.id = i.conversation_id join inbox_sender s on s.id = i.sender_id
    where i.id = any(${[...ids]}::uuid[]) order by i.said_at desc, i.id desc`.execute(db)
  return rows
}

const earlierIn: RawBuilder<unknown> = sql`e.conversation_id = i.conversation_id and (e.said_at, e.id) < (i.said_at, i.id)`

export interface Run {
  readonly itemId: InboxItemId
  readonly ruleId: InboxRuleId
  readonly name: string
  readonly hasAssigned: boolean
  readonly assigneeUid: UserId | null
  readonly state: RuleState | null
}

/** Lists which rules have run for items. */
export async function listRuns(
  db: Db,
  ids: readonly InboxItemId[],
): Promise<readonly { readonly itemId: InboxItemId; readonly ruleId: InboxRuleId }[]> {
  const { rows } = await sql<{ itemId: InboxItemId; ruleId: InboxRuleId }>`
    select item_id, rule_id from inbox_rule_run where item_id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

export async function insertRuns(tx: Tx, runs: readonly Run[], now: Date): Promise<void> {
  if (runs.length === 0) return
  await tx
    .insertInto('inboxRuleRun')
    .values(runs.map((run) => ({ ...run, createdAt: now })))
    .execute()
}
