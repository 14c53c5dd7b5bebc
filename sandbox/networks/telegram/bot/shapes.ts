import { bot, fullNameOf } from '../state/platform.ts'
import type { Chat, ChatFile, Message, Person } from '../state/records.ts'

/** The records as updates and responses show them. */

export const userShape = (person: Person): object => ({
  id: person.id,
  is_bot: false,
  first_name: fullNameOf(person),
  username: person.name.replace('-', '_'),
  language_code: 'en',
})

export const botShape = { id: bot.id, is_bot: true, first_name: bot.firstName, username: bot.username }

export const chatShape = ({ id, type, title, person }: Chat): object =>
  person ? { id, type, first_name: fullNameOf(person), username: person.name.replace('-', '_') } : { id, type, title }

const dateOf = (ms: number): number => Math.floor(ms / 1_000)

export function messageShape(message: Message): object {
  const { id, chat, from, atMs, editedAtMs, text, file, groupId, replyTo, keyboard } = message
  return {
    message_id: id,
    from: from ? userShape(from) : botShape,
    chat: chatShape(chat),
    date: dateOf(atMs),
    ...(editedAtMs === null ? {} : { edit_date: dateOf(editedAtMs) }),
    ...(replyTo ? { reply_to_message: messageShape(replyTo) } : {}),
    ...(groupId === null ? {} : { media_group_id: groupId }),
    ...(file ? fileShape(file) : {}),
    ...wordsShape(text, file !== null),
    ...(keyboard.length > 0 ? { reply_markup: { inline_keyboard: keyboard } } : {}),
  }
}

function wordsShape(text: string, isCaption: boolean): object {
  if (text === '') return {}
  const command = /^\/[\w@]+/.exec(text)?.[0]
  const mention = `@${bot.username}`
  const mentionedAt = text.indexOf(mention)
  const entities = [
    ...(command ? [{ type: 'bot_command', offset: 0, length: command.length }] : []),
    ...(mentionedAt >= 0 && !command ? [{ type: 'mention', offset: mentionedAt, length: mention.length }] : []),
  ]
  const some = entities.length > 0
  return isCaption
    ? { caption: text, ...(some ? { caption_entities: entities } : {}) }
    : { text, ...(some ? { entities } : {}) }
}

function fileShape({ id, uniqueId, kind, name, mime, size }: ChatFile): object {
  const file = { file_id: id, file_unique_id: uniqueId, file_size: size }
  const asDocument = { ...file, file_name: name, mime_type: mime }
  switch (kind) {
    case 'photo':
      return {
        photo: [
          { ...file, file_id: `${id}-small`, file_unique_id: `${uniqueId}s`, width: 90, height: 60 },
          { ...file, width: 1280, height: 853 },
        ],
      }
    case 'video':
      return { video: { ...asDocument, width: 1280, height: 720, duration: 4 } }
    case 'animation':
      return { animation: { ...asDocument, width: 320, height: 240, duration: 2 }, document: asDocument }
    case 'voice':
      return { voice: { ...file, mime_type: mime, duration: 2 } }
    case 'document':
      return { document: asDocument }
    default:
      return kind satisfies never
  }
}
