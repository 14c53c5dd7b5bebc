import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireWholeCaller } from '../../link-codes/require-whole-caller.ts'
import type { TelegramDeps } from '../deps.ts'
import { type ChatKey, deleteChat } from '../store/chats.ts'

/** Returns the number of a chat; null when no chat can have it. */
export const readChatId = (text: string): number | null => (/^-?\d{1,15}$/.test(text) ? Number(text) : null)

/** Unlinks a chat of the caller by its id at Telegram. */
export async function unlinkChat(deps: TelegramDeps, caller: Caller, chatId: string): Promise<void> {
  requireWholeCaller(caller)
  const { telegram } = deps.config
  const id = readChatId(chatId)
  const isGone = telegram && id !== null && (await removeChat(deps, caller, { botId: telegram.botId, chatId: id }))
  if (!isGone) refuse('chat_not_found')
}

/** Unlinks a chat of the caller. Returns false when the caller has no such chat. */
export const removeChat = (
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  caller: Caller,
  chat: ChatKey,
): Promise<boolean> =>
  inTx(db, async (tx) => {
    const isGone = await deleteChat(tx, chat, caller.uid)
    if (isGone) await auditChat(tx, clock.now(), caller, 'chat.unlinked', chat)
    return isGone
  })

export const auditChat = (
  tx: Tx,
  at: Date,
  caller: Caller,
  action: 'chat.linked' | 'chat.unlinked',
  { chatId }: ChatKey,
): Promise<void> =>
  writeAudit(tx, {
    at,
    caller,
    ownerUid: caller.uid,
    action,
    subject: toWire('usr', caller.uid),
    changes: { telegramChat: { from: null, to: String(chatId) } },
  })
