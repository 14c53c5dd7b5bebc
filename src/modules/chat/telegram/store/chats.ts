import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { TelegramChatTable } from '#infra/db/tables.ts'
import type { UserId } from '#kernel/ids.ts'

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

/** Links a chat to a user, in place of an earlier link. The choice of a profile stays while the user stays. */
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

type ChatChange = Partial<
  Pick<ChatRow, 'title' | 'photo' | 'profileId' | 'isReachable' | 'askedAbout' | 'lastMessageAt'>
>

export async function updateChat(db: Db, { botId, chatId }: ChatKey, change: ChatChange): Promise<void> {
  await db
    .updateTable('telegramChat')
    .set(change)
    .where('telegramChat.botId', '=', botId)
    .where('telegramChat.chatId', '=', chatId)
    .execute()
}

/** Unlinks a chat. Returns false when the user has no such chat. */
export async function deleteChat(tx: Tx, { botId, chatId }: ChatKey, uid: UserId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('telegramChat')
    .where('telegramChat.botId', '=', botId)
    .where('telegramChat.chatId', '=', chatId)
    .where('telegramChat.uid', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Gives a group the number that it has since its upgrade. */
export async function moveChat(tx: Tx, { botId, chatId }: ChatKey, to: number): Promise<void> {
  await sql`
    update telegram_chat set chat_id = ${to}, type = 'supergroup' where bot_id = ${botId} and chat_id = ${chatId}
      and not exists (select from telegram_chat t where t.bot_id = ${botId} and t.chat_id = ${to})`.execute(tx)
}
