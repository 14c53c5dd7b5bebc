import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { done } from '../schema.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './actions.ts'
import { apiKeyPage, apiKeyParams, apiKeyQuery, apiKeyWithSecret, createApiKeyBody } from './schema.ts'

const identity = { credential: 'identity' } as const

export function addApiKeyRoutes(app: Edge, deps: IdentityDeps): void {
  app.post(
    '/v1/api-keys',
    {
      config: { access: identity, refusals: ['role_required', 'profile_forbidden', 'api_keys_full'] },
      schema: {
        operationId: 'createApiKey',
        tags: ['API keys'],
        summary: 'Create an API key',
        description:
          'Only this response contains the key. Repeating the call creates another key, even with an Idempotency-Key.',
        body: createApiKeyBody,
        response: { 201: apiKeyWithSecret },
      },
    },
    async (request, reply) => reply.code(201).send(await createApiKey(deps, callerOf(request), request.body)),
  )

  app.get(
    '/v1/api-keys',
    {
      config: { access: identity, refusals: ['cursor_invalid'] },
      schema: {
        operationId: 'listApiKeys',
        tags: ['API keys'],
        summary: 'List your API keys, newest first',
        querystring: apiKeyQuery,
        response: { 200: apiKeyPage },
      },
    },
    (request) => listApiKeys(deps.db, callerOf(request), request.query),
  )

  app.delete(
    '/v1/api-keys/:id',
    {
      config: { access: identity, refusals: ['api_key_forbidden', 'api_key_not_found'] },
      schema: {
        operationId: 'revokeApiKey',
        tags: ['API keys'],
        summary: 'Revoke an API key',
        params: apiKeyParams,
        response: { 200: done },
      },
    },
    async (request) => {
      await revokeApiKey(deps, callerOf(request), request.params.id)
      return { ok: true as const }
    },
  )
}
