import type { TelegramSettings } from '#infra/config/telegram.ts'
import type { BotApi } from '../bot-api/client.ts'
import type { TelegramDeps } from '../deps.ts'
import type { Reply } from '../show/reply.ts'
import type { ChatRow } from '../store/chats.ts'
import type { ItemRow, Lane } from '../store/items.ts'
import { type Actor, openActor } from './actor.ts'

/** The context that the handlers of one chat share. */
export interface Talk {
  readonly deps: TelegramDeps
  readonly telegram: TelegramSettings
  readonly bot: BotApi
  readonly lane: Lane
  /** The link of this chat; undefined where it is not linked. */
  readonly chat: ChatRow | undefined
  /** The items that are handled: one, or the parts of an album. */
  readonly items: readonly ItemRow[]
}

export type Replies = readonly Reply[]

/** Names the wish behind an item, the same at each attempt. */
export const wishOf = ({ items, lane }: Talk): string => `tg-${lane.botId}-${items[0]?.updateId ?? items[0]?.id}`

/** Returns the user of a linked chat, as somebody who acts here. */
export const actorOf = (talk: Talk, link: ChatRow): Promise<Actor | null> =>
  openActor(talk.deps, { uid: link.uid, place: talk.chat ?? link, wish: wishOf(talk) })
