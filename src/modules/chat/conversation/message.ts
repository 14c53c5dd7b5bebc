/**
 * A message of the bot as data. Each network renders it in its own markup, cut to its own limits. The fields are shown in
 * this order.
 */
export interface Message {
  readonly title?: string
  /** Text that people wrote, shown exactly as it is. */
  readonly content?: string
  readonly lines?: readonly Line[]
  /** Sentences of Posthorn. Text between backticks is code. */
  readonly text?: string
  /** The buttons, row by row. */
  readonly buttons?: readonly (readonly Button[])[]
  /** Posts or conversations of a list. A network shows each in full, or a button that opens it. */
  readonly cards?: readonly Message[]
  /** The ID of the post that the message shows. */
  readonly post?: string
  /** The ID of the conversation that the message shows. */
  readonly talk?: string
}

export interface Line {
  readonly text: string
  readonly url?: string | null
}

/** The possible actions of a button. */
export type Verb =
  | 'show'
  | 'account'
  | 'publish'
  | 'publishAnyway'
  | 'chooseTime'
  | 'schedule'
  | 'scheduleAnyway'
  | 'unschedule'
  | 'edit'
  | 'retry'
  | 'discard'
  | 'approve'
  | 'reject'
  | 'profile'
  | 'compose'
  | 'refresh'
  | 'showTalk'
  | 'reply'
  | 'closeTalk'
  | 'reopenTalk'
  | 'takeTalk'
  | 'cancelReply'

export interface Action {
  readonly verb: Verb
  /** The ID of the post, the profile, the conversation or the reply. */
  readonly subject: string
  readonly extra?: string
}

export interface ActionButton extends Action {
  readonly label: string
  readonly look?: 'primary' | 'danger'
  /** The question that a network asks before the action, if it can. */
  readonly confirm?: { readonly title: string; readonly text: string }
}

export type Button = ActionButton | { readonly label: string; readonly url: string }

/** The properties of a network that the conversation depends on. */
export interface Face {
  readonly network: 'Telegram' | 'Slack'
  /** True if people edit posts, accounts and times in forms. Otherwise buttons and messages do this. */
  readonly hasForms: boolean
  /** The text before the name of a command, such as `/`. */
  readonly prefix: string
  /** The command that runs any task. */
  readonly run: string
  /** True if a task that cannot be undone needs the command with an exclamation mark. */
  readonly confirmsRun: boolean
}

/** Splits off the first word of a text. Returns the word and the rest, both trimmed. */
export function takeWord(text: string): readonly [word: string, rest: string] {
  const words = text.trim()
  const end = words.search(/\s/)
  return end < 0 ? [words, ''] : [words.slice(0, end), words.slice(end).trim()]
}

export const toLine = (content: string): string => content.replaceAll(/\s+/g, ' ').trim() || 'No text yet'

export const inPairs = <One>(all: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / 2) }, (_, row) => all.slice(row * 2, row * 2 + 2))
