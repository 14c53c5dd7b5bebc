import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardContent } from '#infra/http/answer/guard.ts'
import { createOnce, isAnswered, onceSecretRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { toWire, type WebhookEndpointId } from '#kernel/ids.ts'
import { requireRoom } from '#modules/plans/index.ts'
import { tellReceiver } from '#modules/sandbox/index.ts'
import type { WebhookDeps } from '../deps.ts'
import {
  createEndpointBody,
  done,
  endpoint,
  endpointPath,
  endpointsQuery,
  endpointWithSecret,
  newSecretAnswer,
  regenerateBody,
  updateEndpointBody,
} from '../schema.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  readEndpoint,
  readEndpoints,
  regenerateSecret,
} from './actions.ts'

export const endpointRefusals = ['webhook_not_found', 'webhook_forbidden'] as const
export const route = routesWith({ tag: 'Webhooks' })

const describeRepeat = ({ id }: { readonly id: WebhookEndpointId }): string =>
  `The first request created ${toWire('wh', id)}. If you did not receive its secret, call ` +
  `POST /v1/webhooks/${toWire('wh', id)}/regenerate-secret.`

/** Adds the routes of endpoints: their URLs, events and secrets. */
export function addEndpointRoutes(app: Edge, deps: WebhookDeps): void {
  const ifMatch = guardContent(endpoint, (tx, caller, { id }: z.output<typeof endpointPath>) =>
    readEndpoint({ ...deps, db: tx }, caller, id),
  )
  route(app, {
    post: '/v1/webhooks',
    id: 'createWebhook',
    summary: 'Create a webhook endpoint',
    description:
      'The endpoint receives the given events from now on. Only this response shows the secret that signs them. An ' +
      'endpoint created with an API key that is limited to certain profiles only receives events of those profiles.',
    access: 'webhooks:write',
    refuses: ['webhook_url_not_allowed', 'plan_limit_reached', 'plan_required', ...onceSecretRefusals],
    body: createEndpointBody,
    answers: endpointWithSecret,
    does: async (request, reply) => {
      if (!(await isAnswered(deps, request))) {
        requireRoom(deps.plans, callerOf(request).plan, 'webhookEndpoints', 0)
        await deps.webhookHttp.requireAllowed(request.body.url)
      }
      await createOnce(deps, request, reply, (tx) => createEndpoint(deps, tx, callerOf(request), request.body), {
        repeatSays: (made) => describeRepeat(made),
        onMade: ({ url, secret }) => tellReceiver(deps, url, secret),
      })
      return reply
    },
  })
  route(app, {
    get: '/v1/webhooks',
    id: 'listWebhooks',
    summary: 'List your webhook endpoints',
    description:
      'Lists the endpoints, oldest first. To page, set `limit`, and send the ID of the last endpoint as `cursor`.',
    access: 'webhooks:read',
    query: endpointsQuery,
    answers: endpoint.array(),
    does: (request) => readEndpoints(deps, callerOf(request), request.query),
  })
  route(app, {
    get: '/v1/webhooks/:id',
    id: 'getWebhook',
    summary: 'Get a webhook endpoint',
    description:
      'Returns an endpoint with its events and headers. The secret is not returned, and the values ' +
      'of headers are masked.',
    access: 'webhooks:read',
    refuses: endpointRefusals,
    params: endpointPath,
    answers: endpoint,
    does: (request) => readEndpoint(deps, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/webhooks/:id',
    id: 'updateWebhook',
    summary: 'Update a webhook endpoint',
    description:
      'An inactive endpoint misses new events. Deliveries waiting for a retry are paused until the endpoint is ' +
      'active again.',
    access: 'webhooks:write',
    refuses: [
      ...endpointRefusals,
      'webhook_url_immutable',
      'webhook_secret_invalid',
      'plan_required',
      'plan_limit_reached',
    ],
    params: endpointPath,
    body: updateEndpointBody,
    ifMatch,
    answers: endpoint,
    does: (request) => changeEndpoint(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/webhooks/:id',
    id: 'deleteWebhook',
    summary: 'Delete a webhook endpoint',
    description: 'Pending deliveries are not sent, and the endpoint’s deliveries can no longer be read.',
    access: 'webhooks:write',
    refuses: endpointRefusals,
    params: endpointPath,
    ifMatch,
    answers: done,
    does: async (request) => {
      await deleteEndpoint(deps, callerOf(request), request.params.id)
      return { ok: true as const }
    },
  })
  route(app, {
    post: '/v1/webhooks/:id/regenerate-secret',
    repeats: 'shown once',
    id: 'regenerateWebhookSecret',
    summary: 'Regenerate a webhook endpoint’s secret',
    description:
      'The new secret signs from now on, and only this response shows it. For `graceHours`, the previous secret also ' +
      'signs: `webhook-signature` then has both signatures, and `X-service-Signature-Previous` uses the previous ' +
      'secret. At most five previous secrets are valid at a time; the oldest expires first.',
    access: 'webhooks:write',
    refuses: [...endpointRefusals, 'plan_required'],
    params: endpointPath,
    body: regenerateBody,
    ifMatch,
    answers: newSecretAnswer,
    does: (request) => regenerateSecret(deps, callerOf(request), request.params.id, request.body),
  })
}
