import { toWire } from '#kernel/ids.ts'
import type { TelegramMessage } from '../bot-api/updates.ts'
import { makeDraft } from '../drafts/make-draft.ts'
import { scheduleAt } from '../drafts/schedule-at.ts'
import { sendTo } from '../show/reply.ts'
import { badTimeText, linkYourselfText, noProfileText, notLinkedText } from '../show/texts.ts'
import { findBot } from '../store/bot.ts'
import { type ChatRow, findChat, updateChat } from '../store/chats.ts'
import { findPostOfCard } from '../store/sources.ts'
import { type Command, readCommand, runCommand } from './commands.ts'
import { linkChat } from './link-chat.ts'
import { readTime } from './read-time.ts'
import { actorOf, type Replies, type Talk } from './talk.ts'
import { hasFiles, wordsOf } from './words-of.ts'

/** Texts that are longer than this are posts, also where a time is expected. */
const longestTime = 40

/** Handles a message, or the parts of an album. */
export async function handleMessages(talk: Talk, messages: readonly TelegramMessage[]): Promise<Replies> {
  const { deps, lane, chat } = talk
  const [message] = messages
  if (!message?.from || message.from.is_bot) return []
  const text = wordsOf(message)
  const command = text.startsWith('/') ? readCommand(text, await readOwnName(talk)) : null
  if (command === 'for another bot') return []
  if (command && (command.name === 'link' || command.name === 'start') && command.rest !== '')
    return linkChat(talk, message, command.rest)
  const isPrivate = message.chat.type === 'private'
  // In a group people act as themselves, by the link of their private chat: the group gives nobody rights.
  const link = isPrivate ? chat : await findChat(deps.db, { botId: lane.botId, chatId: message.from.id })
  if (!link || (!isPrivate && !chat)) return refuseStranger(talk, isPrivate, command !== null)
  if (chat)
    await updateChat(deps.db, lane, {
      lastMessageAt: deps.clock.now(),
      ...(chat.isReachable ? {} : { isReachable: true }),
    })
  return answer(talk, { messages, message, text, command, link, isPrivate })
}

interface Said {
  readonly messages: readonly TelegramMessage[]
  readonly message: TelegramMessage
  readonly text: string
  readonly command: Command | null
  readonly link: ChatRow
  readonly isPrivate: boolean
}

async function answer(talk: Talk, { messages, message, text, command, link, isPrivate }: Said): Promise<Replies> {
  const { deps, lane, chat } = talk
  const actor = await actorOf(talk, link)
  if (!actor) return [sendTo(lane.chatId, { html: 'Your account is disabled. Ask the operator of this Posthorn.' })]
  if (command && !(command.name === 'new' && hasContent(messages, command.rest)))
    return runCommand(talk, actor, command, { messageId: message.message_id, link })
  if (!actor.profile) return [sendTo(lane.chatId, { html: noProfileText })]
  const answered =
    message.reply_to_message && (await findPostOfCard(deps.db, lane, message.reply_to_message.message_id))
  const requested = answered ?? (isPrivate ? chat?.askedAbout : null)
  if (requested && !command && !hasFiles(message)) {
    const at = readTime(text, deps.clock.now(), actor.timezone)
    if (at !== null) return scheduleAt(talk, actor, { postId: toWire('post', requested), at, messageId: null })
    if (text.length <= longestTime && chat?.askedAbout) return [sendTo(lane.chatId, { html: badTimeText })]
  }
  // In a group only what is meant for the bot becomes a post.
  if (!isPrivate && !command && !answered) return []
  if (chat?.askedAbout) await updateChat(deps.db, lane, { askedAbout: null })
  return makeDraft(talk, actor, messages, actor.profile.id)
}

function refuseStranger({ lane }: Talk, isPrivate: boolean, isCommand: boolean): Replies {
  if (isPrivate) return [sendTo(lane.chatId, { html: notLinkedText })]
  return isCommand ? [sendTo(lane.chatId, { html: linkYourselfText })] : []
}

const hasContent = (messages: readonly TelegramMessage[], text: string): boolean =>
  text !== '' || messages.some(hasFiles)

const readOwnName = async ({ deps, lane }: Talk): Promise<string> =>
  (await findBot(deps.db, lane.botId))?.username ?? ''
