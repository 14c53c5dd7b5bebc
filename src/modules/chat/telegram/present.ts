import type { z } from 'zod'
import type { chatRecord } from './schema.ts'
import type { ChatRow } from './store/chats.ts'

type PresentedChat = z.output<typeof chatRecord>

export const presentChat = (chat: ChatRow): PresentedChat => ({
  chatId: String(chat.chatId),
  type: chat.type,
  title: chat.title,
  photoUrl: chat.photo ? pictureUrl(chat.photo) : null,
  linkedAt: chat.linkedAt,
  profileId: chat.profileId,
  lastMessageAt: chat.lastMessageAt,
  reachable: chat.isReachable,
})

/** The picture itself, as a URL: its address at Telegram contains the bot's token. */
const pictureUrl = (bytes: Buffer): string =>
  `data:${isPng(bytes) ? 'image/png' : 'image/jpeg'};base64,${bytes.toString('base64')}`

const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))

export const isPicture = (bytes: Buffer): boolean =>
  isPng(bytes) || bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
