import type { TelegramSettings } from '#infra/config/chats.ts'
import { type Actor, openActor } from '../../conversation/actor.ts'
import type { Face, Message } from '../../conversation/message.ts'
import { decline } from '../../conversation/refusals.ts'
import type { TelegramDeps } from '../../deps.ts'
import type { BotApi } from '../bot-api.ts'
import { type ChatRow, updateChat } from '../store/chats.ts'
import type { ItemRow, Lane } from '../store/items.ts'
import { editIn, type Reply, sendTo } from './render.ts'

/** The context that the handlers of one chat share. */
export interface Talk {
  readonly deps: TelegramDeps
  readonly telegram: TelegramSettings
  readonly bot: BotApi
  readonly lane: Lane
  /** The link of this chat; undefined if it is not linked. */
  readonly chat: ChatRow | undefined
  /** The items to handle: one, or the parts of an album. */
  readonly items: readonly ItemRow[]
}

export type Replies = readonly Reply[]

export const face: Face = { network: 'Telegram', hasForms: false, prefix: '/', run: '/do', confirmsRun: true }

/** Identifies the action behind an item, the same at each attempt. */
export const keyFor = ({ items, lane }: Talk): string => `tg-${lane.botId}-${items[0]?.updateId ?? items[0]?.id}`

/** Opens the user of a linked chat as the acting user here; the chat determines the profile. */
export function actAs(talk: Talk, link: ChatRow): Promise<Actor | null> {
  const { deps, lane, chat } = talk
  const key = keyFor(talk)
  return openActor(deps, {
    uid: link.uid,
    chosen: (chat ?? link).profileId,
    requestId: `req_${key}`,
    key,
    face,
    async choose(profileId) {
      // A group belongs to the user who linked it.
      if (chat?.uid !== link.uid) decline('Only the person who linked this group can change its brand.')
      await updateChat(deps.db, lane, { profileId })
    },
    async tellInbox(tellsInbox) {
      if (chat?.uid !== link.uid) decline('Only the person who linked this group can change its notifications.')
      await updateChat(deps.db, lane, { tellsInbox })
    },
  })
}

export const say = ({ lane }: Talk, message: Message, replyTo?: number): Replies => [
  sendTo(lane.chatId, message, replyTo === undefined ? {} : { replyTo }),
]

/** Shows a post in the message that already shows it, or else in a new one. */
export const showIn = ({ lane }: Talk, messageId: number | null, message: Message): Replies => [
  messageId === null ? sendTo(lane.chatId, message, { isCard: true }) : editIn(lane.chatId, messageId, message),
]
