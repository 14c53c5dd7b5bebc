import { toWire } from '#kernel/ids.ts'
import type { Actor } from '../../conversation/actor.ts'
import { answerCommand, drawHelp } from '../../conversation/commands.ts'
import { type Message, takeWord } from '../../conversation/message.ts'
import { readPost, schedule } from '../../conversation/posts.ts'
import { orRefusal, refusals } from '../../conversation/refusals.ts'
import { reply } from '../../conversation/talks.ts'
import { readTime } from '../../conversation/times.ts'
import { type ChatRow, findBot, findChat, findPostOf, updateChat } from '../store/chats.ts'
import { findTalk } from '../store/talks.ts'
import type { TelegramMessage } from '../updates.ts'
import { linkChat, texts, unlinkHere } from './link-chat.ts'
import { hasFiles, makeDraft, textIn } from './make-draft.ts'
import { actAs, face, type Replies, say, showIn, type Talk } from './talk.ts'

interface Command {
  readonly name: string
  readonly rest: string
}

/** Handles a message, or the parts of an album. */
export async function handleMessages(talk: Talk, messages: readonly TelegramMessage[]): Promise<Replies> {
  const { deps, lane, chat } = talk
  const [message] = messages
  if (!message?.from || message.from.is_bot) return []
  const text = textIn(message)
  const command = text.startsWith('/') ? readCommand(text, await readOwnName(talk)) : null
  if (command === 'for another bot') return []
  if (command && (command.name === 'link' || command.name === 'start') && command.rest !== '')
    return linkChat(talk, message, command.rest)
  const isPrivate = message.chat.type === 'private'
  // In a group, people act as themselves, through the link of their private chat: the group grants no rights.
  const link = isPrivate ? chat : await findChat(deps.db, { botId: lane.botId, chatId: message.from.id })
  if (!link || (!isPrivate && !chat)) return refuseStranger(talk, isPrivate, command !== null)
  if (chat)
    await updateChat(deps.db, lane, {
      lastMessageAt: deps.clock.now(),
      ...(chat.isReachable ? {} : { isReachable: true }),
    })
  const actor = await actAs(talk, link)
  if (!actor) return say(talk, { text: refusals.disabled })
  const isNew = command?.name === 'new' && (command.rest !== '' || messages.some(hasFiles))
  if (command && !isNew) return runCommand(talk, actor, command, link)
  const replies = await orRefusal(answer(talk, actor, messages, { message, text, isPrivate, isNew }))
  return 'text' in replies ? say(talk, replies) : replies
}

/** Reads `/name rest` or `/name@bot rest`. Null if the text is not a command. */
function readCommand(text: string, botName: string): Command | 'for another bot' | null {
  const [head, rest] = takeWord(text)
  const found = /^\/([a-z_]{1,32}!?)(?:@(\w+))?$/i.exec(head)
  if (!found) return null
  const [, name = '', named] = found
  if (named !== undefined && named.toLowerCase() !== botName.toLowerCase()) return 'for another bot'
  return { name: name.toLowerCase(), rest }
}

const readOwnName = async ({ deps, lane }: Talk): Promise<string> =>
  (await findBot(deps.db, lane.botId))?.username ?? ''

function refuseStranger(talk: Talk, isPrivate: boolean, isCommand: boolean): Replies {
  if (isPrivate) return say(talk, { text: texts.notLinked })
  return isCommand ? say(talk, { text: texts.linkYourself }) : []
}

const help: Message = drawHelp(face, {
  intro:
    'Send me a post. Send text, images, a video or an album and I’ll turn it into a draft. Then publish, schedule ' +
    'or discard it. Edit your message to update the draft.',
  more: 'In a group, send `/new` followed by your text, or reply to one of my messages.',
})

async function runCommand(talk: Talk, actor: Actor, { name, rest }: Command, link: ChatRow): Promise<Replies> {
  if (name === 'new') return say(talk, { text: 'Send your text, with images or a video if you like.' })
  if (name === 'unlink') return unlinkHere(talk, actor, link)
  return say(talk, (await orRefusal(answerCommand(actor, name.replace(/^do\b/, 'run'), rest))) ?? help)
}

/** Texts longer than this are posts, even if a time is expected. */
const maxTime = 40

const badTime = 'I couldn’t read that time. Try `tomorrow 9`, `thu 18:30`, `in 2 hours` or `1 dec 9:00`.'

interface IncomingText {
  readonly message: TelegramMessage
  readonly text: string
  readonly isPrivate: boolean
  /** True if the command `/new` precedes the text. */
  readonly isNew: boolean
}

/** Schedules the post in question or the one replied to. Any other message becomes a draft. */
async function answer(
  talk: Talk,
  actor: Actor,
  messages: readonly TelegramMessage[],
  { message, text, isPrivate, isNew }: IncomingText,
): Promise<Replies> {
  const { deps, lane, chat } = talk
  await actor.findPlace()
  const replied = await answerStranger(talk, actor, message)
  if (replied) return replied
  const answered =
    message.reply_to_message && (await findPostOf(deps.db, lane, { cardId: message.reply_to_message.message_id }))
  const requested = answered ?? (isPrivate ? chat?.askedAbout : null)
  if (requested && !isNew && !hasFiles(message) && text.length <= maxTime) {
    const post = toWire('post', requested)
    const { timezone } = await actor.findPlace(await findProfile(actor, post))
    const at = readTime(text, deps.clock.now(), timezone)
    if (at !== null) return showIn(talk, null, await scheduleAt(talk, actor, post, at))
    if (chat?.askedAbout) return say(talk, { text: badTime })
  }
  // In a group only messages to the bot become posts.
  if (!isPrivate && !isNew && !answered) return []
  if (chat?.askedAbout) await updateChat(deps.db, lane, { askedAbout: null })
  return makeDraft(talk, actor, messages)
}

/** Sends an answer to a message that asks for one as a reply in its conversation. Null for other messages. */
async function answerStranger(talk: Talk, actor: Actor, message: TelegramMessage): Promise<Replies | null> {
  const { deps, lane } = talk
  const asked = message.reply_to_message && (await findTalk(deps.db, lane, message.reply_to_message.message_id))
  if (!asked) return null
  if (hasFiles(message)) return say(talk, { text: 'I can only reply with text. Send files in Posthorn.' })
  const to = {
    conversation: toWire('conv', asked.conversationId),
    item: toWire('itm', asked.itemId),
    lastItem: toWire('itm', asked.lastItemId),
  }
  return say(talk, await orRefusal(reply(actor, to, textIn(message))), message.message_id)
}

/** Returns a post's profile, whose time zone applies. Undefined if the post no longer exists. */
const findProfile = async ({ api }: Actor, post: string): Promise<string | undefined> => {
  const found = await orRefusal(readPost(api, post))
  return 'profileId' in found ? found.profileId : undefined
}

async function scheduleAt({ deps, lane, chat }: Talk, actor: Actor, post: string, at: string): Promise<Message> {
  const shown = await schedule(actor, post, at)
  if (chat && shown.text === undefined) await updateChat(deps.db, lane, { askedAbout: null })
  return shown
}
