import type { Answer, Incoming, ReceivedFile } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { bot, messagesIn, type Platform } from '../state/platform.ts'
import type { Chat, Message } from '../state/records.ts'
import { bad, fail, ok } from './answers.ts'

/** One call of a method, with its parameters read. */
export interface Call {
  readonly platform: Platform
  readonly given: Readonly<Record<string, unknown>>
  readonly files: readonly ReceivedFile[]
  /** Returns a text parameter. Empty if missing. */
  text(name: string): string
  /** Returns a numeric parameter, or the default if missing. */
  number(name: string, usual: number): number
  isTrue(name: string): boolean
  /** Returns a parameter that is an object or a list, also from JSON text. */
  value(name: string): unknown
}

export interface Method {
  readonly name: string
  readonly writes?: true
  readonly maxBytes?: number
  run(call: Call): unknown
}

/** The path parameter that begins with the bot's token. */
const hasToken = ({ bot: given = '' }: Readonly<Record<string, string>>): boolean => given.startsWith('bot')

/** Creates the routes of methods: `/bot<token>/sendMessage`, by GET or POST. */
export function methodRoutes(platform: Platform, methods: readonly Method[]): readonly Route[] {
  return methods.flatMap(({ name, writes, maxBytes, run }) => {
    const handle = async (incoming: Incoming): Promise<Answer> => {
      requireToken(incoming)
      return ok(await run(callOf(platform, incoming)))
    }
    const shared = { path: `/:bot/${name}`, call: name, token: 'access', only: hasToken, handle } as const
    const more = { ...(writes ? { writes } : {}), ...(maxBytes === undefined ? {} : { maxBytes }) }
    return [
      { ...shared, ...more, method: 'POST', accepts: ['json', 'form', 'multipart'] },
      { ...shared, ...more, method: 'GET' },
    ] as const
  })
}

export function requireToken({ params }: Incoming): void {
  const token = (params.bot ?? '').replace(/^bot/, '')
  if (!/^\d+:[\w-]{30,}$/.test(token)) fail(404, 'Not Found')
  if (token !== bot.token) fail(401, 'Unauthorized')
}

/** Returns the parameters of a call: JSON, a form, or the query. */
export function givenIn({ body, query }: Incoming): Readonly<Record<string, unknown>> {
  const requested = Object.fromEntries(query)
  if (body.kind === 'form' || body.kind === 'multipart') return { ...requested, ...Object.fromEntries(body.fields) }
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return requested
  return { ...requested, ...(body.value as Readonly<Record<string, unknown>>) }
}

function callOf(platform: Platform, incoming: Incoming): Call {
  const given = givenIn(incoming)
  const { body } = incoming
  return {
    platform,
    given,
    files: body.kind === 'multipart' ? body.files : [],
    text: (name) => (['string', 'number'].includes(typeof given[name]) ? String(given[name]) : ''),
    number(name, usual) {
      const number = Number(given[name] ?? usual)
      return Number.isFinite(number) ? number : usual
    },
    isTrue: (name) => given[name] === true || given[name] === 'true' || given[name] === '1',
    value: (name) => (typeof given[name] === 'string' ? parsed(given[name]) : given[name]),
  }
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return bad("can't parse JSON object")
  }
}

/** Returns the chat that a call addresses, if the bot may write there. */
export function chatIn({ platform, text }: Call): Chat {
  if (text('chat_id') === '') bad('chat_id is empty')
  const id = Number(text('chat_id'))
  const person = platform.personById(id)
  const chat = platform.chats.get(id) ?? (person ? platform.chatOf(person) : null)
  if (!chat) return bad('chat not found')
  if (chat.migratedTo !== null)
    bad('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: chat.migratedTo })
  if (chat.bot === 'none') bad('chat not found')
  if (chat.bot === 'kicked')
    fail(403, `Forbidden: bot was ${chat.person ? 'blocked by the user' : 'kicked from the supergroup chat'}`)
  if (chat.bot === 'left') fail(403, 'Forbidden: bot is not a member of the supergroup chat')
  return chat
}

export function messageIn(call: Call, name = 'message_id'): Message {
  const chat = chatIn(call)
  const found = messagesIn(call.platform, chat).find(({ id, deleted }) => id === call.number(name, 0) && !deleted)
  return found ?? bad('message not found')
}
