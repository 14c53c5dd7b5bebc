import { inTx } from '#infra/db/client.ts'
import { after, minutes } from '#kernel/clock.ts'
import { callerOfUser } from '#modules/identity/index.ts'
import { auditChat } from '../actions/unlink-chat.ts'
import type { TelegramMessage } from '../bot-api/updates.ts'
import { hashCode, readCode } from '../link-code.ts'
import { sendTo } from '../show/reply.ts'
import { badCodeText, groupLinkedText, groupTakenText, tooManyCodesText, welcomeText } from '../show/texts.ts'
import { findChat, putChat } from '../store/chats.ts'
import { countWrongCode, deleteCode, lockCode, readWrongCodes } from '../store/codes.ts'
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
  const code = readCode(typed)
  const isPrivate = place.type === 'private'
  const person = isPrivate || !from ? null : await findChat(deps.db, { botId: lane.botId, chatId: from.id })
  const linked = code === null ? 'wrong' : await inTx(deps.db, link)
  if (linked === 'taken') return say(groupTakenText)
  if (linked === 'linked') return say(isPrivate ? welcomeText : groupLinkedText)
  // A client sends `/start CODE` again when its button is pressed again.
  if (chat && isPrivate && code !== null) return say('This chat is linked already. /help says what I can do.')
  await countWrongCode(deps.db, lane.id, after(deps.clock.now(), wrongCodesMs))
  return say(badCodeText)

  async function link(tx: Parameters<typeof lockCode>[0]): Promise<'linked' | 'taken' | 'wrong'> {
    const codeHash = hashCode(code ?? '')
    const uid = await lockCode(tx, codeHash)
    if (!uid || (!isPrivate && person?.uid !== uid)) return 'wrong'
    if (!isPrivate && chat && chat.uid !== uid) return 'taken'
    const caller = await callerOfUser({ db: tx }, uid, `req_${wishOf(talk)}`)
    if (!caller) return 'wrong'
    const now = deps.clock.now()
    await deleteCode(tx, codeHash)
    await putChat(tx, { ...keyOf(talk), uid, type: place.type, title: titleOf(place), linkedAt: now })
    await auditChat(tx, now, caller, 'chat.linked', lane)
    return 'linked'
  }
}

const keyOf = ({ lane: { botId, chatId } }: Talk) => ({ botId, chatId })
