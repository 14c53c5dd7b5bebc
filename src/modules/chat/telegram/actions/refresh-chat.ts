import type { z } from 'zod'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { requireWholeCaller } from '../../link-codes/require-whole-caller.ts'
import { type BotApi, createBotApi } from '../bot-api/client.ts'
import { meaningOf } from '../bot-api/failures.ts'
import type { TelegramChat } from '../bot-api/updates.ts'
import type { TelegramDeps } from '../deps.ts'
import { isPicture, presentChat } from '../present.ts'
import type { chatRecord } from '../schema.ts'
import { type ChatRow, findChat, updateChat } from '../store/chats.ts'
import { titleOf } from '../talk/title-of.ts'
import { readChatId } from './unlink-chat.ts'

const maxPictureBytes = 64 * 1024

interface FullChat extends TelegramChat {
  readonly photo?: { readonly small_file_id?: string }
}

/** Reads the name and the picture of a chat at Telegram again. */
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

/** A picture that is missing or strange is left out: the name is what matters. */
async function downloadPicture(api: BotApi, fileId: string): Promise<Buffer | null> {
  try {
    const bytes = await api.download(fileId, maxPictureBytes)
    return isPicture(bytes) ? bytes : null
  } catch {
    return null
  }
}
