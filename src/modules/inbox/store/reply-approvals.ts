import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { ConversationId, InboxItemId, InboxReplyId, ProfileId, UserId } from '#kernel/ids.ts'
import type { ProfileRole } from '#kernel/rights.ts'

interface ReplyDecisionRow {
  readonly replyId: InboxReplyId
  readonly uid: UserId
  readonly decision: 'approved' | 'rejected'
  readonly contentHash: string
  readonly stepId: string | null
  readonly reason: string | null
  readonly decidedAt: Date
}

/** A decision, with the current role of the person who made it. */
export interface ListedReplyDecision extends ReplyDecisionRow {
  readonly role: ProfileRole | null
  readonly person: string
}

export async function listReplyDecisions(db: Db, ids: readonly InboxReplyId[]): Promise<ListedReplyDecision[]> {
  const { rows } = await sql<ListedReplyDecision>`
    select d.reply_id, d.uid, d.decision, d.content_hash, d.step_id, d.reason, d.decided_at,
      case when person.disabled_at is not null then null when profile.owner_uid = d.uid then 'owner' else member.role end as role,
      coalesce(lower(person.email), person.id::text) as person
    from inbox_reply_decision d join inbox_reply r on r.id = d.reply_id
    join conversation c on c.id = r.conversation_id join profile on profile.id = c.profile_id
    join app_user person on person.id = d.uid
    left join profile_member member on member.profile_id = profile.id and member.uid = d.uid
    where d.reply_id = any(${[...ids]}::uuid[]) order by d.decided_at, d.uid`.execute(db)
  return rows
}

/** Stores a decision. It replaces an earlier one by the same person. */
export const saveReplyDecision = (tx: Tx, row: ReplyDecisionRow) =>
  sql`
  insert into inbox_reply_decision (reply_id, uid, decision, content_hash, step_id, reason, decided_at)
  values (${row.replyId}, ${row.uid}, ${row.decision}, ${row.contentHash}, ${row.stepId}, ${row.reason}, ${row.decidedAt})
  on conflict (reply_id, uid) do update set decision = excluded.decision, content_hash = excluded.content_hash,
    step_id = excluded.step_id, reason = excluded.reason, decided_at = excluded.decided_at`.execute(tx)

interface Edit {
  readonly id: InboxReplyId
  readonly profileId: ProfileId
  readonly text: string
  readonly closes: boolean
  readonly lastItemId: InboxItemId | null
  readonly editedBy: UserId
  readonly isByProgram: boolean
  readonly at: Date
}

/** Changes a reply and has it wait for an approval. Decisions about it are deleted, since they were about other words. */
export async function saveReplyEdit(tx: Tx, edit: Edit): Promise<void> {
  await sql`delete from inbox_reply_decision where reply_id = ${edit.id}`.execute(tx)
  await sql`
    update inbox_reply set state = 'waiting_for_approval', waiting_profile_id = ${edit.profileId}, text = ${edit.text},
      closes = ${edit.closes}, seen_item_id = coalesce(${edit.lastItemId}::uuid, seen_item_id),
      edited_by = case when ${edit.editedBy} = any(edited_by) then edited_by else edited_by || ${edit.editedBy}::uuid end,
      by_program = by_program or ${edit.isByProgram}, updated_at = ${edit.at}
    where id = ${edit.id}`.execute(tx)
}

/** Has a reply wait for an approval. */
export const setReplyWaiting = (tx: Tx, id: InboxReplyId, profileId: ProfileId, at: Date) =>
  sql`update inbox_reply set state = 'waiting_for_approval', waiting_profile_id = ${profileId}, updated_at = ${at}
    where id = ${id}`.execute(tx)

/** Ends the waiting of a reply that was rejected or withdrawn. */
export const endReplyWaiting = (tx: Tx, ids: readonly InboxReplyId[], state: 'rejected' | 'cancelled', at: Date) =>
  sql`update inbox_reply set state = ${state}, waiting_profile_id = null, updated_at = ${at}
    where id = any(${[...ids]}::uuid[])`.execute(tx)

export async function isItemOf(db: Db, id: ConversationId, itemId: InboxItemId): Promise<boolean> {
  const { rows } = await sql`select from inbox_item where id = ${itemId} and conversation_id = ${id}`.execute(db)
  return rows.length > 0
}

/** Lists the other replies to the same item that wait for an approval. */
export async function listAlsoWaiting(
  db: Db,
  { id, itemId }: { readonly id: InboxReplyId; readonly itemId: InboxItemId },
): Promise<InboxReplyId[]> {
  const { rows } = await sql<{ id: InboxReplyId }>`
    select id from inbox_reply where item_id = ${itemId} and id <> ${id} and waiting_profile_id is not null
    order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Events in a conversation after its reader read it. */
interface SinceRead {
  readonly isAnswered: boolean
  /** True if another reply is being sent, or its outcome is unknown. */
  readonly isSending: boolean
  readonly newItems: number
  /** True if what the reply answers is no longer stored. */
  readonly isGone: boolean
}

interface Reading {
  readonly conversationId: ConversationId
  readonly itemId: InboxItemId
  /** The last item that was read. Null if that is not known. */
  readonly lastItemId: InboxItemId | null
}

/** Finds out what happened in a conversation after an item was read, and whether another reply is being sent. */
export async function readSince(db: Db, { conversationId, itemId, lastItemId }: Reading): Promise<SinceRead> {
  const { rows } = await sql<SinceRead>`
    select count(*) filter (where i.direction = 'in' and is_newer)::int as new_items,
      count(*) filter (where i.direction = 'out' and is_newer) > 0 as is_answered,
      exists (select from inbox_reply r where r.conversation_id = ${conversationId}
        and r.state in ('queued', 'sending', 'unknown')) as is_sending,
      not exists (select from inbox_item answered where answered.id = ${itemId} and answered.direction = 'in'
        and answered.erased_at is null) as is_gone
    from (
      select i.direction, (i.said_at, i.id) > (seen.said_at, seen.id) as is_newer
      from inbox_item i
      join inbox_item seen on seen.id = coalesce(${lastItemId}::uuid, ${itemId}::uuid) and seen.conversation_id = i.conversation_id
      where i.conversation_id = ${conversationId}) i`.execute(db)
  return rows[0] ?? { isAnswered: false, isSending: false, newItems: 0, isGone: true }
}
