import { inTx, type Tx } from '#infra/db/client.ts'
import { after, minutes } from '#kernel/clock.ts'
import { callerOfUser } from '#modules/identity/index.ts'
import type { Actor } from '../../conversation/actor.ts'
import { refusals } from '../../conversation/refusals.ts'
import { telegramCodes } from '../../deps.ts'
import { auditChat, removeChat } from '../actions/chats.ts'
import { type ChatRow, findChat, putChat } from '../store/chats.ts'
import { countWrongCode, readWrongCodes } from '../store/items.ts'
import { type TelegramMessage, titleOf } from '../updates.ts'
import { keyFor, type Replies, say, type Talk } from './talk.ts'

export const texts = {
  welcome:
    'You’re all set. I’ll message you when posts are published, fail or need your approval.\n\nSend me text or an ' +
    'image to create your first post, or try /help.',
  notLinked:
    'This chat isn’t linked yet. Create a code in Posthorn (Settings › Apps), then open its link or send ' +
    '`/link CODE` here.',
  linkYourself: 'We haven’t met yet. Link your own private chat with me first, then you can post from here too.',
  groupLinked:
    'This group is linked. Anyone who has linked their own chat with me can post here with `/new` and their text.',
} as const

const maxWrongCodes = 5
const wrongCodesMs = minutes(10)

/**
 * Links the chat with a code. In a group, only a person whose private chat is linked to the user of the code may use it:
 * a code that others in a group have seen is useless to them.
 */
export async function linkChat(talk: Talk, { chat: place, from }: TelegramMessage, typed: string): Promise<Replies> {
  const { deps, lane, chat } = talk
  if ((await readWrongCodes(deps.db, lane.id)) >= maxWrongCodes)
    return say(talk, { text: 'Too many incorrect codes. Wait 10 minutes, then create a new one.' })
  const isPrivate = place.type === 'private'
  const person = isPrivate || !from ? null : await findChat(deps.db, { botId: lane.botId, chatId: from.id })
  const linked = await inTx(deps.db, link)
  if (linked === 'taken') return say(talk, { text: 'Someone else linked this group. They can unlink it with /unlink.' })
  if (linked === 'linked') return say(talk, { text: isPrivate ? texts.welcome : texts.groupLinked })
  await countWrongCode(deps.db, lane.id, after(deps.clock.now(), wrongCodesMs))
  // A client sends `/start CODE` again when its button is pressed again.
  const isLinked = chat && isPrivate
  return say(talk, {
    text: isLinked ? 'This chat is already linked. Send /help to see what I can do.' : refusals.badCode,
  })

  async function link(tx: Tx): Promise<'linked' | 'taken' | 'wrong'> {
    const code = await telegramCodes.lock(tx, typed)
    if (!code || (!isPrivate && person?.uid !== code.uid)) return 'wrong'
    const { uid } = code
    if (!isPrivate && chat && chat.uid !== uid) return 'taken'
    const caller = await callerOfUser({ db: tx }, uid, `req_${keyFor(talk)}`)
    if (!caller) return 'wrong'
    const now = deps.clock.now()
    const { botId, chatId } = lane
    await code.spend()
    await putChat(tx, { botId, chatId, uid, type: place.type, title: titleOf(place), linkedAt: now })
    await auditChat(tx, now, caller, 'chat.linked', lane)
    return 'linked'
  }
}

export async function unlinkHere(talk: Talk, { caller }: Actor, link: ChatRow): Promise<Replies> {
  if ((talk.chat ?? link).uid !== caller.uid)
    return say(talk, { text: 'Only the person who linked this group can unlink it.' })
  await removeChat(talk.deps, caller, talk.lane)
  return say(talk, { text: 'This chat is unlinked. I won’t send anything else here.' })
}
