import { sql } from 'kysely'
import type { KnownItem, SaidNow } from '#connectors/contract/inbox.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, ConversationId, InboxItemId, InboxReplyId } from '#kernel/ids.ts'
import { blankSenders } from './erase.ts'

/** The pace of looks at items. */
export interface Pace {
  /** The time between the look that first missed an item and the next one. */
  readonly missedMs: number
  /** The shortest and the longest time between looks. Each is as long as the item had existed at the previous look. */
  readonly leastMs: number
  readonly mostMs: number
}

export interface DueItem extends KnownItem {
  readonly id: InboxItemId
}

const ms = (value: number) => sql`${value} * interval '1 ms'`

/** Finds items of open conversations whose next look is due, those that have waited longest first. */
export async function findDueItems(
  db: Db,
  accountId: AccountId,
  { now, limit, pace }: { readonly now: Date; readonly limit: number; readonly pace: Pace },
): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    select i.id, i.remote_id, top.parent_id as post_id
    from conversation c join inbox_item i on i.conversation_id = c.id
    cross join lateral (select greatest(coalesce(i.read_at, i.seen_at), i.checked_at) as at) last
    left join inbox_item top on top.account_id = c.account_id and top.remote_id = c.root_id
    where c.account_id = ${accountId} and c.state <> 'done' and i.deleted_at is null and i.erased_at is null
      and last.at <= ${now}::timestamptz - case when i.missing_at = i.checked_at then ${ms(pace.missedMs)}
        else greatest(${ms(pace.leastMs)}, least(${ms(pace.mostMs)}, last.at - i.said_at)) end
    order by last.at, i.id limit ${limit}`.execute(db)
  return rows
}

export async function isRecheckDue(db: Db, accountId: AccountId, now: Date): Promise<boolean> {
  const { rows } =
    await sql`select from inbox_account where account_id = ${accountId} and recheck_at <= ${now}`.execute(db)
  return rows.length > 0
}

export const noteRecheck = (db: Db, accountId: AccountId, nextAt: Date) =>
  sql`update inbox_account set recheck_at = ${nextAt} where account_id = ${accountId}`.execute(db)

/** Records that items were looked for. */
export const noteLooks = (tx: Tx, ids: readonly InboxItemId[], now: Date) =>
  sql`update inbox_item set checked_at = ${now} where id = any(${[...ids]}::uuid[])`.execute(tx)

/**
 * Stores the words of items that were read again. Returns the conversations in which they have changed. Networks that
 * do not state the time of an edit get the time at which it was noticed.
 */
export async function saveWords(
  tx: Tx,
  accountId: AccountId,
  found: readonly SaidNow[],
  now: Date,
): Promise<ConversationId[]> {
  const rows = found.map(({ remoteId, text, files, editedAt }) => ({ remoteId, text, files, editedAt }))
  const { rows: changed } = await sql<{ id: ConversationId }>`
    with now_said as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x("remoteId" text, text text, files jsonb, "editedAt" timestamptz)),
    changed as (
      select i.conversation_id from inbox_item i join now_said x on x."remoteId" = i.remote_id
      where i.account_id = ${accountId} and i.erased_at is null and i.text <> x.text),
    saved as (
      update inbox_item i set read_at = ${now}, checked_at = ${now}, missing_at = null,
        text = case when i.erased_at is null then x.text else i.text end,
        files = case when i.erased_at is null then x.files else i.files end,
        edited_at = coalesce(x."editedAt", case when i.direction = 'in' and i.text <> x.text then ${now}::timestamptz end, i.edited_at)
      from now_said x where i.account_id = ${accountId} and i.remote_id = x."remoteId")
    update conversation c set version = c.version + 1 from (select distinct conversation_id from changed) n
    where c.id = n.conversation_id returning c.id`.execute(tx)
  return changed.map(({ id }) => id)
}

/**
 * Records that a look has missed items, and returns those that count as deleted: the look before had missed them, too.
 * An unclear one also needs a sign that its author is not hidden from the account: their later words were read.
 */
export async function noteMissing(
  tx: Tx,
  { ids, unclear, now }: { readonly ids: readonly InboxItemId[]; readonly unclear: readonly InboxItemId[]; now: Date },
): Promise<InboxItemId[]> {
  const { rows } = await sql<{ id: InboxItemId }>`
    select i.id from inbox_item i where i.missing_at is not null and (
      i.id = any(${[...ids]}::uuid[])
      or i.id = any(${[...unclear]}::uuid[]) and exists (
        select from inbox_item o where o.sender_id = i.sender_id and o.id <> i.id and o.deleted_at is null
          and o.read_at > i.missing_at))`.execute(tx)
  await sql`update inbox_item set missing_at = coalesce(missing_at, ${now})
    where id = any(${[...ids, ...unclear]}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks the conversations of items, in the order in which a page that was read locks them. Returns the replies that wait. */
export async function lockAround(tx: Tx, ids: readonly InboxItemId[]): Promise<InboxReplyId[]> {
  await sql`select from conversation where id in (
      select conversation_id from inbox_item where id = any(${[...ids]}::uuid[]))
    order by account_id, root_id for no key update`.execute(tx)
  const { rows } = await sql<{ id: InboxReplyId }>`
    select id from inbox_reply where item_id = any(${[...ids]}::uuid[]) and state = 'queued' order by id for update`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Cancels replies to items that wait for an approval. Their conversations are locked. */
export const cancelUnapproved = (tx: Tx, ids: readonly InboxItemId[], now: Date) =>
  sql`update inbox_reply set state = 'cancelled', waiting_profile_id = null, updated_at = ${now}
    where item_id = any(${[...ids]}::uuid[]) and state = 'waiting_for_approval'`.execute(tx)

/**
 * Blanks items that their authors have deleted. A conversation in which nothing of others is left is done. Returns the
 * conversations.
 */
export async function markDeleted(tx: Tx, ids: readonly InboxItemId[], now: Date): Promise<ConversationId[]> {
  const { rows } = await sql<{
    id: InboxItemId
    senderId: string
    conversationId: ConversationId
    direction: 'in' | 'out'
  }>`
    update inbox_item set text = '', files = '[]', url = null, language = null, deleted_at = ${now}
    where id = any(${[...ids]}::uuid[]) and deleted_at is null returning id, sender_id, conversation_id, direction`.execute(
    tx,
  )
  const senders = rows.flatMap(({ senderId, direction }) => (direction === 'in' ? senderId : []))
  await blankSenders(tx, senders, now)
  const { rows: changed } = await sql<{ id: ConversationId }>`
    with around as (
      select i.conversation_id as id, bool_or(i.direction = 'in' and i.deleted_at is null) as is_left,
        max(i.said_at) filter (where i.direction = 'out' and i.deleted_at is null) as last_out
      from inbox_item i where i.conversation_id = any(${rows.map(({ conversationId }) => conversationId)}::uuid[])
      group by i.conversation_id)
    update conversation c set version = c.version + 1, updated_at = ${now},
      unanswered_since = (
        select min(i.said_at) from inbox_item i where i.conversation_id = c.id and i.direction = 'in'
          and i.deleted_at is null and i.held is distinct from 'spam'
          and (a.last_out is null or i.said_at > a.last_out)),
      state = case when a.is_left then c.state else 'done' end,
      snoozed_until = case when a.is_left then c.snoozed_until end
    from around a where c.id = a.id returning c.id`.execute(tx)
  return changed.map(({ id }) => id)
}
