import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type {
  AccountId,
  ConversationId,
  InboxItemId,
  InboxRuleId,
  InboxSenderId,
  LabelId,
  PostId,
  ProfileId,
  UserId,
} from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import { searching } from './words.ts'

type ConversationState = 'open' | 'done' | 'snoozed'

export interface ItemRow {
  readonly id: InboxItemId
  readonly parentId: InboxItemId | null
  readonly senderId: InboxSenderId
  readonly handle: string
  readonly name: string | null
  readonly isUs: boolean
  readonly text: string
  readonly files: readonly {
    readonly kind: 'image' | 'video' | 'audio' | 'document' | null
    readonly altText: string | null
  }[]
  readonly url: string | null
  readonly language: string | null
  readonly saidAt: Date
  readonly editedAt: Date | null
  readonly held: 'review' | 'spam' | null
  readonly erasedAt: Date | null
  readonly deletedAt: Date | null
  readonly rules: readonly {
    readonly ruleId: InboxRuleId
    readonly name: string
    readonly assigneeUid: UserId | null
    readonly state: ConversationState | null
  }[]
}

export interface ConversationRow {
  readonly id: ConversationId
  readonly profileId: ProfileId
  readonly accountId: AccountId
  readonly network: Network
  readonly kind: 'comment' | 'mention' | 'quote'
  readonly postId: PostId | null
  readonly state: ConversationState
  readonly snoozedUntil: Date | null
  readonly assigneeUid: UserId | null
  readonly unansweredSince: Date | null
  readonly lastInAt: Date
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly items: number
  readonly lastItemId: InboxItemId
  readonly personHandle: string
  readonly personName: string | null
  readonly labelIds: readonly LabelId[]
  /** The notes of colleagues. */
  readonly notes: number
  /** The replies that wait for an approval. */
  readonly waitingReplies: number
}

const selectFrom = (conversations: RawBuilder<unknown>) => sql`
  select c.id, c.profile_id, c.account_id, c.network, c.kind, c.post_id, c.state, c.snoozed_until, c.assignee_uid,
    c.unanswered_since, c.last_in_at, c.version, c.created_at, c.updated_at,
    (select count(*)::int from inbox_item i where i.conversation_id = c.id) as items,
    (select i.id from inbox_item i where i.conversation_id = c.id order by i.said_at desc, i.id desc limit 1) as last_item_id,
    (select count(*)::int from conversation_note n where n.conversation_id = c.id) as notes,
    array(select l.id from conversation_label cl join label l on l.id = cl.label_id and l.removed_at is null
      where cl.conversation_id = c.id order by l.key) as label_ids,
    (select count(*)::int from inbox_reply w where w.waiting_profile_id = c.profile_id and w.conversation_id = c.id)
      as waiting_replies,
    person.handle as person_handle, person.name as person_name
  from ${conversations}
  cross join lateral (
    select s.handle, s.name from inbox_item i join inbox_sender s on s.id = i.sender_id
    where i.conversation_id = c.id and i.direction = 'in' order by i.said_at, i.id limit 1) person`
const selectConversations = selectFrom(sql`conversation c`)

interface ConversationFilter {
  readonly profileId: ProfileId
  readonly state: ConversationState | null
  readonly assignee: UserId | 'none' | null
  readonly accountId: AccountId | null
  readonly kind: string | null
  readonly unanswered: boolean | null
  readonly handle: string | null
  readonly labelId: LabelId | null
  /** True for conversations with a reply that waits for an approval. */
  readonly waiting: boolean | null
  readonly q: string | null
  /** The last conversation of the previous page. */
  readonly after: { readonly lastInAt: Date; readonly id: string } | null
  readonly limit: number
}

/** Lists conversations, latest first. */
export async function listConversations(db: Db, filter: ConversationFilter): Promise<ConversationRow[]> {
  const { profileId, q, limit } = filter
  const listed = sql`from conversation c where c.last_in_at is not null ${matching(filter)}`
  const read = async (which: RawBuilder<unknown>) =>
    (
      await sql<ConversationRow>`${selectFrom(sql`(${which} order by c.last_in_at desc, c.id desc limit ${limit}) c`)}
      order by c.last_in_at desc, c.id desc`.execute(db)
    ).rows
  if (q === null) return read(sql`select c.* ${listed}`)
  const { isSaid, said } = searching(q, profileId)
  // Common words are found among the latest conversations, and rare ones by the index of words.
  const near = await read(sql`
    select c.* from (select c.* ${listed} order by c.last_in_at desc, c.id desc limit ${nearMost}) c where exists (
      select from inbox_item i join inbox_sender s on s.id = i.sender_id where i.conversation_id = c.id and ${isSaid})`)
  if (near.length >= limit) return near
  const { rows } = await sql`select ${listed} limit ${nearMost}`.execute(db)
  return rows.length < nearMost ? near : read(sql`select c.* ${listed} and c.id in (${said})`)
}

/** The number of latest conversations in a list that are searched without an index. */
const nearMost = 500

