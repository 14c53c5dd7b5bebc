import { type Delivered, sendToBot } from '../bot/deliver.ts'
import { botShape, chatShape, messageShape, userShape } from '../bot/shapes.ts'
import { bot, messagesIn, type Platform } from '../state/platform.ts'
import type { Button, Chat, Message, Person } from '../state/records.ts'
import { keepFile, type NewFile } from './files.ts'
import { addMessage } from './messages.ts'

/** The acts of people in a chat. Each notifies the bot, as far as it may see the act. */

interface ChatInput {
  readonly text?: string
  /** One file, or the parts of an album. */
  readonly files?: readonly NewFile[]
  readonly replyTo?: Message | null
}

type Deliveries = readonly Delivered[]

/** Writes in a chat. Each part of an album is a separate message, and their updates are sent at the same time. */
export async function say(
  platform: Platform,
  person: Person,
  chat: Chat,
  { text = '', files = [], replyTo = null }: ChatInput,
): Promise<Deliveries> {
  if (chat.person && chat.bot !== 'member') {
    const was = chat.bot
    chat.bot = 'member'
    if (was === 'kicked') await notifyMembership(platform, person, chat, 'kicked')
  }
  const groupId = files.length > 1 ? platform.nextId() : null
  const parts = files.length > 0 ? files.map((file) => keepFile(platform, file)) : [null]
  const messages = parts.map((file, at) =>
    addMessage(platform, chat, { from: person, text: at === 0 ? text : '', file, groupId, replyTo }),
  )
  const seen = messages.filter((message) => maySee(platform, message))
  const deliveries = await Promise.all(seen.map((message) => sendToBot(platform, 'message', messageShape(message))))
  return deliveries.filter((one) => one !== null)
}

/** In groups, a bot with privacy mode sees only messages meant for it. */
function maySee({ rules }: Platform, { chat, text, replyTo }: Message): boolean {
  if (chat.person !== null) return true
  if (chat.bot !== 'member') return false
  return !rules.privacyMode || text.startsWith('/') || text.includes(`@${bot.username}`) || replyTo?.from === null
}

export async function edit(platform: Platform, message: Message, text: string): Promise<Deliveries> {
  message.text = text
  message.editedAtMs = platform.world.clock.ms()
  const delivery = maySee(platform, message) ? await sendToBot(platform, 'edited_message', messageShape(message)) : null
  return delivery ? [delivery] : []
}

/** Presses a button under a message of the bot. */
export async function press(
  platform: Platform,
  person: Person,
  message: Message,
  { callback_data: data = '' }: Button,
): Promise<Deliveries> {
  const id = platform.nextId()
  const untilMs = platform.world.clock.ms() + platform.rules.queryMs
  platform.queries.set(id, { id, person, untilMs, answer: null, isAnswered: false })
  const delivery = await sendToBot(platform, 'callback_query', {
    id,
    from: userShape(person),
    message: messageShape(message),
    chat_instance: String(message.chat.id),
    data,
  })
  return delivery ? [delivery] : []
}

/** Blocks or unblocks the bot; in a group, removes or adds it. */
export async function setBot(
  platform: Platform,
  person: Person,
  chat: Chat,
  status: 'member' | 'kicked' | 'left',
): Promise<Deliveries> {
  const before = chat.bot === 'none' ? 'left' : chat.bot
  chat.bot = status
  const delivery = await notifyMembership(platform, person, chat, before)
  return delivery ? [delivery] : []
}

const notifyMembership = (platform: Platform, person: Person, chat: Chat, before: string) =>
  sendToBot(platform, 'my_chat_member', {
    chat: chatShape(chat),
    from: userShape(person),
    date: Math.floor(platform.world.clock.ms() / 1_000),
    old_chat_member: { user: botShape, status: before },
    new_chat_member: { user: botShape, status: chat.bot },
  })

/** Gives a group another number, as an upgrade to a supergroup does. */
export async function migrate(platform: Platform, chat: Chat): Promise<Deliveries> {
  const id = chat.id - 1
  const next: Chat = { ...chat, id, type: 'supergroup', migratedTo: null, lastMessageId: 0 }
  platform.chats.set(id, next)
  chat.migratedTo = id
  const old = {
    message_id: chat.lastMessageId + 1,
    chat: chatShape(chat),
    date: Math.floor(platform.world.clock.ms() / 1_000),
  }
  const delivery = await sendToBot(platform, 'message', { ...old, migrate_to_chat_id: id })
  return delivery ? [delivery] : []
}

/** Finds the newest button with this label or data in a chat. */
export function findButton(platform: Platform, chat: Chat, label: string): { message: Message; button: Button } | null {
  const shown = messagesIn(platform, chat).filter(({ deleted, from }) => !deleted && from === null)
  for (const message of shown.reverse()) {
    const button = message.keyboard.flat().find(({ text, callback_data: data }) => text === label || data === label)
    if (button) return { message, button }
  }
  return null
}
