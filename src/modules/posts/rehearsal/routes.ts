import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { PostDeps } from '../deps.ts'
import { route } from '../route-rules.ts'
import { rehearse } from './rehearse.ts'
import { rehearsal, rehearsalQuery } from './schema.ts'

/** Adds the rehearsal route. */
export function addRehearsalRoutes(app: Edge, deps: PostDeps): void {
  route(app, {
    get: '/v1/posts/rehearsal',
    id: 'rehearsePosts',
    right: 'read',
    summary: 'Preview when planned posts will be published',
    description:
      'Returns when each of a profile’s planned posts would be published to each account, considering gaps and ' +
      'quotas, and what would block it. Nothing is stored or sent. Posts of other profiles that use the same account ' +
      'or app count only once they are published.',
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_role_required', 'profile_not_found'],
    largeAnswer: true,
    query: rehearsalQuery,
    answers: rehearsal,
    does: (request) => rehearse(deps, callerOf(request), request.query),
  })
}
