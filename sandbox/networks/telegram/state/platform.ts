import { createDue, type Due } from '../../../core/kit/due.ts'
import type { World } from '../../../core/network.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { personIds } from '../../../core/people/people.ts'
import { createPlatformCore, type PlatformCore } from '../../../core/state/platform.ts'
import type { Rules } from '../rules.ts'
import type { Chat, ChatFile, Message, Pending, Person, Query, Webhook } from './records.ts'

/** All state of the chat. A reset creates a new one. */
export interface Platform extends PlatformCore<Rules, Person> {
  readonly chats: Map<number, Chat>
  /** Messages by chat, oldest first. */
  readonly messages: Map<Chat, Message[]>
  readonly files: Map<string, ChatFile>
  readonly queries: Map<string, Query>
  readonly due: Due
  readonly bot: {
    /** Unfetched updates, by their number. */
    readonly pending: Map<number, Pending>
    webhook: Webhook | null
    allowed: readonly string[]
    commands: readonly object[]
    lastUpdateId: number
    /** Ends the pending long poll. */
    poll: ((why: 'updates' | 'conflict') => void) | null
  }
  /** The private chat of a person. */
  chatOf(person: Person): Chat
  /** The group with Alice, Bob and Carla. */
  group(): Chat
  personById(id: number): Person | null
}

/** The only bot. Its token is public, so it is valid only in the sandbox. */
export const bot = {
  id: 7_000_000_001,
  token: '7000000001:AAsandbox-bot-token-0123456789abcde',
  username: 'posthorn_sandbox_bot',
  firstName: 'Posthorn Sandbox',
} as const

const groupId = -1_001_000_000_001
const numbers = personIds(600_000_000n)

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const core = createPlatformCore<Rules, Person>(world, 'telegram', {
    rules,
    ids: { perTick: 1_000n },
    person: (name) => ({ name, id: Number(numbers.of(name)) }),
  })
  const chats = new Map<number, Chat>()
  const add = (chat: Pick<Chat, 'id' | 'type' | 'title' | 'person' | 'bot'>): Chat => {
    const made = { ...chat, migratedTo: null, lastMessageId: 0 }
    chats.set(chat.id, made)
    return made
  }
  add({ id: groupId, type: 'supergroup', title: 'Harbour team', person: null, bot: 'left' })
  const firstUpdate = Math.floor(world.clock.ms() / 1_000)
  return {
    ...core,
    chats,
    messages: new Map(),
    files: new Map(),
    queries: new Map(),
    due: createDue(),
    bot: { pending: new Map(), webhook: null, allowed: [], commands: [], lastUpdateId: firstUpdate, poll: null },
    chatOf: (person) =>
      chats.get(person.id) ?? add({ id: person.id, type: 'private', title: null, person, bot: 'none' }),
    group: () =>
      [...chats.values()].findLast(({ person, migratedTo }) => person === null && migratedTo === null) as Chat,
    personById(id) {
      const name = numbers.nameIn(String(id))
      return name === null ? null : core.person(name)
    },
  }
}

export const messagesIn = ({ messages }: Pick<Platform, 'messages'>, chat: Chat): Message[] => {
  const known = messages.get(chat) ?? []
  messages.set(chat, known)
  return known
}

export const fullNameOf = ({ name }: Person): string => displayNameOf(name)
