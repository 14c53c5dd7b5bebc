import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { type ReadBackDeps, readPostBack } from './read-back.ts'
import { readBack, targetPath } from './schema.ts'

export function addReadBackRoutes(app: Edge, deps: ReadBackDeps): void {
  app.get(
    '/v1/posts/:id/targets/:targetId/read-back',
    {
      config: {
        access: { credential: 'key-or-identity', scope: 'posts:read' },
        refusals: ['post_forbidden', 'post_not_found', 'post_target_not_found'],
      },
      schema: {
        operationId: 'readPostBack',
        tags: ['Posts'],
        summary: 'Read a published post back from its network',
        description:
          'Asks the network for the post as it is there now, to compare it with what was sent. An answer is good for 5 ' +
          'minutes. A network that cannot be read says why in `unread`.',
        params: targetPath,
        response: { 200: readBack },
      },
    },
    (request) => readPostBack(deps, callerOf(request), request.params.id, request.params.targetId),
  )
}
