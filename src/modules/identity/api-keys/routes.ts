import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './actions.ts'
import { apiKeyPage, apiKeyParams, apiKeyQuery, apiKeyWithSecret, createApiKeyBody } from './schema.ts'

const route = routesWith({ tag: 'API keys', access: 'identity' })

export function addApiKeyRoutes(app: Edge, deps: IdentityDeps): void {
  route(app, {
    post: '/v1/api-keys',
    repeats: 'shown once',
    id: 'createApiKey',
    summary: 'Create an API key',
    description:
      'Only this response contains the key. Repeating the call creates another key, even with an Idempotency-Key.',
    refuses: ['role_required', 'profile_forbidden', 'api_keys_full'],
    body: createApiKeyBody,
    answers: { 201: apiKeyWithSecret },
    does: async (request, reply) => reply.code(201).send(await createApiKey(deps, callerOf(request), request.body)),
  })
  route(app, {
    get: '/v1/api-keys',
    id: 'listApiKeys',
    summary: 'List your API keys, newest first',
    description: 'Returns the names, scopes and last uses. A key itself is only shown when it is created.',
    refuses: ['cursor_invalid'],
    query: apiKeyQuery,
    answers: apiKeyPage,
    does: (request) => listApiKeys(deps.db, callerOf(request), request.query),
  })
  route(app, {
    delete: '/v1/api-keys/:id',
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'The key stops working immediately. This cannot be undone.',
    refuses: ['api_key_forbidden', 'api_key_not_found'],
    params: apiKeyParams,
    answers: done,
    does: async (request) => {
      await revokeApiKey(deps, callerOf(request), request.params.id)
      return { ok: true as const }
    },
  })
}
