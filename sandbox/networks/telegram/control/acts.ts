import { BadControl } from '../../../core/control/control-input.ts'
import { isTree } from '../../../core/kit/tree.ts'
import type { Act } from '../../../core/network.ts'
import { type Delivered, sendUpdate } from '../bot/deliver.ts'
import type { NewFile } from '../chat/files.ts'
import { edit, findButton, migrate, press, say, setBot } from '../chat/person-acts.ts'
import { messagesIn, type Platform } from '../state/platform.ts'
import type { Chat, MediaKind, Message, Person, Update } from '../state/records.ts'

type Given = Readonly<Record<string, unknown>>

/** The acts of people. `with.body` says what a person writes or presses; `with.chat: "group"` does it in the group. */
export function createActs(platform: Platform): Readonly<Record<string, Act>> {
  const on =
    (act: (at: { person: Person; chat: Chat; body: Given }, given: Given) => Promise<readonly Delivered[]>): Act =>
    async (name, given = {}) => {
      const person = platform.person(name)
      if (!person) throw new BadControl(`Unknown person "${name}".`, 'account')
      const body = typeof given.body === 'string' ? { text: given.body } : fieldsIn(given.body ?? {})
      const chat = body.chat === 'group' ? platform.group() : platform.chatOf(person)
      return { updates: (await act({ person, chat, body }, given)).map(shown) }
    }
  return {
    say: on(({ person, chat, body }) =>
      say(platform, person, chat, {
        text: textIn(body.text ?? ''),
        files: filesIn(body.files),
        replyTo: typeof body.replyTo === 'number' ? messageIn(platform, chat, body.replyTo) : null,
      }),
    ),
    edit: on(({ chat, body }) => edit(platform, messageIn(platform, chat, body.message), textIn(body.text))),
    press: on(({ person, chat, body }) => {
      const found = findButton(platform, chat, textIn(body.text))
      if (!found) throw new BadControl(`Unknown button "${String(body.text)}".`, 'with')
      return press(platform, person, found.message, found.button)
    }),
    block: on(({ person, chat }) => setBot(platform, person, chat, 'kicked')),
    unblock: on(({ person, chat }) => setBot(platform, person, chat, 'member')),
    add_bot: on(({ person }) => setBot(platform, person, platform.group(), 'member')),
    remove_bot: on(({ person }) => setBot(platform, person, platform.group(), 'left')),
    upgrade_group: on(() => migrate(platform, platform.group())),
    /** Shows what a person sees: the bot's messages with their buttons. */
    read_chat: (name, { body } = {}) => {
      const person = platform.person(name)
      if (!person) throw new BadControl(`Unknown person "${name}".`, 'account')
      const chat = body === 'group' ? platform.group() : platform.chatOf(person)
      const shown = messagesIn(platform, chat).filter(({ deleted, from }) => !deleted && from === null)
      return {
        messages: shown.map(({ id, text, keyboard }) => ({
          id,
          text,
          buttons: keyboard.flat().map((button) => button.text),
        })),
      }
    },
    /** Sends a custom update, or repeats an earlier one; `with.secret` replaces the correct secret. */
    send_update: on(async ({ body }, { secret }) => {
      const { webhook } = platform.bot
      if (!webhook) throw new BadControl('No webhook is set.')
      const update = body as Update
      const given = typeof secret === 'string' ? secret : webhook.secret
      return [{ update, status: await sendUpdate(platform, webhook, update, given) }]
    }),
  }
}

const shown = ({ update, status }: Delivered) => ({ id: update.update_id, status, update })

const fieldsIn = (value: unknown): Given => {
  if (isTree(value)) return value
  throw new BadControl('"with.body" must be a text or an object.', 'with')
}

const textIn = (value: unknown): string => {
  if (typeof value === 'string') return value
  throw new BadControl('The text is missing.', 'with')
}

function messageIn(platform: Platform, chat: Chat, id: unknown): Message {
  const found = messagesIn(platform, chat).find((one) => one.id === id && !one.deleted)
  if (found) return found
  throw new BadControl(`Unknown message ${JSON.stringify(id)}.`, 'with')
}

/** Reads files in base64. `size` claims that a file is larger than the given part of it. */
function filesIn(value: unknown): readonly NewFile[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new BadControl('"files" must be a list.', 'with')
  return value.map(({ kind, name, mime, base64, size }) => ({
    kind: (kind ?? 'photo') as MediaKind,
    name: String(name ?? 'file'),
    mime: String(mime ?? 'application/octet-stream'),
    bytes: Buffer.from(String(base64 ?? ''), 'base64'),
    ...(typeof size === 'number' ? { size } : {}),
  }))
}
