import { type Selectable, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { TelegramSourceTable } from '#infra/db/tables.ts'
import type { PostId } from '#kernel/ids.ts'
import type { ChatKey } from './chats.ts'

type SourceRow = Selectable<TelegramSourceTable>

/** Remembers the messages that a draft was made of. */
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

/** Finds the post that a message of the bot shows. */
export async function findPostOfCard(db: Db, { botId, chatId }: ChatKey, cardId: number): Promise<PostId | null> {
  const { rows } = await sql<{ postId: PostId }>`
    select post_id from telegram_source where bot_id = ${botId} and chat_id = ${chatId} and card_id = ${cardId}
    limit 1`.execute(db)
  return rows[0]?.postId ?? null
}

/** Finds the post that earlier parts of an album became. */
export async function findPostOfAlbum(db: Db, { botId, chatId }: ChatKey, album: string): Promise<PostId | null> {
  const { rows } = await sql<{ postId: PostId }>`
    select post_id from telegram_source where bot_id = ${botId} and chat_id = ${chatId} and album = ${album}
    limit 1`.execute(db)
  return rows[0]?.postId ?? null
}

/** Notes the edit of a message, unless a newer one is known. Returns false in that case. */
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
