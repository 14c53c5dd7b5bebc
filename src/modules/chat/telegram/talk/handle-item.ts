import { inTx } from '#infra/db/client.ts'
import type { Update } from '../bot-api/updates.ts'
import { update as updateSchema } from '../bot-api/updates.ts'
import { updateBinding } from '../sealed.ts'
import { sendTo } from '../show/reply.ts'
import { groupLinkedText, linkYourselfText } from '../show/texts.ts'
import { findChat, moveChat, updateChat } from '../store/chats.ts'
import type { Notice } from '../store/notices.ts'
import { handleButton } from './handle-button.ts'
import { handleEdit } from './handle-edit.ts'
import { handleMessages } from './handle-message.ts'
import type { Replies, Talk } from './talk.ts'
import { tellNotice } from './tell-notice.ts'

/** Does what an item asks for, and returns the answers. May run again after a crash: what it does has one effect. */
export async function handleItems(talk: Talk): Promise<Replies> {
  const [first] = talk.items
  if (!first) return []
  if (first.notice) return tellNotice(talk, first.notice as unknown as Notice)
  const updates = talk.items.flatMap((item) => openUpdate(talk, item.id, item.sealedUpdate))
  const [update] = updates
  if (!update) return []
  if (update.my_chat_member) return noteMembership(talk, update.my_chat_member)
  if (update.callback_query) return handleButton(talk, update.callback_query)
  if (update.edited_message) return handleEdit(talk, update.edited_message)
  const moved = update.message?.migrate_to_chat_id
  if (moved !== undefined) {
    await inTx(talk.deps.db, (tx) => moveChat(tx, talk.lane, moved))
    return []
  }
  return handleMessages(
    talk,
    updates.flatMap(({ message }) => message ?? []),
  )
}

function openUpdate({ deps }: Talk, id: string, sealed: Buffer | null): Update[] {
  if (!sealed) return []
  return [updateSchema.parse(JSON.parse(deps.seal.open(sealed, updateBinding(id)).toString('utf8')))]
}

/** Notes that the bot was blocked or removed, or came back. */
async function noteMembership(
  { deps, lane, chat }: Talk,
  { chat: place, new_chat_member: bot, from }: NonNullable<Update['my_chat_member']>,
): Promise<Replies> {
  const isIn = bot.status !== 'left' && bot.status !== 'kicked'
  if (chat) await updateChat(deps.db, lane, { isReachable: isIn })
  if (!isIn || place.type === 'private' || place.type === 'channel') return []
  const known = await findChat(deps.db, { botId: lane.botId, chatId: from.id })
  if (chat) return [sendTo(lane.chatId, { html: groupLinkedText })]
  return [
    sendTo(lane.chatId, {
      html: known
        ? 'To link this group, create an access code in Posthorn, and send <code>/link CODE</code> here.'
        : linkYourselfText,
    }),
  ]
}
