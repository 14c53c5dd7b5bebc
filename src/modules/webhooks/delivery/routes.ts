import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency.ts'
import type { Edge } from '#infra/http/server.ts'
import type { WebhookDeps } from '../deps.ts'
import { endpointRefusals, reading, tags, writing } from '../endpoints/routes.ts'
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
  app.post(
    '/v1/webhooks/:id/test',
    {
      config: { access: writing, refusals: sending },
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a test event to a webhook endpoint',
        description:
          'Sends a signed `webhook.test` event, even if the endpoint is not active, and returns its delivery.',
        params: endpointPath,
        response: { 200: delivery },
      },
    },
    async (request, reply) => {
      await remindReceiver(deps, callerOf(request), request.params.id)
      await createOnce(deps, request, reply, (tx) => sendTest(deps, tx, callerOf(request), request.params.id))
      return reply
    },
  )
  app.get(
    '/v1/webhooks/:id/deliveries',
    {
      config: { largeAnswer: true, access: reading, refusals: [...endpointRefusals, 'cursor_invalid'] },
      schema: {
        operationId: 'listWebhookDeliveries',
        tags,
        summary: 'List the deliveries of a webhook endpoint',
        description: 'Lists the deliveries of the last 30 days, newest first.',
        params: endpointPath,
        querystring: deliveryQuery,
        response: { 200: deliveryPage },
      },
    },
    (request) => readDeliveries(deps, callerOf(request), request.params.id, request.query),
  )
  app.get(
    '/v1/webhooks/:id/deliveries/:deliveryId',
    {
      config: { largeAnswer: true, access: reading, refusals: [...endpointRefusals, 'webhook_delivery_not_found'] },
      schema: {
        operationId: 'getWebhookDelivery',
        tags,
        summary: 'Get a delivery and its attempts',
        params: deliveryPath,
        response: { 200: wholeDelivery },
      },
    },
    (request) => readDelivery(deps, callerOf(request), request.params.id, request.params.deliveryId),
  )
  app.post(
    '/v1/webhooks/:id/deliveries/:deliveryId/replay',
    {
      config: { access: writing, refusals: [...sending, 'webhook_delivery_not_found', 'webhook_event_gone'] },
      schema: {
        operationId: 'replayWebhookDelivery',
        tags,
        summary: 'Replay a delivery',
        description:
          'Creates a new delivery with the same bytes and the same event ID, signed with the current secrets. Also works for inactive endpoints.',
        params: deliveryPath,
        response: { 200: delivery },
      },
    },
    async (request, reply) => {
      const { id, deliveryId } = request.params
      await createOnce(deps, request, reply, (tx) => replayDelivery(deps, tx, callerOf(request), id, deliveryId))
      return reply
    },
  )
  app.post(
    '/v1/webhooks/:id/replay-failed',
    {
      config: { access: writing, refusals: sending },
      schema: {
        operationId: 'replayFailedWebhookDeliveries',
        tags,
        summary: 'Replay failed deliveries',
        description:
          'Replays deliveries from a period that failed permanently, oldest first, at most 10,000 per call. Skips deliveries that have been replayed since, so a repeated call sends nothing twice.',
        params: endpointPath,
        body: replayFailedBody,
        response: { 200: replayed },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await createOnce(deps, request, reply, (tx) => replayFailed(deps, tx, callerOf(request), id, request.body))
      return reply
    },
  )
}
