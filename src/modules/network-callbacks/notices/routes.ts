import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { openBody } from '#infra/http/request/arrival.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { CallbackDeps } from '../deps.ts'
import { answerChallenge, receiveNotice } from './receive-notice.ts'
import { challengeAnswer, challengeQuery, deliveryBody, noticeReceived, platformPath } from './schema.ts'

/** Networks authenticate their requests with a signature. */
const route = routesWith({ tag: 'Connections', access: 'anyone', anyAccept: true })
const maxBytes = 1024 * 1024

/** Adds the routes for networks' notifications about posts and revoked consents. */
export function addNoticeRoutes(app: Edge, deps: CallbackDeps): void {
  route(app, {
    get: '/v1/connections/webhooks/:platform',
    id: 'answerWebhookChallenge',
    summary: 'Answer a network’s webhook challenge',
    description: 'Networks call this to confirm that the URL belongs to the installation. Clients do not need it.',
    refuses: ['platform_not_found', 'platform_without_webhooks', 'webhook_challenge_refused'],
    params: platformPath,
    query: challengeQuery,
    answers: challengeAnswer,
    does: async (request, reply) => {
      const { contentType, body } = answerChallenge(
        deps,
        request.params.platform,
        request.query as Record<string, string>,
      )
      return reply.type(contentType).serializer(asItIs).send(body)
    },
  })
  route(app, {
    post: '/v1/connections/webhooks/:platform',
    repeats: 'safe',
    id: 'receiveWebhook',
    summary: 'Receive a webhook from a network',
    description:
      'The network must have signed the bytes of the body. Receiving the same notification again has no effect.',
    refuses: ['platform_not_found', 'platform_without_webhooks', 'webhook_signature_invalid'],
    // Networks send many requests from few IP addresses.
    rateLimited: 'when refused',
    bodyAs: 'raw',
    params: platformPath,
    body: deliveryBody,
    answers: noticeReceived,
    does: async (request) => {
      const raw = await buffer(openBody(request, { maxBytes, isShort: true }))
      await receiveNotice(deps, request.params.platform, { headers: joinHeaders(request.raw.headers), raw })
      return { ok: true as const }
    },
  })
}

const asItIs = (body: unknown): string => String(body)

/** Joins repeated headers as HTTP defines it. */
const joinHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
