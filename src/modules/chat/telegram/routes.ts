import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { TelegramDeps } from '../deps.ts'
import { createCode, readChats, readConnection, refreshChat, unlinkChat } from './actions/chats.ts'
import { receiveFromWebhook } from './actions/receive-update.ts'
import * as schema from './schema.ts'

const reading = { credential: 'key-or-identity', scope: 'connections:read' } as const
const writing = { credential: 'key-or-identity', scope: 'connections:write' } as const
const tags = ['Chats']

/** Adds the routes of Telegram, which the interface calls chat-a. */
export function addTelegramRoutes(app: Edge, deps: TelegramDeps): void {
  addWebhookRoute(app, deps)
  app.post(
    '/v1/agent/chat-a/access-code',
    {
      config: {
        access: writing,
        refusals: ['plan_required', 'key_limited_to_profiles', 'chat_not_configured', 'network_unavailable'],
      },
      schema: {
        operationId: 'createChatAccessCode',
        tags,
        summary: 'Create a code that links a Telegram chat',
        description:
          'Open `deepLinkUrl`, or send `/link CODE` to the bot. The code works once, for ten minutes, and ends the ' +
          'codes before it. The plan must include chat access codes. A key needs ' +
          'every scope that a chat uses.',
        response: { 200: schema.accessCode },
      },
    },
    (request) => createCode(deps, callerOf(request)),
  )
  app.get(
    '/v1/agent/chat-a/chats',
    {
      config: { access: reading, refusals: ['key_limited_to_profiles'] },
      schema: {
        operationId: 'listLinkedChats',
        tags,
        summary: 'List your linked Telegram chats',
        description: 'Returns the chats in the order they were linked.',
        response: { 200: schema.chatList },
      },
    },
    (request) => readChats(deps, callerOf(request)),
  )
  app.get(
    '/v1/agent/chat-a/connect',
    {
      config: { access: reading, refusals: ['key_limited_to_profiles'] },
      schema: {
        operationId: 'getChatConnection',
        tags,
        summary: 'Get whether a Telegram chat is linked',
        response: { 200: schema.connection },
      },
    },
    (request) => readConnection(deps, callerOf(request)),
  )
  addChatRoutes(app, deps)
}

function addWebhookRoute(app: Edge, deps: TelegramDeps): void {
  app.post(
    '/v1/agent/chat-a/webhook',
    {
      config: {
        access: { credential: 'none' },
        anyAccept: true,
        // Telegram calls often, and from few addresses.
        rateLimited: 'when refused',
        refusals: ['chat_secret_invalid'],
      },
      schema: {
        operationId: 'receiveChatUpdate',
        tags,
        summary: 'Receive a Telegram update',
        description:
          'The header `X-Telegram-Bot-Api-Secret-Token` must have the secret that Posthorn gave to Telegram. An update ' +
          'is stored once and handled afterwards; the same again changes nothing.',
        body: schema.updateBody,
        response: { 200: schema.received },
      },
    },
    async (request) => {
      const secret = request.headers['x-telegram-bot-api-secret-token']
      await receiveFromWebhook(deps, typeof secret === 'string' ? secret : undefined, request.body)
      return { ok: true as const }
    },
  )
}

function addChatRoutes(app: Edge, deps: TelegramDeps): void {
  app.delete(
    '/v1/agent/chat-a/chats/:chatId',
    {
      config: { access: writing, refusals: ['key_limited_to_profiles', 'chat_not_found'] },
      schema: {
        operationId: 'unlinkChat',
        tags,
        summary: 'Unlink a Telegram chat',
        description: 'No one can write posts from the chat any more, and it no longer receives notifications.',
        params: schema.chatPath,
        response: { 200: schema.unlinked },
      },
    },
    async (request) => {
      await unlinkChat(deps, callerOf(request), request.params.chatId)
      return { ok: true as const }
    },
  )
  app.post(
    '/v1/agent/chat-a/chats/:chatId/refresh-profile',
    {
      config: { access: writing, refusals: ['key_limited_to_profiles', 'chat_not_found', 'network_unavailable'] },
      schema: {
        operationId: 'refreshLinkedChat',
        tags,
        summary: 'Refresh the name and picture of a Telegram chat',
        params: schema.chatPath,
        response: { 200: schema.chatRecord },
      },
    },
    (request) => refreshChat(deps, callerOf(request), request.params.chatId),
  )
}
