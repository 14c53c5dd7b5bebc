import type { z } from 'zod'
import type { TelegramSettings } from '#infra/config/chats.ts'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireFeature } from '#modules/plans/index.ts'
import { requireTelegram, type TelegramDeps, telegramCodes } from '../../deps.ts'
import { requireScopesOfChats, requireWholeCaller } from '../../link-codes.ts'
import { type BotApi, createBotApi, meaningOf } from '../bot-api.ts'
import type { accessCode, chatList, chatRecord, connection } from '../schema.ts'
import {
  type ChatKey,
  type ChatRow,
  deleteChat,
  findBot,
  findChat,
  listChatsOf,
  putBot,
  updateChat,
} from '../store/chats.ts'
import { type TelegramChat, titleOf } from '../updates.ts'

/** Creates the code that links a chat to the caller's account. */
export async function createCode(deps: TelegramDeps, caller: Caller): Promise<z.output<typeof accessCode>> {
  requireWholeCaller(caller)
  requireScopesOfChats(caller)
  requireFeature(deps.plans, caller.plan, 'chatCodes')
  requireTelegram(deps)
  const botUsername = (await readBotName(deps)) ?? refuse('network_unavailable')
  const { code, expiresAt } = await telegramCodes.issue(deps, caller)
  return {
    code,
    expiresAtMs: expiresAt.getTime(),
    deepLinkUrl: `https://t.me/${botUsername}?start=${code}`,
    botUsername,
  }
}

/** Lists the caller's chats, in the order in which they were linked. */
export async function readChats(deps: TelegramDeps, caller: Caller): Promise<z.output<typeof chatList>> {
  requireWholeCaller(caller)
  const { telegram } = deps.config
  const chats = telegram ? await listChatsOf(deps.db, telegram.botId, caller.uid) : []
  return { chats: chats.map(presentChat), botUsername: await readBotName(deps) }
}

export async function readConnection(deps: TelegramDeps, caller: Caller): Promise<z.output<typeof connection>> {
  const { chats, botUsername } = await readChats(deps, caller)
  return { connected: chats.length > 0, botUsername, chats }
}

const maxPictureBytes = 64 * 1024

interface FullChat extends TelegramChat {
  readonly photo?: { readonly small_file_id?: string }
}

/** Reads a chat's name and image from Telegram again. */
export async function refreshChat(
  deps: TelegramDeps,
  caller: Caller,
  chatId: string,
): Promise<z.output<typeof chatRecord>> {
  requireWholeCaller(caller)
  const { telegram } = deps.config
  const id = readChatId(chatId)
  const chat = telegram && id !== null && (await findChat(deps.db, { botId: telegram.botId, chatId: id }))
  if (!telegram || !chat || chat.uid !== caller.uid) return refuse('chat_not_found')
  const change = await readAtTelegram(createBotApi(deps, telegram), chat)
  await updateChat(deps.db, chat, change)
  return presentChat({ ...chat, ...change })
}

async function readAtTelegram(
  api: BotApi,
  chat: ChatRow,
): Promise<Partial<Pick<ChatRow, 'title' | 'photo' | 'isReachable'>>> {
  try {
    const full = await api.call<FullChat>('getChat', { chat_id: chat.chatId })
    const pictureId = full.photo?.small_file_id
    const photo = pictureId === undefined ? null : await downloadPicture(api, pictureId)
    return { title: titleOf(full), photo, isReachable: true }
  } catch (error) {
    if (meaningOf(error) === 'unreachable') return { isReachable: false }
    return refuse('network_unavailable')
  }
}

/** A missing or unusable image is left out: only the name matters. */
async function downloadPicture(api: BotApi, fileId: string): Promise<Buffer | null> {
  try {
    const bytes = await api.download(fileId, maxPictureBytes)
    return isPicture(bytes) ? bytes : null
  } catch {
    return null
  }
}

/** Parses a chat's number; null if no chat can have that number. */
const readChatId = (text: string): number | null => (/^-?\d{1,15}$/.test(text) ? Number(text) : null)

/** Unlinks a chat of the caller by its Telegram ID. */
export async function unlinkChat(deps: TelegramDeps, caller: Caller, chatId: string): Promise<void> {
  requireWholeCaller(caller)
  const { telegram } = deps.config
  const id = readChatId(chatId)
  const isGone = telegram && id !== null && (await removeChat(deps, caller, { botId: telegram.botId, chatId: id }))
  if (!isGone) refuse('chat_not_found')
}

/** Unlinks a chat of the caller. Returns false if the caller does not have this chat. */
export const removeChat = (
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  caller: Caller,
  chat: ChatKey,
): Promise<boolean> =>
  inTx(db, async (tx) => {
    const isGone = await deleteChat(tx, chat, caller.uid)
    if (isGone) await auditChat(tx, clock.now(), caller, 'chat.unlinked', chat)
    return isGone
  })

export const auditChat = (
  tx: Tx,
  at: Date,
  caller: Caller,
  action: 'chat.linked' | 'chat.unlinked',
  { chatId }: ChatKey,
): Promise<void> =>
  writeAudit(tx, {
    at,
    caller,
    ownerUid: caller.uid,
    action,
    subject: toWire('usr', caller.uid),
    changes: { telegramChat: { from: null, to: String(chatId) } },
  })

/** Returns the name of the bot, which its links need. Asks Telegram once. Null if it is not responding or refuses the token. */
async function readBotName(deps: TelegramDeps): Promise<string | null> {
  const { telegram } = deps.config
  if (!telegram) return null
  const known = await findBot(deps.db, telegram.botId)
  if (known) return known.username
  try {
    return await askBotName(deps, telegram)
  } catch (error) {
    deps.log.warn({ event: 'telegram.bot_unknown', err: error }, 'Telegram didn’t say who the bot is')
    return null
  }
}

/** Asks Telegram for the name of the bot, and stores it. */
export async function askBotName(deps: TelegramDeps, telegram: TelegramSettings): Promise<string> {
  const { username } = await createBotApi(deps, telegram).call<{ username: string }>('getMe', {})
  await putBot(deps.db, telegram.botId, username)
  return username
}

const presentChat = (chat: ChatRow): z.output<typeof chatRecord> => ({
  chatId: String(chat.chatId),
  type: chat.type,
  title: chat.title,
  photoUrl: chat.photo ? pictureUrl(chat.photo) : null,
  linkedAt: chat.linkedAt,
  profileId: chat.profileId,
  lastMessageAt: chat.lastMessageAt,
  reachable: chat.isReachable,
})

/** The image itself, as a data URL: its Telegram URL contains the bot's token. */
const pictureUrl = (bytes: Buffer): string =>
  `data:${isPng(bytes) ? 'image/png' : 'image/jpeg'};base64,${bytes.toString('base64')}`

const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))

const isPicture = (bytes: Buffer): boolean =>
  isPng(bytes) || bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
