import { callerOf } from '#infra/http/access.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { type ReadBackDeps, readPostBack } from './read-back.ts'
import { readBack, targetPath } from './schema.ts'

export function addReadBackRoutes(app: Edge, deps: ReadBackDeps): void {
  route(app, {
    get: '/v1/posts/:id/targets/:targetId/read-back',
    id: 'readPostBack',
    right: 'read',
    tag: 'Posts',
    summary: 'Fetch a published post from its network',
    description:
      'Fetches the current post from the network, so you can compare it with what was sent. The result is cached for ' +
      '5 minutes. If the post cannot be read, `unread` gives the reason.',
    access: 'posts:read',
    refuses: ['post_forbidden', 'post_not_found', 'post_target_not_found'],
    params: targetPath,
    answers: readBack,
    does: (request) => readPostBack(deps, callerOf(request), request.params.id, request.params.targetId),
  })
}
