import { messageShape } from '../bot/shapes.ts'
import { messagesIn, type Platform } from '../state/platform.ts'
import type { Chat, Message } from '../state/records.ts'
import { bad } from '../wire/answers.ts'
import { type Call, chatIn, type Method, messageIn } from '../wire/api.ts'
import type { createThrottle } from '../wire/failures.ts'
import { plainOf } from '../wire/html.ts'
import { keyboardIn } from '../wire/keyboard.ts'

export type Throttle = ReturnType<typeof createThrottle>

const maxText = 4_096
export const maxCaption = 1_024
const deletableMs = 48 * 3_600_000

type NewMessage = Pick<Message, 'from' | 'text'> & Partial<Pick<Message, 'file' | 'groupId' | 'replyTo' | 'keyboard'>>

/** Adds a message to a chat. The bot's messages are in the ledger. */
export function addMessage(platform: Platform, chat: Chat, given: NewMessage): Message {
  chat.lastMessageId += 1
  const message: Message = {
    file: null,
    groupId: null,
    replyTo: null,
    keyboard: [],
    ...given,
    id: chat.lastMessageId,
    chat,
    atMs: platform.world.clock.ms(),
    editedAtMs: null,
    deleted: false,
  }
  messagesIn(platform, chat).push(message)
  if (message.from === null) note(platform, message, 'post')
  return message
}

function note({ world }: Platform, { id, chat, text }: Message, kind: 'post' | 'edit' | 'delete'): void {
  const account = chat.person?.name ?? 'alice'
  world.ledger.add({
    id: `${chat.id}/${id}`,
    network: 'telegram',
    account,
    kind,
    text,
    media: [],
    key: null,
    replyTo: null,
  })
}

/** The calls that write, change and delete messages of the bot. */
export const messageMethods = (throttle: Throttle): readonly Method[] => [
  { name: 'sendMessage', writes: true, run: (call) => sendMessage(call, throttle) },
  { name: 'editMessageText', writes: true, run: (call) => edit(call, wordsIn(call, 'text', maxText)) },
  { name: 'editMessageCaption', writes: true, run: (call) => edit(call, wordsIn(call, 'caption', maxCaption)) },
  { name: 'editMessageReplyMarkup', writes: true, run: (call) => edit(call, null) },
  { name: 'deleteMessage', writes: true, run: remove },
  { name: 'sendChatAction', run: (call) => chatIn(call) && true },
  { name: 'answerCallbackQuery', writes: true, run: answerQuery },
]

function sendMessage(call: Call, throttle: Throttle): object {
  const chat = chatIn(call)
  const text = wordsIn(call, 'text', maxText)
  if (text.trim() === '') bad('message text is empty')
  const keyboard = keyboardIn(call.value('reply_markup'))
  throttle(chat)
  return messageShape(addMessage(call.platform, chat, { from: null, text, keyboard, replyTo: repliedTo(call, chat) }))
}

/** Reads a text as people will see it. */
export function wordsIn(call: Call, name: string, max: number): string {
  const given = call.text(name)
  const mode = call.text('parse_mode')
  const text = mode === 'HTML' ? plainOf(given) : given
  if (text.length > max) bad(name === 'text' ? 'message is too long' : 'message caption is too long')
  return text
}

export function repliedTo({ platform, value }: Call, chat: Chat): Message | null {
  const requested = value('reply_parameters') as
    | { message_id?: number; allow_sending_without_reply?: boolean }
    | undefined
  if (requested?.message_id === undefined) return null
  const found = messagesIn(platform, chat).find(({ id, deleted }) => id === requested.message_id && !deleted)
  if (!found && requested.allow_sending_without_reply !== true) return bad('message to be replied not found')
  return found ?? null
}

/** Changes the text and the buttons, or only the buttons. */
function edit(call: Call, text: string | null): object {
  const message = messageIn(call)
  if (message.from !== null) bad("message can't be edited")
  const keyboard = keyboardIn(call.value('reply_markup'))
  const words = text ?? message.text
  if (text !== null && text.trim() === '') bad('message text is empty')
  if (words === message.text && JSON.stringify(keyboard) === JSON.stringify(message.keyboard))
    bad(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    )
  message.text = words
  message.keyboard = keyboard
  message.editedAtMs = call.platform.world.clock.ms()
  note(call.platform, message, 'edit')
  return messageShape(message)
}

function remove(call: Call): true {
  const message = messageIn(call)
  const isOld = message.atMs + deletableMs < call.platform.world.clock.ms()
  if (isOld || (message.from !== null && message.chat.person === null)) bad("message can't be deleted")
  message.deleted = true
  note(call.platform, message, 'delete')
  return true
}

function answerQuery({ platform, text }: Call): true {
  const query = platform.queries.get(text('callback_query_id'))
  if (!query || query.untilMs < platform.world.clock.ms())
    return bad('query is too old and response timeout expired or query ID is invalid')
  if (text('text').length > 200) bad('MESSAGE_TOO_LONG')
  query.isAnswered = true
  query.answer = text('text') || null
  return true
}
