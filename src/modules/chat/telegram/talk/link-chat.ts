import { inTx, type Tx } from '#infra/db/client.ts'
import { after, minutes } from '#kernel/clock.ts'
import { callerOfUser } from '#modules/identity/index.ts'
import { auditChat } from '../actions/unlink-chat.ts'
import type { TelegramMessage } from '../bot-api/updates.ts'
import { telegramCodes } from '../link-codes.ts'
import { sendTo } from '../show/reply.ts'
import { badCodeText, groupLinkedText, groupTakenText, tooManyCodesText, welcomeText } from '../show/texts.ts'
import { findChat, putChat } from '../store/chats.ts'
import { countWrongCode, readWrongCodes } from '../store/wrong-codes.ts'
import { type Replies, type Talk, wishOf } from './talk.ts'
import { titleOf } from './title-of.ts'

const mostWrongCodes = 5
const wrongCodesMs = minutes(10)

/**
 * Links the chat by a code. In a group, only a person whose private chat is linked to the user of the code may use it:
 * a code that others in a group have seen is worth nothing to them.
 */
export async function linkChat(talk: Talk, { chat: place, from }: TelegramMessage, typed: string): Promise<Replies> {
  const { deps, lane, chat } = talk
  const say = (html: string): Replies => [sendTo(lane.chatId, { html })]
  if ((await readWrongCodes(deps.db, lane.id)) >= mostWrongCodes) return say(tooManyCodesText)
  const isPrivate = place.type === 'private'
  const person = isPrivate || !from ? null : await findChat(deps.db, { botId: lane.botId, chatId: from.id })
  const linked = await inTx(deps.db, link)
  if (linked === 'taken') return say(groupTakenText)
  if (linked === 'linked') return say(isPrivate ? welcomeText : groupLinkedText)
  await countWrongCode(deps.db, lane.id, after(deps.clock.now(), wrongCodesMs))
  // A client sends `/start CODE` again when its button is pressed again.
  return say(chat && isPrivate ? 'This chat is linked already. /help says what I can do.' : badCodeText)

  async function link(tx: Tx): Promise<'linked' | 'taken' | 'wrong'> {
    const code = await telegramCodes.lock(tx, typed)
    if (!code || (!isPrivate && person?.uid !== code.uid)) return 'wrong'
    const { uid } = code
    if (!isPrivate && chat && chat.uid !== uid) return 'taken'
    const caller = await callerOfUser({ db: tx }, uid, `req_${wishOf(talk)}`)
    if (!caller) return 'wrong'
    const now = deps.clock.now()
    await code.spend()
    await putChat(tx, { ...keyOf(talk), uid, type: place.type, title: titleOf(place), linkedAt: now })
    await auditChat(tx, now, caller, 'chat.linked', lane)
    return 'linked'
  }
}

const keyOf = ({ lane: { botId, chatId } }: Talk) => ({ botId, chatId })
