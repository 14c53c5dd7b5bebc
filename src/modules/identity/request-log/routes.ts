import { callerOf } from '#infra/http/access.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { listRequests } from './actions.ts'
import { requestPage, requestQuery } from './schema.ts'

export function addRequestRoutes(app: Edge, deps: IdentityDeps): void {
  route(app, {
    get: '/v1/requests',
    id: 'listRequests',
    tag: 'API keys',
    summary: 'List the last requests of your API keys, newest first',
    description:
      'Lists the last 1,000 requests of each of your API keys, for up to 7 days, including keys that you have revoked. Requests appear after a few seconds. Bodies, headers and query strings are not stored. A request that was refused with 401 belongs to no key and is not listed.',
    access: 'identity',
    refuses: ['api_key_forbidden', 'api_key_not_found', 'cursor_invalid'],
    query: requestQuery,
    answers: requestPage,
    does: (request) => listRequests(deps, callerOf(request), request.query),
  })
}
