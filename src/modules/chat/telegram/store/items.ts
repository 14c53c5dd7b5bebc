import { type Selectable, sql } from 'kysely'
import { type Claim, type ClaimOptions, createClaim, isLeased, type LaneKey } from '#infra/claim/index.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { SealedColumn } from '#infra/db/reseal.ts'
import type { TelegramItemTable } from '#infra/db/tables.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'
import type { InboxNews } from '../../conversation/talks.ts'
import type { ChatKey } from './chats.ts'

export type ItemRow = Selectable<TelegramItemTable>

/** Returns the claim whose lanes are chats: each chat is handled in order, by one process at a time. */
export const createChatClaim = (holder: string, onlyIf?: ClaimOptions['onlyIf']): Claim =>
  createClaim({
    lanes: { table: 'telegram_lane' },
    due: { table: 'telegram_item', lane: 'lane_id', dueAt: 'due_at' },
    holder,
    onlyIf,
  })

interface NewUpdate extends ChatKey {
  readonly id: string
  readonly laneId: string
  readonly updateId: number
  readonly album: string | null
  readonly sealedUpdate: Buffer
  readonly receivedAt: Date
  readonly dueAt: Date
}

/** Stores an update unless it is known. One statement, since the Bot API waits for the response. */
export async function insertUpdate(db: Db, row: NewUpdate): Promise<void> {
  await sql`
    with made as (
      insert into telegram_lane (id, bot_id, chat_id) values (${row.laneId}, ${row.botId}, ${row.chatId})
      on conflict (bot_id, chat_id) do nothing returning id),
    lane as (
      select id from made
      union all select id from telegram_lane where bot_id = ${row.botId} and chat_id = ${row.chatId}
      limit 1)
    insert into telegram_item (id, lane_id, bot_id, update_id, album, sealed_update, received_at, due_at)
    select ${row.id}, lane.id, ${row.botId}, ${row.updateId}, ${row.album}, ${row.sealedUpdate}, ${row.receivedAt}, ${row.dueAt}
    from lane on conflict (bot_id, update_id) where update_id is not null do nothing`.execute(db)
}

export interface Lane extends ChatKey {
  readonly id: string
}

export async function readLane(db: Db, id: string): Promise<Lane | null> {
  const { rows } = await sql<Lane>`select id, bot_id, chat_id from telegram_lane where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** An unhandled item, with the latest time that any item of its chat waits for. */
export type OpenItem = ItemRow & { readonly restsUntil: Date }

/** Lists the unhandled items of a chat: notices first, then updates in order. */
export async function listOpenItems(db: Db, laneId: string, most: number): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select *, max(due_at) over () as rests_until from telegram_item where lane_id = ${laneId} and due_at is not null
    order by update_id nulls first, id limit ${most}`.execute(db)
  return rows
}

/** Postpones all items of a chat, so that their order is kept. */
export async function postponeLane(db: Db, laneId: string, until: Date): Promise<void> {
  await sql`update telegram_item set due_at = ${until} where lane_id = ${laneId} and due_at is not null`.execute(db)
}

