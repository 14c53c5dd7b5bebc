import { z } from 'zod'
import { cleanName } from '#kernel/text/one-line.ts'

/** The parts of updates that Posthorn reads. Everything else in them is ignored, as the Bot API asks. */

/** Numbers of people and chats fit into 52 bits. */
const id = z.int()

const person = z.object({
  id,
  is_bot: z.boolean().default(false),
  first_name: z.string().default(''),
  last_name: z.string().optional(),
})

const chat = z.object({
  id,
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
})

const file = z.object({
  file_id: z.string(),
  file_size: z.int().optional(),
  file_name: z.string().optional(),
  mime_type: z.string().optional(),
})

const message = z.object({
  message_id: id,
  from: person.optional(),
  chat,
  date: z.int(),
  edit_date: z.int().optional(),
  media_group_id: z.string().optional(),
  reply_to_message: z.object({ message_id: id }).optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  photo: z.array(file).optional(),
  video: file.optional(),
  animation: file.optional(),
  document: file.optional(),
  voice: z.object({}).optional(),
  audio: z.object({}).optional(),
  video_note: z.object({}).optional(),
  sticker: z.object({}).optional(),
  migrate_to_chat_id: id.optional(),
})

const callbackQuery = z.object({
  id: z.string(),
  from: person,
  message: z.object({ message_id: id, chat }).optional(),
  data: z.string().optional(),
})

const membership = z.object({ chat, from: person, new_chat_member: z.object({ status: z.string() }) })

export const update = z.object({
  update_id: id,
  message: message.optional(),
  edited_message: message.optional(),
  callback_query: callbackQuery.optional(),
  my_chat_member: membership.optional(),
})

/** The kinds of updates to ask for. */
export const wantedUpdates = ['message', 'edited_message', 'callback_query', 'my_chat_member'] as const

export type Update = z.output<typeof update>
export type TelegramMessage = z.output<typeof message>
export type TelegramChat = z.output<typeof chat>
export type CallbackQuery = z.output<typeof callbackQuery>

/** Returns the chat of an update; null if it is irrelevant. */
export const chatOf = (given: Update): TelegramChat | null =>
  (given.message ?? given.edited_message ?? given.callback_query?.message ?? given.my_chat_member)?.chat ?? null

const maxTitle = 200

/** Returns the name of a group, or of the person of a private chat. */
export function titleOf({ title, first_name: first, last_name: last }: TelegramChat): string {
  const name = title ?? [first, last].filter(Boolean).join(' ')
  return cleanName(name, maxTitle) || 'Telegram chat'
}
