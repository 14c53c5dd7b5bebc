import { fromWire, type PostId } from '#kernel/ids.ts'
import { escapeTags } from '#kernel/text/escape-html.ts'
import { shorten } from '#kernel/text/shorten.ts'
import { type Action, type Button, type Message, toLine, type Verb } from '../../conversation/message.ts'

/** One Bot API call of a reply. */
export interface Reply {
  readonly method: string
  readonly args: Readonly<Record<string, unknown>>
  /** The post that the sent message shows. Its message is edited when the post changes. */
  readonly cardOf?: PostId
}

/** A message takes 4,096 characters after its entities are parsed. All parts fit together. */
const maxText = 4_000
const maxTitle = 200
const maxContent = 1_500
const maxPart = 1_100

/** Renders a message as HTML. */
export function renderHtml({ title, content, lines = [], text, cards }: Message): string {
  const isAlone = title === undefined && content === undefined
  const parts = [
    title === undefined ? '' : `<b>${escapeTags(shorten(title, maxTitle))}</b>`,
    content === undefined ? '' : escapeTags(shorten(content, maxContent)) || noContent,
    fitLines(lines.map((line) => (line.url ? `${line.text} – ${shorten(line.url, 300)}` : line.text)))
      .map(escapeTags)
      .join('\n'),
    text === undefined ? '' : markCode(shorten(text, isAlone ? maxText : content === undefined ? 3_700 : maxPart)),
    cards ? 'Tap one to open it.' : '',
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

const noContent = '<i>No text yet. Edit your message to add some.</i>'

const markCode = (text: string): string => escapeTags(text).replaceAll(/`([^`\n]+)`/g, '<code>$1</code>')

/** Returns the lines that fit, and the number of the others. */
function fitLines(lines: readonly string[]): readonly string[] {
  let used = 0
  for (const [at, line] of lines.entries()) {
    used += line.length + 1
    if (used > maxPart) return [...lines.slice(0, at), `… and ${lines.length - at} more`]
  }
  return lines
}

/**
 * The verbs in the data of buttons, which may have up to 64 bytes. They never change, because old messages contain
 * them.
 */
const codes: Readonly<Partial<Record<Verb, string>>> = {
  show: 'show',
  account: 'acc',
  publish: 'pub',
  publishAnyway: 'pubw',
  chooseTime: 'when',
  schedule: 'at',
  scheduleAnyway: 'sat',
  unschedule: 'unq',
  retry: 'try',
  discard: 'del',
  approve: 'yes',
  reject: 'no',
  profile: 'prof',
  showTalk: 'talk',
  reply: 'ans',
  closeTalk: 'done',
  reopenTalk: 'open',
  takeTalk: 'mine',
  cancelReply: 'undo',
}

const writeData = ({ verb, subject, extra }: Action): string =>
  [codes[verb], subject, ...(extra === undefined ? [] : [extra])].join(':')

/** Reads a button's data. Null if the button is unknown. */
export function readData(data: string): Action | null {
  const [code, subject = '', ...extra] = data.split(':')
  const [verb] = Object.entries(codes).find(([, known]) => known === code) ?? []
  return verb === undefined ? null : { verb: verb as Verb, subject, extra: extra.join(':') }
}

/** The Bot API rejects links that are not public, so they are left out. */
const renderButton = (button: Button): readonly object[] => {
  if ('verb' in button) return [{ text: button.label, callback_data: writeData(button) }]
  return button.url.startsWith('https:') ? [{ text: button.label, url: button.url }] : []
}

function renderButtons({ buttons = [], cards = [] }: Message): readonly (readonly object[])[] {
  const list = cards.map(({ content = '', post = '', talk }, at): readonly Button[] => {
    const label = `${at + 1}. ${shorten(toLine(content), 40)}`
    return [talk === undefined ? { label, verb: 'show', subject: post } : { label, verb: 'showTalk', subject: talk }]
  })
  return [...list, ...buttons].map((row) => row.flatMap(renderButton)).filter((row) => row.length > 0)
}

const render = (message: Message) => ({
  text: renderHtml(message),
  parse_mode: 'HTML',
  link_preview_options: { is_disabled: true },
  reply_markup: { inline_keyboard: renderButtons(message) },
})

export function sendTo(
  chatId: number,
  message: Message,
  { replyTo, isCard = false }: { readonly replyTo?: number; readonly isCard?: boolean } = {},
): Reply {
  const post = isCard && message.post !== undefined ? fromWire('post', message.post) : null
  const reply = replyTo === undefined ? null : { message_id: replyTo, allow_sending_without_reply: true }
  return {
    method: 'sendMessage',
    args: { chat_id: chatId, ...render(message), ...(reply && { reply_parameters: reply }) },
    ...(post && { cardOf: post }),
  }
}

export const editIn = (chatId: number, messageId: number, message: Message): Reply => ({
  method: 'editMessageText',
  args: { chat_id: chatId, message_id: messageId, ...render(message) },
})

/** Acknowledges a button press, with a sentence if that helps. */
export const answerButton = (id: string, sentence?: string): Reply => ({
  method: 'answerCallbackQuery',
  args: { callback_query_id: id, ...(sentence === undefined ? {} : { text: shorten(sentence, 190) }) },
})