/** Postpones the failed first item of a chat, or drops it after the last attempt. Returns it. */
export async function postponeFailed(db: Db, laneId: string, mostAttempts: number): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
    with first as (
      select id from telegram_item where lane_id = ${laneId} and due_at is not null
      order by update_id nulls first, id limit 1),
    failed as (
      update telegram_item t set attempts = t.attempts + 1,
        due_at = case when t.attempts + 1 < ${mostAttempts} then ph.now() + interval '1 s' * least(2 ^ least(t.attempts + 1, 10), 300) end
      from first where t.id = first.id returning t.*),
    others as (
      update telegram_item t set due_at = failed.due_at from failed
      where t.lane_id = ${laneId} and t.due_at is not null and t.id <> failed.id and failed.due_at is not null)
    select * from failed`.execute(db)
  return rows[0]
}

interface Held {
  readonly claim: Claim
  readonly lane: LaneKey
}

/** Each write below happens only while the lane is held. Returns false if another process has taken it. */
async function write(
  db: Db,
  { claim, lane }: Held,
  set: ReturnType<typeof sql>,
  ids: readonly string[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update telegram_item set ${set} where id = any(${[...ids]}::uuid[]) and ${claim.holds(lane)}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export const storeReplies = (db: Db, held: Held, id: string, sealedReplies: Buffer): Promise<boolean> =>
  write(db, held, sql`sealed_replies = ${sealedReplies}, sent = 0`, [id])

export const storeSent = (db: Db, held: Held, id: string, sent: number): Promise<boolean> =>
  write(db, held, sql`sent = ${sent}`, [id])

/** Records the library file that a message's file became. */
export async function storeFile(db: Db, id: string, storagePath: string): Promise<void> {
  await sql`update telegram_item set storage_paths = array[${storagePath}::text] where id = ${id}`.execute(db)
}

/** Completes items. The row stays, so that a repeated update is recognized, but its content is deleted. */
export const endItems = (db: Db, held: Held, ids: readonly string[]): Promise<boolean> =>
  write(
    db,
    held,
    sql`due_at = null, sealed_update = null, notice = null, sealed_replies = null, storage_paths = null`,
    ids,
  )

export async function deleteOldItems(db: Db, before: Date): Promise<void> {
  await sql`delete from telegram_item where received_at < ${before}`.execute(db)
  await sql`
    delete from telegram_lane l where not ${isLeased('l')}
      and not exists (select from telegram_item i where i.lane_id = l.id)
      and not exists (select from telegram_chat c where c.bot_id = l.bot_id and c.chat_id = l.chat_id)`.execute(db)
}

/** Completes an item whose content can no longer be read. */
async function forgetItem(tx: Tx, id: string): Promise<void> {
  await sql`
    update telegram_item set due_at = null, sealed_update = null, sealed_replies = null where id = ${id}`.execute(tx)
}

/**
 * A notice for a chat. It has only IDs: the content is read when it is sent, with the permissions of the chat's user.
 */
export interface Notice {
  readonly kind: string
  readonly postId?: string
  readonly accountId?: string
  readonly alertId?: string
  readonly byUid?: string
  readonly inbox?: InboxNews
}

/** A notice for everyone who can see a profile. */
interface ProfileNotice {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly notice: Notice
}

/**
 * Puts each notice into every reachable chat of the people who can see its profile. Runs in the transaction of the
 * events, so it is one statement, which finds no rows if no one has linked a chat.
 */
export async function insertNotices(tx: Tx, notices: readonly ProfileNotice[]): Promise<void> {
  if (notices.length === 0) return
  await prepared('telegram-notices')`
    insert into telegram_item (id, lane_id, bot_id, notice, received_at, due_at)
    select gen_random_uuid(), l.id, c.bot_id, n.notice, ph.now(), ph.now()
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n("ownerUid" uuid, "profileId" uuid, notice jsonb)
    cross join lateral (select n."ownerUid" union select m.uid from profile_member m where m.profile_id = n."profileId") as reader(uid)
    join telegram_chat c on c.uid = reader.uid and c.is_reachable
      and (c.type = 'private' or c.profile_id is null or c.profile_id = n."profileId")
    join telegram_lane l on l.bot_id = c.bot_id and l.chat_id = c.chat_id`.execute(tx)
}

/** Puts news of an inbox into every reachable chat that follows it, of the people who can see the profile. */
export async function insertInboxNotices(tx: Tx, profileId: ProfileId, notice: Notice): Promise<void> {
  await sql`
    insert into telegram_item (id, lane_id, bot_id, notice, received_at, due_at)
    select gen_random_uuid(), l.id, c.bot_id, ${JSON.stringify(notice)}::jsonb, ph.now(), ph.now()
    from profile p
    cross join lateral (select p.owner_uid union select m.uid from profile_member m where m.profile_id = p.id) as reader(uid)
    join telegram_chat c on c.uid = reader.uid and c.tells_inbox and c.is_reachable
      and (c.type = 'private' or c.profile_id is null or c.profile_id = p.id)
    join telegram_lane l on l.bot_id = c.bot_id and l.chat_id = c.chat_id
    where p.id = ${profileId}`.execute(tx)
}

/** Puts a notice into every reachable private chat of one person. Its content is not for other members of a group. */
export async function insertPersonalNotices(tx: Tx, uid: UserId, notice: Notice): Promise<void> {
  await prepared('telegram-personal-notices')`
    insert into telegram_item (id, lane_id, bot_id, notice, received_at, due_at)
    select gen_random_uuid(), l.id, c.bot_id, ${JSON.stringify(notice)}::jsonb, ph.now(), ph.now()
    from telegram_chat c join telegram_lane l on l.bot_id = c.bot_id and l.chat_id = c.chat_id
    where c.is_reachable and c.type = 'private' and c.uid = ${uid}`.execute(tx)
}

const losses = ['message_lost', 'notice_lost'] as const

/** True for a notice that an item could not be handled or sent. */
export const isLossNotice = (notice: unknown): boolean =>
  losses.some((kind) => kind === (notice as Notice | null)?.kind)

/** Puts a notice into one chat. */
export async function insertLaneNotice(tx: Tx, laneId: string, notice: Notice): Promise<void> {
  await sql`
    insert into telegram_item (id, lane_id, bot_id, notice, received_at, due_at)
    select gen_random_uuid(), l.id, l.bot_id, ${JSON.stringify(notice)}::jsonb, ph.now(), ph.now()
    from telegram_lane l where l.id = ${laneId}`.execute(tx)
}

/** Counts a wrong code in a chat. The count restarts after its period. */
export async function countWrongCode(db: Db, laneId: string, until: Date): Promise<void> {
  await sql`
    update telegram_lane set
      wrong_codes = case when wrong_codes_until > ph.now() then wrong_codes + 1 else 1 end,
      wrong_codes_until = case when wrong_codes_until > ph.now() then wrong_codes_until else ${until} end
    where id = ${laneId}`.execute(db)
}

export async function readWrongCodes(db: Db, laneId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select wrong_codes as n from telegram_lane where id = ${laneId} and wrong_codes_until > ph.now()`.execute(db)
  return rows[0]?.n ?? 0
}

export const updateBinding = (id = ''): string => `telegram_item:${id}:update`
export const repliesBinding = (id = ''): string => `telegram_item:${id}:replies`

/** Columns that a rotation of SECRET_KEY reseals. Items whose key is lost are no longer handled. */
export const sealedTelegram: readonly SealedColumn[] = [
  {
    table: 'telegram_item',
    column: 'sealed_update',
    key: ['id'],
    boundTo: updateBinding,
    giveUp: (_deps, tx, id = '') => forgetItem(tx, id),
  },
  {
    table: 'telegram_item',
    column: 'sealed_replies',
    key: ['id'],
    boundTo: repliesBinding,
    giveUp: (_deps, tx, id = '') => forgetItem(tx, id),
  },
]
