import { escapeTags } from '#kernel/text/escape-html.ts'
import { shorten } from '#kernel/text/shorten.ts'
import type { ActionButton, Button, Line, Message } from '../../conversation/message.ts'
import { buttons as codes, drawnFor, nameVerb } from './action-names.ts'

/** Pieces of Block Kit. Texts are cut to what Slack accepts: a block that is too long would lose the whole message. */
export type Block = Readonly<Record<string, unknown>>

/** A message at Slack. Its text is for notifications and screen readers. */
interface SlackMessage {
  readonly text: string
  readonly blocks: readonly Block[]
}

const maxSection = 3_000
const maxContent = 600
const maxSummary = 150
const maxButtons = 25

export const plainText = (text: string, most: number) => ({
  type: 'plain_text',
  text: shorten(text, most),
  emoji: false,
})

/** Formats a text. Cuts it without splitting an escaped character or a link. */
function marked(text: string) {
  const cut = shorten(text, maxSection)
  return { type: 'mrkdwn', text: cut === text ? text : cut.replace(/(?:&\w*|<[^<>]*)…$/, '…'), verbatim: true }
}

export const section = (text: string): Block => ({ type: 'section', text: marked(text) })

/** Renders a message. */
export const render = (message: Message): SlackMessage => ({
  text: summarize(message) || 'Posthorn',
  blocks: renderBlocks(message),
})

function summarize({ title, content = '', text }: Message): string {
  const line = content.trim() === '' ? title : `${title}: ${shorten(content, maxSummary)}`
  return escapeTags([line, text].filter((part) => part !== undefined).join('\n'))
}

/** Renders a message's content and buttons. Content is plain text: Slack does not interpret characters in it. */
export function renderBlocks({ title, content = '', lines = [], text, buttons = [], cards = [] }: Message): Block[] {
  const shown = shorten(content, maxContent)
  return [
    ...(title === undefined ? [] : [section(`*${escapeTags(title)}*`)]),
    ...(content.trim() === '' ? [] : [{ type: 'section', text: plainText(shown, maxSection) }]),
    ...(lines.length === 0 ? [] : [{ type: 'context', elements: [marked(lines.map(renderLine).join('\n'))] }]),
    ...(text === undefined ? [] : [section(escapeTags(text))]),
    ...cards.flatMap(renderBlocks),
    ...renderButtons(buttons.flat()),
  ]
}

const renderLine = ({ text, url }: Line): string => (url ? `<${url}|${escapeTags(text)}>` : escapeTags(text))

/** The names of buttons must be unique within a block, so equal names are numbered. */
const renderButtons = (all: readonly Button[]): Block[] =>
  Array.from({ length: Math.ceil(all.length / maxButtons) }, (_, block) => {
    const elements = all.slice(block * maxButtons, (block + 1) * maxButtons)
    const verbs = elements.map((one) => ('verb' in one ? nameVerb(one.verb) : codes.link))
    return {
      type: 'actions',
      elements: elements.map((one, at) => {
        const nth = verbs.slice(0, at).filter((verb) => verb === verbs[at]).length
        return renderButton(one, `${verbs[at]}${nth === 0 ? '' : `.${nth}`}`)
      }),
    }
  })

function renderButton(button: Button, name: string): Block {
  const drawn = { type: 'button', text: plainText(button.label, 75), action_id: name }
  if ('url' in button) return { ...drawn, url: button.url }
  const { subject, extra, look, confirm, label } = button satisfies ActionButton
  return {
    ...drawn,
    value: drawnFor(extra === undefined ? subject : `${subject}/${extra}`),
    ...(look && { style: look }),
    ...(confirm && {
      confirm: {
        title: plainText(confirm.title, 100),
        text: plainText(confirm.text, 300),
        confirm: plainText(label, 30),
        deny: plainText('Cancel', 30),
      },
    }),
  }
}
