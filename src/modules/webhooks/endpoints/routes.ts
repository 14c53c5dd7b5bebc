import { callerOf } from '#infra/http/access.ts'
import { createOnce, isAnswered, onceSecretRefusals } from '#infra/http/idempotency.ts'
import type { Edge } from '#infra/http/server.ts'
import { toWire, type WebhookEndpointId } from '#kernel/ids.ts'
import { requireRoom } from '#modules/plans/index.ts'
import { changeEndpoint } from '../actions/change-endpoint.ts'
import { createEndpoint } from '../actions/create-endpoint.ts'
import { deleteEndpoint } from '../actions/delete-endpoint.ts'
import { readEndpoint, readEndpoints } from '../actions/read-endpoints.ts'
import { regenerateSecret } from '../actions/regenerate-secret.ts'
import type { WebhookDeps } from '../deps.ts'
import {
  createEndpointBody,
  done,
  endpoint,
  endpointPath,
  endpointWithSecret,
  newSecretAnswer,
  regenerateBody,
  updateEndpointBody,
} from '../schema.ts'

export const reading = { credential: 'key-or-identity', scope: 'webhooks:read' } as const
export const writing = { credential: 'key-or-identity', scope: 'webhooks:write' } as const
export const endpointRefusals = ['webhook_not_found', 'webhook_forbidden'] as const
export const tags = ['Webhooks']

const describeRepeat = ({ id }: { readonly id: WebhookEndpointId }): string =>
  `It made ${toWire('wh', id)}. If its secret never arrived: POST /v1/webhooks/${toWire('wh', id)}/regenerate-secret.`

/** Adds the routes of endpoints: their URLs, events and secrets. */
export function addEndpointRoutes(app: Edge, deps: WebhookDeps): void {
  app.post(
    '/v1/webhooks',
    {
      config: {
        access: writing,
        refusals: ['webhook_url_not_allowed', 'plan_limit_reached', 'plan_required', ...onceSecretRefusals],
      },
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Make a webhook endpoint',
        description:
          'From now on it is told of these events. The secret that signs them is in this answer only. One that is made with an API key that is limited to profiles hears of those profiles only.',
        body: createEndpointBody,
        response: { 200: endpointWithSecret },
      },
    },
    async (request, reply) => {
      if (!(await isAnswered(deps, request))) {
        requireRoom(deps.plans, callerOf(request).plan, 'webhookEndpoints', 0)
        await deps.webhookHttp.demandAllowed(request.body.url)
      }
      await createOnce(deps, request, reply, (tx) => createEndpoint(deps, tx, callerOf(request), request.body), {
        repeatSays: describeRepeat,
      })
      return reply
    },
  )
  app.get(
    '/v1/webhooks',
    {
      config: { access: reading },
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List your webhook endpoints',
        description: 'The oldest first.',
        response: { 200: endpoint.array() },
      },
    },
    (request) => readEndpoints(deps, callerOf(request)),
  )
  app.get(
    '/v1/webhooks/:id',
    {
      config: { access: reading, refusals: endpointRefusals },
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'Read a webhook endpoint',
        params: endpointPath,
        response: { 200: endpoint },
      },
    },
    (request) => readEndpoint(deps, callerOf(request), request.params.id),
  )
  app.patch(
    '/v1/webhooks/:id',
    {
      config: {
        access: writing,
        refusals: [
          ...endpointRefusals,
          'webhook_url_immutable',
          'webhook_secret_invalid',
          'plan_required',
          'plan_limit_reached',
        ],
      },
      schema: {
        operationId: 'updateWebhook',
        tags,
        summary: 'Change a webhook endpoint',
        description:
          'While it is not active, events that happen are not kept for it; what waits to be sent again rests until it is active.',
        params: endpointPath,
        body: updateEndpointBody,
        response: { 200: endpoint },
      },
    },
    (request) => changeEndpoint(deps, callerOf(request), request.params.id, request.body),
  )
  app.delete(
    '/v1/webhooks/:id',
    {
      config: { access: writing, refusals: endpointRefusals },
      schema: {
        operationId: 'deleteWebhook',
        tags,
        summary: 'Delete a webhook endpoint',
        description: 'What still waits for it is not sent any more, and its deliveries cannot be read any more.',
        params: endpointPath,
        response: { 200: done },
      },
    },
    async (request) => {
      await deleteEndpoint(deps, callerOf(request), request.params.id)
      return { ok: true as const }
    },
  )
  app.post(
    '/v1/webhooks/:id/regenerate-secret',
    {
      config: { access: writing, refusals: [...endpointRefusals, 'plan_required'] },
      schema: {
        operationId: 'regenerateWebhookSecret',
        tags,
        summary: 'Make a new secret for a webhook endpoint',
        description:
          'It signs from now on and is in this answer only. For `graceHours` the one before signs besides: in `webhook-signature` both stand, and `X-service-Signature-Previous` is by the old one. At most five old ones are good at once; beyond that the oldest ends.',
        params: endpointPath,
        body: regenerateBody,
        response: { 200: newSecretAnswer },
      },
    },
    (request) => regenerateSecret(deps, callerOf(request), request.params.id, request.body),
  )
}
