import { type Selectable, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { TelegramTalkTable } from '#infra/db/tables.ts'
import type { ChatKey } from './chats.ts'

type TalkRow = Selectable<TelegramTalkTable>

/** Records that answers to a message of the bot are replies in a conversation, up to the last item that it showed. */
export async function putTalk(db: Db, row: Omit<TalkRow, 'askedAt'>): Promise<void> {
  const { botId, chatId, messageId, conversationId, itemId, lastItemId } = row
  await sql`
    insert into telegram_talk (bot_id, chat_id, message_id, conversation_id, item_id, last_item_id, asked_at)
    values (${botId}, ${chatId}, ${messageId}, ${conversationId}, ${itemId}, ${lastItemId}, ph.now())
    on conflict (bot_id, chat_id, message_id) do update set conversation_id = excluded.conversation_id,
      item_id = excluded.item_id, last_item_id = excluded.last_item_id, asked_at = excluded.asked_at`.execute(db)
}

export const findTalk = (db: Db, { botId, chatId }: ChatKey, messageId: number): Promise<TalkRow | undefined> =>
  db
    .selectFrom('telegramTalk')
    .selectAll()
    .where('telegramTalk.botId', '=', botId)
    .where('telegramTalk.chatId', '=', chatId)
    .where('telegramTalk.messageId', '=', messageId)
    .executeTakeFirst()

export async function deleteOldTalks(db: Db, before: Date): Promise<void> {
  await sql`delete from telegram_talk where asked_at < ${before}`.execute(db)
}
