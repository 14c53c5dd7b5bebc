/** The records of the chat: people, chats, messages, files, and updates. */

export interface Person {
  readonly name: string
  /** The number of the person, and of the private chat with the bot. */
  readonly id: number
}

type ChatType = 'private' | 'group' | 'supergroup'

export interface Chat {
  readonly id: number
  readonly type: ChatType
  /** The name of a group. Null for a private chat. */
  readonly title: string | null
  /** The person of a private chat. Null for a group. */
  readonly person: Person | null
  /** The bot's membership. `none`: the person has never started it. */
  bot: 'none' | 'member' | 'left' | 'kicked'
  /** The group that replaced this one. */
  migratedTo: number | null
  lastMessageId: number
}

export type MediaKind = 'photo' | 'video' | 'document' | 'animation' | 'voice'

export interface ChatFile {
  readonly id: string
  readonly uniqueId: string
  readonly kind: MediaKind
  readonly name: string
  readonly mime: string
  readonly bytes: Buffer
  readonly size: number
}

export interface Button {
  readonly text: string
  readonly callback_data?: string
  readonly url?: string
}

export type Keyboard = readonly (readonly Button[])[]

export interface Message {
  readonly id: number
  readonly chat: Chat
  /** Null for a message of the bot. */
  readonly from: Person | null
  readonly atMs: number
  editedAtMs: number | null
  /** The text, or the caption of a file. */
  text: string
  readonly file: ChatFile | null
  /** The album that the message belongs to. */
  readonly groupId: string | null
  readonly replyTo: Message | null
  keyboard: Keyboard
  deleted: boolean
}

/** A button press that the bot has to answer. */
export interface Query {
  readonly id: string
  readonly person: Person
  readonly untilMs: number
  answer: string | null
  isAnswered: boolean
}

export interface Update {
  readonly update_id: number
  readonly [kind: string]: unknown
}

export interface Pending {
  readonly update: Update
  readonly keptUntilMs: number
}

export interface Webhook {
  readonly url: string
  readonly secret: string
  readonly maxConnections: number
  readonly allowed: readonly string[]
  lastError: { readonly atMs: number; readonly message: string } | null
}
