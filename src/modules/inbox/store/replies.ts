import { sql } from 'kysely'
import type { Answered } from '#connectors/contract/outgoing.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import {
  type AccountId,
  type ConversationId,
  type InboxItemId,
  type InboxReplyId,
  newId,
  type ProfileId,
  type UserId,
} from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'

export type ReplyState =
  | 'waiting_for_approval'
  | 'rejected'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'failed'
  | 'unknown'
  | 'cancelled'

interface ReplyRow {
  readonly id: InboxReplyId
  readonly conversationId: ConversationId
  readonly itemId: InboxItemId
  readonly authorUid: UserId | null
  readonly text: string
  readonly state: ReplyState
  readonly closes: boolean
  readonly publicationId: string | null
  readonly sentItemId: InboxItemId | null
  /** The last item that its author had read. Null if that is not known. */
  readonly lastItemId: InboxItemId | null
  readonly editedBy: readonly UserId[]
  readonly byProgram: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = sql`r.id, r.conversation_id, r.item_id, r.author_uid, r.text, r.state, r.closes, r.publication_id,
  r.sent_item_id, r.seen_item_id as last_item_id, r.edited_by, r.by_program, r.created_at, r.updated_at`

/** A reply, with the profile and the account that it belongs to. */
export interface FoundReply extends ReplyRow {
  readonly profileId: ProfileId
  readonly accountId: AccountId
}

export async function findReply(db: Db, id: InboxReplyId): Promise<FoundReply | undefined> {
  const { rows } = await sql<FoundReply>`
    select ${columns}, c.profile_id, c.account_id from inbox_reply r join conversation c on c.id = r.conversation_id
    where r.id = ${id}`.execute(db)
  return rows[0]
}

/** Lists the replies of a conversation, oldest first. */
export async function listReplies(db: Db, id: ConversationId): Promise<FoundReply[]> {
  const { rows } = await sql<FoundReply>`
    select ${columns}, c.profile_id, c.account_id from inbox_reply r join conversation c on c.id = r.conversation_id
    where r.conversation_id = ${id} order by r.created_at, r.id`.execute(db)
  return rows
}

/** The place of a reply, for the events about it. */
export interface About {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly accountId: AccountId
  readonly network: Network
  readonly conversationId: ConversationId
  readonly replyId: InboxReplyId
}

export async function readAbout(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, About>> {
  const { rows } = await sql<About>`
    select a.owner_uid, c.profile_id, c.account_id, c.network, c.id as conversation_id, r.id as reply_id
    from inbox_reply r join conversation c on c.id = r.conversation_id join account a on a.id = c.account_id
    where r.id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.replyId, row]))
}

type NewReplyRow = Omit<ReplyRow, 'state' | 'publicationId' | 'sentItemId' | 'editedBy' | 'updatedAt'>

export const insertReply = (tx: Tx, row: NewReplyRow) =>
  sql`
  insert into inbox_reply (id, conversation_id, item_id, author_uid, text, state, closes, seen_item_id, by_program,
    created_at, updated_at)
  values (${row.id}, ${row.conversationId}, ${row.itemId}, ${row.authorUid}, ${row.text}, 'queued', ${row.closes},
    ${row.lastItemId}, ${row.byProgram}, ${row.createdAt}, ${row.createdAt})`.execute(tx)

export const pointReplyTo = (tx: Tx, id: InboxReplyId, publicationId: string, at: Date) =>
  sql`
  update inbox_reply set publication_id = ${publicationId}, state = 'queued', waiting_profile_id = null, updated_at = ${at}
  where id = ${id}`.execute(tx)

export const setReplyState = (tx: Tx, id: InboxReplyId, state: ReplyState, at: Date) =>
  sql`update inbox_reply set state = ${state}, updated_at = ${at} where id = ${id}`.execute(tx)

/** Finds an item of someone else in a conversation. One that was erased cannot be answered. */
export async function findToAnswer(db: Db, id: ConversationId, itemId: InboxItemId): Promise<Answered | undefined> {
  const { rows } = await sql<Answered>`
    select i.remote_id, c.root_id, s.handle from inbox_item i join conversation c on c.id = i.conversation_id
    join inbox_sender s on s.id = i.sender_id
    where i.id = ${itemId} and i.conversation_id = ${id} and i.direction = 'in' and i.erased_at is null and i.deleted_at is null`.execute(
    db,
  )
  return rows[0]
}

/**
 * True if the account has answered in the conversation since an item, or is about to: with an item that came after it,
 * or with a reply that is not sent yet. Undefined if the item isn't in the conversation.
 */
export async function isAnsweredSince(db: Db, id: ConversationId, itemId: InboxItemId): Promise<boolean | undefined> {
  const { rows } = await sql<{ isAnswered: boolean }>`
    select exists (select from inbox_item o where o.conversation_id = ${id} and o.direction = 'out' and o.deleted_at is null
        and (o.said_at, o.id) > (seen.said_at, seen.id))
      or exists (select from inbox_reply r where r.conversation_id = ${id} and r.state in ('queued', 'sending', 'unknown'))
      as is_answered
    from inbox_item seen where seen.id = ${itemId} and seen.conversation_id = ${id}`.execute(db)
  return rows[0]?.isAnswered
}

export async function hasSameReply(db: Db, id: ConversationId, text: string, since: Date): Promise<boolean> {
  const { rows } = await sql`select from inbox_reply r
    where r.conversation_id = ${id} and r.text = ${text} and r.created_at > ${since}
      and r.state in ('waiting_for_approval', 'queued', 'sending', 'sent', 'unknown') limit 1`.execute(db)
  return rows.length > 0
}

export async function countReplies(db: Db, id: ConversationId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inbox_reply where conversation_id = ${id}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Locks the conversations of replies, then the replies. Conversations are locked in the order in which a page that was
 * read locks them.
 */
export async function lockReplies(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from conversation c where c.id in (
      select conversation_id from inbox_reply where id = any(${[...ids]}::uuid[]))
    order by c.account_id, c.root_id for no key update`.execute(tx)
  await sql`select from inbox_reply where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)
}

/** Adds a sent reply to its conversation, in which a page that was read may have it already. */
export async function addSentItem(
  tx: Tx,
  id: string,
  { remoteId, url, at }: { readonly remoteId: string; readonly url: string | null; readonly at: Date },
): Promise<InboxItemId | undefined> {
  await sql`
    insert into inbox_sender (id, account_id, remote_id, handle, name)
    select ${newId(at)}, a.id, ra.remote_id, a.handle, a.display_name
    from inbox_reply r join conversation c on c.id = r.conversation_id join account a on a.id = c.account_id
    join remote_account ra on ra.id = a.remote_account_id where r.id = ${id}
    on conflict (account_id, remote_id) do nothing`.execute(tx)
  const { rows } = await sql<{ id: InboxItemId }>`
    insert into inbox_item as i (id, conversation_id, account_id, remote_id, parent_id, direction, sender_id, text, files,
      url, said_at, seen_at)
    select ${newId<'itm'>(at)}, c.id, c.account_id, ${remoteId}, above.remote_id, 'out', s.id, r.text, '[]', ${url}, ${at}, ${at}
    from inbox_reply r join conversation c on c.id = r.conversation_id join inbox_item above on above.id = r.item_id
    join account a on a.id = c.account_id join remote_account ra on ra.id = a.remote_account_id
    join inbox_sender s on s.account_id = a.id and s.remote_id = ra.remote_id
    where r.id = ${id}
    on conflict (account_id, remote_id) do update set url = coalesce(i.url, excluded.url)
    returning i.id`.execute(tx)
  const [item] = rows
  if (item) await sql`update inbox_reply set sent_item_id = ${item.id} where id = ${id}`.execute(tx)
  return item?.id
}

/** Marks conversations as done whose reply asked for it, unless someone said something after the reply was written. */
export const closeAnswered = (tx: Tx, replyIds: readonly string[], at: Date) =>
  sql`
  update conversation c set state = 'done', snoozed_until = null, version = c.version + 1, updated_at = ${at}
  from inbox_reply r
  where r.id = any(${[...replyIds]}::uuid[]) and r.closes and c.id = r.conversation_id and c.state <> 'done'
    and not exists (select from inbox_item i where i.conversation_id = c.id and i.direction = 'in'
      and i.seen_at > r.created_at and i.deleted_at is null)`.execute(tx)