/** SQL: the conditions of a list. Those that are not asked for are left out, so that an index fits the others. */
function matching({
  profileId,
  state,
  assignee,
  accountId,
  kind,
  unanswered,
  handle,
  waiting,
  labelId,
  after,
}: ConversationFilter) {
  const isAssigned =
    assignee === null
      ? sql``
      : assignee === 'none'
        ? sql`and c.assignee_uid is null`
        : sql`and c.assignee_uid = ${assignee}`
  return sql`and c.profile_id = ${profileId} ${isAssigned}
    ${state === null ? sql`` : sql`and c.state = ${state}`}
    ${accountId === null ? sql`` : sql`and c.account_id = ${accountId}`}
    ${kind === null ? sql`` : sql`and c.kind = ${kind}`}
    ${unanswered === null ? sql`` : sql`and c.unanswered_since ${unanswered ? sql`is not null` : sql`is null`}`}
    ${
      handle === null
        ? sql``
        : sql`and c.id in (
      select i.conversation_id from inbox_sender s join account a on a.id = s.account_id
      join inbox_item i on i.sender_id = s.id where a.profile_id = ${profileId} and s.handle = ${handle})`
    }
    ${labelId === null ? sql`` : sql`and c.id in (select conversation_id from conversation_label where label_id = ${labelId})`}
    ${
      waiting === null
        ? sql``
        : sql`and ${waiting ? sql`` : sql`not`} exists (select from inbox_reply w
      where w.waiting_profile_id = c.profile_id and w.conversation_id = c.id)`
    }
    ${after === null ? sql`` : sql`and (c.last_in_at, c.id) < (${after.lastInAt}::timestamptz, ${after.id}::uuid)`}`
}

export async function findConversation(db: Db, id: ConversationId): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`${selectConversations}
    where c.id = ${id} and c.last_in_at is not null`.execute(db)
  return rows[0]
}

const selectItems = sql`
  select i.id, parent.id as parent_id, s.id as sender_id, s.handle, s.name, i.direction = 'out' as is_us, i.text, i.files, i.url, i.language,
    i.said_at, i.edited_at, i.held, i.erased_at, i.deleted_at,
    (select coalesce(jsonb_agg(jsonb_build_object('ruleId', run.rule_id, 'name', run.name, 'assigneeUid', run.assignee_uid,
      'state', run.state) order by run.created_at, run.rule_id), '[]') from inbox_rule_run run
      where run.item_id = i.id and (run.has_assigned or run.state is not null)) as rules
  from inbox_item i join inbox_sender s on s.id = i.sender_id
  left join inbox_item parent on parent.account_id = i.account_id and parent.remote_id = i.parent_id
    and parent.conversation_id = i.conversation_id`

/** Lists the items of a conversation, oldest first. */
export async function listItems(
  db: Db,
  id: ConversationId,
  { after, limit }: { readonly after: { readonly saidAt: Date; readonly id: string } | null; readonly limit: number },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`${selectItems}
    where i.conversation_id = ${id} and (${after?.saidAt ?? null}::timestamptz is null
      or (i.said_at, i.id) > (${after?.saidAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by i.said_at, i.id limit ${limit}`.execute(db)
  return rows
}

export async function readItems(db: Db, ids: readonly InboxItemId[]): Promise<ReadonlyMap<InboxItemId, ItemRow>> {
  const { rows } = await sql<ItemRow>`${selectItems} where i.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

type Changes = Pick<ConversationRow, 'id' | 'state' | 'snoozedUntil' | 'assigneeUid'> & { readonly at: Date }

export const updateConversation = (tx: Tx, { id, state, snoozedUntil, assigneeUid, at }: Changes) =>
  sql`
  update conversation set state = ${state}, snoozed_until = ${snoozedUntil}, assignee_uid = ${assigneeUid},
    version = version + 1, updated_at = ${at} where id = ${id}`.execute(tx)

export const lockConversation = (tx: Tx, id: ConversationId) =>
  sql`select from conversation where id = ${id} for no key update`.execute(tx)

/** Opens the conversations whose snooze is over. Returns how many. */
export async function wakeConversations(tx: Tx, now: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update conversation set state = 'open', snoozed_until = null, version = version + 1, updated_at = ${now}
    where id in (select id from conversation where snoozed_until <= ${now} order by snoozed_until limit ${most}
      for no key update skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

const countMost = 10_000

interface Counts {
  readonly open: number
  readonly mine: number
  readonly unassigned: number
  readonly unanswered: number
  readonly snoozed: number
  readonly waitingForApproval: number
}

/** Counts the open and snoozed conversations of a profile, each to a limit. */
export async function countConversations(db: Db, profileId: ProfileId, uid: UserId): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with open as (select assignee_uid, unanswered_since from conversation
        where profile_id = ${profileId} and state = 'open' limit ${countMost}),
      snoozed as (select from conversation where profile_id = ${profileId} and state = 'snoozed' limit ${countMost}),
      waiting as (select distinct conversation_id from inbox_reply where waiting_profile_id = ${profileId} limit ${countMost})
    select count(*)::int as open, count(*) filter (where assignee_uid = ${uid})::int as mine,
      count(*) filter (where assignee_uid is null)::int as unassigned,
      count(*) filter (where unanswered_since is not null)::int as unanswered,
      (select count(*)::int from snoozed) as snoozed,
      (select count(*)::int from waiting) as waiting_for_approval
    from open`.execute(db)
  return rows[0] ?? { open: 0, mine: 0, unassigned: 0, unanswered: 0, snoozed: 0, waitingForApproval: 0 }
}

/** True for those who can open a profile: its owner and its members, unless disabled. */
export async function isMember(db: Db, profileId: ProfileId, uid: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from app_user person join profile on profile.id = ${profileId}
    where person.id = ${uid} and person.disabled_at is null
      and (profile.owner_uid = person.id or exists (
        select from profile_member member where member.profile_id = profile.id and member.uid = person.id))`.execute(db)
  return rows.length > 0
}
