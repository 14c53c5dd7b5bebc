import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'

/** News for a chat. Ids only: the words are read when it is told, as the user of the chat may read them. */
export interface Notice {
  readonly kind: string
  readonly postId?: string
  readonly accountId?: string
  readonly alertId?: string
  readonly byUid?: string
}

/** A notice for everybody who can see a profile. */
interface ProfileNotice {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly notice: Notice
}

/**
 * Puts each notice into every reachable chat of the people who can see its profile. Runs in the transaction of the
 * events, so it is one statement, which finds no row where nobody has linked a chat.
 */
export async function insertNotices(tx: Tx, notices: readonly ProfileNotice[]): Promise<void> {
  if (notices.length === 0) return
  await sql`/* hot: telegram-notices */
    insert into telegram_item (id, lane_id, bot_id, notice, received_at, due_at)
    select gen_random_uuid(), l.id, c.bot_id, n.notice, ph.now(), ph.now()
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n("ownerUid" uuid, "profileId" uuid, notice jsonb)
    cross join lateral (select n."ownerUid" union select m.uid from profile_member m where m.profile_id = n."profileId") as reader(uid)
    join telegram_chat c on c.uid = reader.uid and c.is_reachable
      and (c.type = 'private' or c.profile_id is null or c.profile_id = n."profileId")
    join telegram_lane l on l.bot_id = c.bot_id and l.chat_id = c.chat_id`.execute(tx)
}

/** Puts a notice into every reachable private chat of one person. What it tells is not for the others in a group. */
export async function insertPersonalNotices(tx: Tx, uid: UserId, notice: Notice): Promise<void> {
  await sql`/* hot: telegram-personal-notices */
    insert into telegram_item (id, lane_id, bot_id, notice, received_at, due_at)
    select gen_random_uuid(), l.id, c.bot_id, ${JSON.stringify(notice)}::jsonb, ph.now(), ph.now()
    from telegram_chat c join telegram_lane l on l.bot_id = c.bot_id and l.chat_id = c.chat_id
    where c.is_reachable and c.type = 'private' and c.uid = ${uid}`.execute(tx)
}

const losses = ['message_lost', 'notice_lost'] as const

/** True for a notice that something could not be handled, or could not be told. */
export const isLossNotice = (notice: unknown): boolean =>
  losses.some((kind) => kind === (notice as Notice | null)?.kind)

/** Puts a notice into one chat. */
export async function insertLaneNotice(tx: Tx, laneId: string, notice: Notice): Promise<void> {
  await sql`
    insert into telegram_item (id, lane_id, bot_id, notice, received_at, due_at)
    select gen_random_uuid(), l.id, l.bot_id, ${JSON.stringify(notice)}::jsonb, ph.now(), ph.now()
    from telegram_lane l where l.id = ${laneId}`.execute(tx)
}
