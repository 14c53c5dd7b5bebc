import type { z } from 'zod'
import type { Caller } from '#kernel/caller.ts'
import { requireWholeCaller } from '../../link-codes/require-whole-caller.ts'
import type { TelegramDeps } from '../deps.ts'
import { presentChat } from '../present.ts'
import { readBotName } from '../read-bot.ts'
import type { chatList, connection } from '../schema.ts'
import { listChatsOf } from '../store/chats.ts'

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
