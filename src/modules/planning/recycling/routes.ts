import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { post, postPath, writeRefusals } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { configureRecycling, listRecycles } from './actions.ts'
import { recycleConfig, recycleConfigBody } from './schema.ts'

const tags = ['Posts']

export function addRecyclingRoutes(app: Edge, deps: PlanningDeps): void {
  app.patch(
    '/v1/posts/:id/recycle-config',
    {
      config: {
        access: { credential: 'key-or-identity', scope: 'posts:write' },
        refusals: [...writeRefusals, 'post_in_trash', 'warnings_unconfirmed'],
      },
      schema: {
        operationId: 'configureRecycling',
        tags,
        summary: 'Recycle a post',
        description:
          'While recycling is on, a copy of the post is published every `intervalDays` days, at the local ' +
          'time of its first publication. `variations` are used in turn instead of the content. Recycling ' +
          'ends when the post is moved to the trash or after three failed copies in a row. Turning it on ' +
          'also requires the scope `posts:publish`.',
        params: postPath,
        body: recycleConfigBody,
        response: { 200: recycleConfig },
      },
    },
    (request) => configureRecycling(deps, callerOf(request), request.params.id, request.body),
  )
  app.get(
    '/v1/posts/:id/recycles',
    {
      config: {
        largeAnswer: true,
        access: { credential: 'key-or-identity', scope: 'posts:read' },
        refusals: ['post_forbidden', 'post_not_found'],
      },
      schema: {
        operationId: 'listRecycles',
        tags,
        summary: 'List the copies of a recycled post',
        description: 'Newest first, at most 1,000.',
        params: postPath,
        response: { 200: post.array() },
      },
    },
    (request) => listRecycles(deps, callerOf(request), request.params.id),
  )
}
