import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { TelegramDeps } from '../deps.ts'
import { createCode, readChats, readConnection, refreshChat, unlinkChat } from './actions/chats.ts'
import { receiveFromWebhook } from './actions/receive-update.ts'
import * as schema from './schema.ts'

const reading = { credential: 'key-or-identity', scope: 'chat:read', formerScope: 'connections:read' } as const
const writing = { credential: 'key-or-identity', scope: 'chat:write', formerScope: 'connections:write' } as const
const route = routesWith({ tag: 'Chats' })

/** Adds the routes of Telegram, which the interface calls chat-a. */
export function addTelegramRoutes(app: Edge, deps: TelegramDeps): void {
  route(app, {
    post: '/v1/agent/chat-a/webhook',
    repeats: 'safe',
    id: 'receiveChatUpdate',
    summary: 'Receive a Telegram update',
    description:
      'The header `X-Telegram-Bot-Api-Secret-Token` must have the secret that Posthorn gave to Telegram. An update ' +
      'is stored once and handled afterwards. A repeated update has no effect.',
    access: 'anyone',
    refuses: ['chat_secret_invalid'],
    // Telegram sends many requests from few IP addresses.
    rateLimited: 'when refused',
    anyAccept: true,
    body: schema.updateBody,
    answers: schema.received,
    does: async (request) => {
      const secret = request.headers['x-telegram-bot-api-secret-token']
      await receiveFromWebhook(deps, typeof secret === 'string' ? secret : undefined, request.body)
      return { ok: true as const }
    },
  })
  route(app, {
    post: '/v1/agent/chat-a/access-code',
    repeats: 'shown once',
    id: 'createChatAccessCode',
    summary: 'Create a code that links a Telegram chat',
    description:
      'Open `deepLinkUrl`, or send `/link CODE` to the bot. The code works once, for ten minutes, and ends the codes ' +
      'before it. The plan must include chat access codes. A key needs every scope that a chat uses.',
    access: writing,
    refuses: ['plan_required', 'key_limited_to_profiles', 'chat_not_configured', 'network_unavailable'],
    answers: schema.accessCode,
    does: (request) => createCode(deps, callerOf(request)),
  })
  route(app, {
    get: '/v1/agent/chat-a/chats',
    id: 'listLinkedChats',
    summary: 'List your linked Telegram chats',
    description: 'Returns the chats in the order they were linked.',
    access: reading,
    refuses: ['key_limited_to_profiles'],
    answers: schema.chatList,
    does: (request) => readChats(deps, callerOf(request)),
  })
  route(app, {
    get: '/v1/agent/chat-a/connect',
    id: 'getChatConnection',
    summary: 'Check whether a Telegram chat is linked',
    description: 'Returns your linked chats, and whether there are any.',
    access: reading,
    refuses: ['key_limited_to_profiles'],
    answers: schema.connection,
    does: (request) => readConnection(deps, callerOf(request)),
  })
  route(app, {
    delete: '/v1/agent/chat-a/chats/:chatId',
    id: 'unlinkChat',
    summary: 'Unlink a Telegram chat',
    description: 'Posts can no longer be created from the chat, and it no longer receives notifications.',
    access: writing,
    refuses: ['key_limited_to_profiles', 'chat_not_found'],
    params: schema.chatPath,
    answers: schema.unlinked,
    does: async (request) => {
      await unlinkChat(deps, callerOf(request), request.params.chatId)
      return { ok: true as const }
    },
  })
  route(app, {
    post: '/v1/agent/chat-a/chats/:chatId/refresh-profile',
    id: 'refreshLinkedChat',
    summary: 'Refresh the name and image of a Telegram chat',
    description: 'Reads the current title and photo of the chat from Telegram.',
    access: writing,
    refuses: ['key_limited_to_profiles', 'chat_not_found', 'network_unavailable'],
    params: schema.chatPath,
    answers: schema.chatRecord,
    does: (request) => refreshChat(deps, callerOf(request), request.params.chatId),
  })
}
