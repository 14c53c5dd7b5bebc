/** The records of the chat: workspaces with their people, messages, and views. */

export interface Workspace {
  readonly id: string
  readonly name: string
  readonly domain: string
  /** The app's user. */
  readonly botId: string
  readonly channelId: string
  /** The person who installed the app. Null if it is not installed. */
  installedBy: Person | null
}

export interface Person {
  readonly name: string
  readonly id: string
  /** The channel in which the person and the app write to each other. */
  readonly dmId: string
  readonly workspace: Workspace
  /** The app’s home tab as this person sees it. */
  home: View | null
  /** The open modals, the topmost last. */
  readonly modals: View[]
}

export type Block = Readonly<Record<string, unknown>>

export interface Message {
  readonly ts: string
  readonly channel: string
  /** Null for a message of the app. */
  readonly author: Person | null
  readonly workspace: Workspace
  text: string
  blocks: readonly Block[]
  readonly files: readonly ChatFile[]
  /** The only person who sees the message. Null if everyone in the channel sees it. */
  readonly onlyFor: Person | null
  editedTs: string | null
  deleted: boolean
}

export interface ChatFile {
  readonly id: string
  readonly name: string
  readonly mimetype: string
  readonly bytes: Buffer
  readonly owner: Person
}

export interface View {
  readonly id: string
  readonly person: Person
  readonly type: 'modal' | 'home'
  hash: string
  /** The view as the app sent it. */
  sent: Block
  /** The errors of the latest submission, by block ID. */
  errors: Readonly<Record<string, string>>
}

/** A permission to open one view, which each action of a person includes. */
export interface Trigger {
  readonly person: Person
  readonly untilMs: number
  isUsed: boolean
}

/** A URL for responses to a person's action. */
export interface ResponseUrl {
  readonly person: Person
  readonly channel: string
  /** The message that a response may replace. Null for a command. */
  readonly messageTs: string | null
  readonly untilMs: number
  left: number
}
