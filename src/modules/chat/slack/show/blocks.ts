import { shorten } from '../../words.ts'
import { drawnFor } from './action-names.ts'

/** Pieces of Block Kit. Texts are cut to what Slack takes: a block that is too long would lose the whole message. */
export type Block = Readonly<Record<string, unknown>>

const mostSection = 3_000
const mostHeader = 150
const mostButton = 75
const mostOption = 75

export const plainText = (text: string, most: number) => ({
  type: 'plain_text',
  text: shorten(text, most),
  emoji: false,
})

/** Writes a text with marks. Where it is cut, no escaped sign and no link is left in half. */
function marked(text: string) {
  const isWhole = text.length <= mostSection
  const cut = isWhole ? text : `${text.slice(0, mostSection - 1).replace(/(?:[\uD800-\uDBFF]|&\w*|<[^<>]*)$/, '')}…`
  return { type: 'mrkdwn', text: cut, verbatim: true }
}

export const section = (text: string): Block => ({
  type: 'section',
  text: marked(text),
})

/** Draws words of people, exactly as they are. */
export const words = (text: string): Block => ({ type: 'section', text: plainText(text, mostSection) })

export const header = (text: string): Block => ({ type: 'header', text: plainText(text, mostHeader) })

export const context = (text: string): Block => ({
  type: 'context',
  elements: [marked(text)],
})

export const divider: Block = { type: 'divider' }

export const actions = (...elements: readonly Block[]): Block => ({ type: 'actions', elements })

interface ButtonLook {
  readonly style?: 'primary' | 'danger'
  /** The question that Slack asks before it sends the press. */
  readonly confirm?: { readonly title: string; readonly text: string }
  readonly url?: string
}

/** Draws a button about something, such as a post by its id. */
export const button = (text: string, name: string, subject: string, { confirm, ...look }: ButtonLook = {}): Block => ({
  type: 'button',
  text: plainText(text, mostButton),
  action_id: name,
  value: drawnFor(subject),
  ...look,
  ...(confirm && {
    confirm: {
      title: plainText(confirm.title, 100),
      text: plainText(confirm.text, 300),
      confirm: plainText(text, 30),
      deny: plainText('Cancel', 30),
    },
  }),
})

export const option = (text: string, value: string) => ({ text: plainText(text, mostOption), value })

interface InputLook {
  readonly optional?: boolean
  readonly hint?: string
  /** True when a change is sent at once. */
  readonly reports?: boolean
}

/** Draws a field. Its block and the field have one name. */
export const input = (name: string, label: string, element: Block, look: InputLook = {}): Block => ({
  type: 'input',
  block_id: name,
  label: plainText(label, 2_000),
  element: { action_id: name, ...element },
  ...(look.optional && { optional: true }),
  ...(look.hint && { hint: plainText(look.hint, 2_000) }),
  ...(look.reports && { dispatch_action: true }),
})

/** A message: its text is what notifications show, and what screen readers read. */
export interface SlackMessage {
  readonly text: string
  readonly blocks?: readonly Block[]
}

export const say = (text: string): SlackMessage => ({ text, blocks: [section(text)] })
