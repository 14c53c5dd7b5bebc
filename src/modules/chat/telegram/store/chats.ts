import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { TelegramBotTable, TelegramChatTable, TelegramSourceTable } from '#infra/db/tables.ts'
import type { PostId, UserId } from '#kernel/ids.ts'

export type ChatRow = Selectable<TelegramChatTable>

/** The key of a chat. */
export type ChatKey = Pick<ChatRow, 'botId' | 'chatId'>

export const findChat = (db: Db, { botId, chatId }: ChatKey): Promise<ChatRow | undefined> =>
  db
    .selectFrom('telegramChat')
    .selectAll()
    .where('telegramChat.botId', '=', botId)
    .where('telegramChat.chatId', '=', chatId)
    .executeTakeFirst()

export const listChatsOf = (db: Db, botId: number, uid: UserId): Promise<ChatRow[]> =>
  db
    .selectFrom('telegramChat')
    .selectAll()
    .where('telegramChat.botId', '=', botId)
    .where('telegramChat.uid', '=', uid)
    .orderBy('telegramChat.linkedAt')
    .orderBy('telegramChat.chatId')
    .execute()

/** Links a chat to a user, replacing an earlier link. The chosen profile is kept if the user is the same. */
export async function putChat(
  tx: Tx,
  chat: Pick<ChatRow, 'botId' | 'chatId' | 'uid' | 'type' | 'title' | 'linkedAt'>,
): Promise<void> {
  const { uid, type, title, linkedAt } = chat
  await tx
    .insertInto('telegramChat')
    .values({ ...chat, lastMessageAt: linkedAt })
    .onConflict((conflict) =>
      conflict.columns(['botId', 'chatId']).doUpdateSet({
        uid,
        type,
        title,
        linkedAt,
        isReachable: true,
        askedAbout: null,
        profileId: sql`case when telegram_chat.uid = ${uid} then telegram_chat.profile_id end`,
      }),
    )
    .execute()
}

/** True if any chat follows an inbox. */
export async function doesAnyChatFollow(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from telegram_chat where tells_inbox limit 1`.execute(tx)
  return rows.length > 0
}

type ChatChange = Partial<
  Pick<ChatRow, 'title' | 'photo' | 'profileId' | 'isReachable' | 'tellsInbox' | 'askedAbout' | 'lastMessageAt'>
>

export async function updateChat(db: Db, { botId, chatId }: ChatKey, change: ChatChange): Promise<void> {
  await db
    .updateTable('telegramChat')
    .set(change)
    .where('telegramChat.botId', '=', botId)
    .where('telegramChat.chatId', '=', chatId)
    .execute()
}

/** Unlinks a chat. Returns false if the user does not have this chat. */
export async function deleteChat(tx: Tx, { botId, chatId }: ChatKey, uid: UserId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('telegramChat')
    .where('telegramChat.botId', '=', botId)
    .where('telegramChat.chatId', '=', chatId)
    .where('telegramChat.uid', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Updates a group's ID after its upgrade. */
export async function moveChat(tx: Tx, { botId, chatId }: ChatKey, to: number): Promise<void> {
  await sql`
    update telegram_chat set chat_id = ${to}, type = 'supergroup' where bot_id = ${botId} and chat_id = ${chatId}
      and not exists (select from telegram_chat t where t.bot_id = ${botId} and t.chat_id = ${to})`.execute(tx)
}

type SourceRow = Selectable<TelegramSourceTable>

/** Stores the messages that a draft was made from. */
export async function insertSources(
  db: Db,
  { botId, chatId }: ChatKey,
  postId: PostId,
  messages: readonly { readonly messageId: number; readonly editedAt: number; readonly album: string | null }[],
): Promise<void> {
  await db
    .insertInto('telegramSource')
    .values(messages.map((message) => ({ ...message, botId, chatId, postId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const findSource = (db: Db, { botId, chatId }: ChatKey, messageId: number): Promise<SourceRow | undefined> =>
  db
    .selectFrom('telegramSource')
    .selectAll()
    .where('telegramSource.botId', '=', botId)
    .where('telegramSource.chatId', '=', chatId)
    .where('telegramSource.messageId', '=', messageId)
    .executeTakeFirst()

/** Finds the post that a message of the bot shows, or that earlier parts of an album became. */
export async function findPostOf(
  db: Db,
  { botId, chatId }: ChatKey,
  by: { readonly cardId: number } | { readonly album: string },
): Promise<PostId | null> {
  const isNamed = 'album' in by ? sql`album = ${by.album}` : sql`card_id = ${by.cardId}`
  const { rows } = await sql<{ postId: PostId }>`
    select post_id from telegram_source where bot_id = ${botId} and chat_id = ${chatId} and ${isNamed}
    limit 1`.execute(db)
  return rows[0]?.postId ?? null
}

/** Records the edit of a message. Returns false if a newer edit is known. */
export async function noteEdit(db: Db, { botId, chatId }: ChatKey, messageId: number, at: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update telegram_source set edited_at = ${at}
    where bot_id = ${botId} and chat_id = ${chatId} and message_id = ${messageId} and edited_at <= ${at}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export async function noteCard(db: Db, { botId, chatId }: ChatKey, postId: PostId, cardId: number): Promise<void> {
  await sql`
    update telegram_source set card_id = ${cardId}
    where bot_id = ${botId} and chat_id = ${chatId} and post_id = ${postId}`.execute(db)
}

type BotRow = Selectable<TelegramBotTable>

export async function putBot(db: Db, id: number, username: string): Promise<void> {
  await db
    .insertInto('telegramBot')
    .values({ id, username })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ username }))
    .execute()
}

export const findBot = (db: Db, id: number): Promise<BotRow | undefined> =>
  db.selectFrom('telegramBot').selectAll().where('telegramBot.id', '=', id).executeTakeFirst()

/** Makes this process the only one that polls. Returns the next update ID; null if another process polls. */
export async function holdPoller(db: Db, id: number, poller: string, leaseMs: number): Promise<number | null> {
  const { rows } = await sql<{ next: number }>`
    update telegram_bot set poller = ${poller}, polled_until = ph.now() + ${leaseMs} * interval '1 ms'
    where id = ${id} and (poller is null or poller = ${poller} or polled_until < ph.now())
    returning next_update_id as next`.execute(db)
  return rows[0]?.next ?? null
}

export async function releasePoller(db: Db, id: number, poller: string): Promise<void> {
  await sql`update telegram_bot set poller = null, polled_until = null where id = ${id} and poller = ${poller}`.execute(
    db,
  )
}

export async function storeOffset(db: Db, id: number, poller: string, next: number): Promise<void> {
  await sql`update telegram_bot set next_update_id = ${next} where id = ${id} and poller = ${poller}`.execute(db)
}
