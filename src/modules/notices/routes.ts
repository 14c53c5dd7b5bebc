import { text as wholeText } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '#infra/http/access.ts'
import { guardContent } from '#infra/http/answer/guard.ts'
import { choosePageLanguage } from '#infra/http/answer/page-language.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { changePreferences, readAll, readNotices, readPreferences } from './actions.ts'
import type { NoticeDeps } from './deps.ts'
import { type OffStep, offPage, readOffToken, turnOff } from './mailing/turn-off.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Notices' })

export function noticeRoutes(app: Edge, deps: NoticeDeps): void {
  route(app, {
    get: '/v1/notices',
    id: 'listNotices',
    summary: 'List your notices',
    description:
      'Newest first: posts that failed or are on hold, accounts to reconnect, approvals and comments of clients. ' +
      'Notices are kept for 90 days.',
    access: 'identity',
    refuses: ['cursor_invalid'],
    query: schema.noticeQuery,
    answers: schema.noticePage,
    does: (request) => readNotices(deps, callerOf(request), request.query),
  })
  route(app, {
    post: '/v1/notices/read',
    id: 'readNotices',
    summary: 'Mark notices as read',
    description: 'Marks these notices, or all, as read. IDs of other users are ignored.',
    access: 'identity',
    body: schema.readBody,
    answers: schema.readResult,
    does: (request) => readAll(deps, callerOf(request), request.body),
  })
  route(app, {
    get: '/v1/notices/preferences',
    id: 'getNoticePreferences',
    summary: 'Get your notice preferences',
    description: 'Returns for each kind whether it appears in the list and whether it is emailed.',
    access: 'identity',
    answers: schema.preferences,
    does: (request) => readPreferences(deps, callerOf(request)),
  })
  route(app, {
    put: '/v1/notices/preferences',
    id: 'setNoticePreferences',
    summary: 'Set your notice preferences',
    description: 'Affects only you, and notices from now on. Kinds that are omitted stay as they are.',
    access: 'identity',
    body: schema.preferencesBody,
    ifMatch: guardContent(schema.preferences, (tx, caller) => readPreferences({ db: tx }, caller)),
    answers: schema.preferences,
    does: (request) => changePreferences(deps, callerOf(request), request.body),
  })
  addOffRoutes(app, deps)
}

const offUrl = '/v1/notices/off/:token'
const open = { access: 'anyone', anyAccept: true } as const
const maxFormBytes = 1_000

/** Adds the unsubscribe link of the emails. A GET changes nothing, since email clients may follow links automatically. */
function addOffRoutes(app: Edge, deps: NoticeDeps): void {
  route(app, {
    get: offUrl,
    ...open,
    hidden: true,
    params: schema.offPath,
    does: async (request, reply) =>
      sendPage(request, reply, readOffToken(deps, request.params.token) ? 'ask' : 'invalid'),
  })
  route(app, {
    post: offUrl,
    ...open,
    hidden: true,
    bodyAs: 'raw',
    params: schema.offPath,
    does: async (request, reply) => {
      await wholeText(openBody(request, { maxBytes: maxFormBytes, isShort: true }))
      return sendPage(request, reply, (await turnOff(deps, request.params.token)) ? 'off' : 'invalid')
    },
  })
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const asIs = (value: unknown) => value as string

const sendPage = (request: FastifyRequest, reply: FastifyReply, step: OffStep): FastifyReply =>
  reply
    .code(step === 'invalid' ? 404 : 200)
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .serializer(asIs)
    .send(offPage(step, choosePageLanguage(request, reply)))
