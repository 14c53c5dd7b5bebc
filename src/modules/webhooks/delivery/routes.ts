import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import type { Edge } from '#infra/http/server.ts'
import type { WebhookDeps } from '../deps.ts'
import { endpointRefusals, route } from '../endpoints/routes.ts'
import {
  delivery,
  deliveryPage,
  deliveryPath,
  deliveryQuery,
  endpointPath,
  replayed,
  replayFailedBody,
  wholeDelivery,
} from '../schema.ts'
import { readDeliveries, readDelivery, remindReceiver, replayDelivery, replayFailed, sendTest } from './actions.ts'

const sending = [...endpointRefusals, 'plan_required', ...onceRefusals] as const

/** Adds the routes to read deliveries and their attempts, to send a test and to replay. */
export function addDeliveryRoutes(app: Edge, deps: WebhookDeps): void {
  route(app, {
    post: '/v1/webhooks/:id/test',
    id: 'testWebhook',
    summary: 'Send a test event to a webhook endpoint',
    description: 'Sends a signed `webhook.test` event, even if the endpoint is not active, and returns its delivery.',
    access: 'webhooks:write',
    refuses: sending,
    params: endpointPath,
    answers: delivery,
    does: async (request, reply) => {
      await remindReceiver(deps, callerOf(request), request.params.id)
      await createOnce(deps, request, reply, (tx) => sendTest(deps, tx, callerOf(request), request.params.id))
      return reply
    },
  })
  route(app, {
    get: '/v1/webhooks/:id/deliveries',
    id: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Lists the deliveries of the last 30 days, newest first.',
    access: 'webhooks:read',
    refuses: [...endpointRefusals, 'cursor_invalid'],
    largeAnswer: true,
    params: endpointPath,
    query: deliveryQuery,
    answers: deliveryPage,
    does: (request) => readDeliveries(deps, callerOf(request), request.params.id, request.query),
  })
  route(app, {
    get: '/v1/webhooks/:id/deliveries/:deliveryId',
    id: 'getWebhookDelivery',
    summary: 'Get a delivery and its attempts',
    description: 'Returns what was sent, and each attempt with the response of the endpoint.',
    access: 'webhooks:read',
    refuses: [...endpointRefusals, 'webhook_delivery_not_found'],
    largeAnswer: true,
    params: deliveryPath,
    answers: wholeDelivery,
    does: (request) => readDelivery(deps, callerOf(request), request.params.id, request.params.deliveryId),
  })
  route(app, {
    post: '/v1/webhooks/:id/deliveries/:deliveryId/replay',
    id: 'replayWebhookDelivery',
    summary: 'Replay a delivery',
    description:
      'Creates a new delivery with the same bytes and the same event ID, signed with the current secrets. Also works ' +
      'for inactive endpoints.',
    access: 'webhooks:write',
    refuses: [...sending, 'webhook_delivery_not_found', 'webhook_event_gone'],
    params: deliveryPath,
    answers: delivery,
    does: async (request, reply) => {
      const { id, deliveryId } = request.params
      await createOnce(deps, request, reply, (tx) => replayDelivery(deps, tx, callerOf(request), id, deliveryId))
      return reply
    },
  })
  route(app, {
    post: '/v1/webhooks/:id/replay-failed',
    id: 'replayFailedWebhookDeliveries',
    summary: 'Replay failed deliveries',
    description:
      'Replays deliveries from a period that failed permanently, oldest first, at most 10,000 per call. Skips ' +
      'deliveries that have been replayed since, so a repeated call sends nothing twice.',
    access: 'webhooks:write',
    refuses: sending,
    params: endpointPath,
    body: replayFailedBody,
    answers: replayed,
    does: async (request, reply) => {
      const { id } = request.params
      await createOnce(deps, request, reply, (tx) => replayFailed(deps, tx, callerOf(request), id, request.body))
      return reply
    },
  })
}
