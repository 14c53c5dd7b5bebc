import type { PostId } from '#kernel/ids.ts'
import { escapeTags } from '#kernel/text/escape-html.ts'
import { shorten } from '../../words.ts'

/** One call of the Bot API by which the bot answers. */
export interface Reply {
  readonly method: string
  readonly args: Readonly<Record<string, unknown>>
  /** The post that the sent message shows. Its message is edited when the post changes. */
  readonly cardOf?: PostId
}

export interface Button {
  readonly text: string
  readonly data?: string
  readonly url?: string
}

export type Buttons = readonly (readonly Button[])[]

const maxText = 4_000

interface Shown {
  readonly html: string
  readonly buttons?: Buttons
}

/** The part of a call that a new message and an edited one share. */
const shownArgs = ({ html, buttons }: Shown) => ({
  text: html,
  parse_mode: 'HTML',
  link_preview_options: { is_disabled: true },
  reply_markup: {
    inline_keyboard: (buttons ?? []).map((row) =>
      row.map(({ text, data, url }) => (url === undefined ? { text, callback_data: data } : { text, url })),
    ),
  },
})

export const sendTo = (
  chatId: number,
  shown: Shown,
  { replyTo, cardOf }: { readonly replyTo?: number | undefined; readonly cardOf?: PostId } = {},
): Reply => ({
  method: 'sendMessage',
  args: {
    chat_id: chatId,
    ...shownArgs(shown),
    ...(replyTo === undefined ? {} : { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
  },
  ...(cardOf ? { cardOf } : {}),
})

export const editIn = (chatId: number, messageId: number, shown: Shown): Reply => ({
  method: 'editMessageText',
  args: { chat_id: chatId, message_id: messageId, ...shownArgs(shown) },
})

/** Ends the waiting of a button, with a few words where they help. */
export const answerButton = (id: string, words?: string): Reply => ({
  method: 'answerCallbackQuery',
  args: { callback_query_id: id, ...(words === undefined ? {} : { text: shorten(words, 190) }) },
})

/** A plain text as a message. */
export const plain = (text: string): string => escapeTags(shorten(text, maxText))
