import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { post, postPath, writeRefusals } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { configureRecycling, listRecycles } from './actions.ts'
import { recycleConfig, recycleConfigBody } from './schema.ts'

const route = routesWith({ tag: 'Posts' })

export function addRecyclingRoutes(app: Edge, deps: PlanningDeps): void {
  route(app, {
    patch: '/v1/posts/:id/recycle-config',
    id: 'configureRecycling',
    summary: 'Recycle a post',
    description:
      'While recycling is on, a copy of the post is published every `intervalDays` days, at the local time of its ' +
      'first publication. `variations` are used in turn instead of the content. Recycling ends when the post is ' +
      'moved to the trash or after three failed copies in a row. Turning it on also requires the scope ' +
      '`posts:publish`.',
    access: 'posts:write',
    refuses: [...writeRefusals, 'post_in_trash', 'warnings_unconfirmed'],
    params: postPath,
    body: recycleConfigBody,
    answers: recycleConfig,
    does: (request) => configureRecycling(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    get: '/v1/posts/:id/recycles',
    id: 'listRecycles',
    summary: 'List the copies of a recycled post',
    description: 'Newest first, at most 1,000.',
    access: 'posts:read',
    refuses: ['post_forbidden', 'post_not_found'],
    largeAnswer: true,
    params: postPath,
    answers: post.array(),
    does: (request) => listRecycles(deps, callerOf(request), request.params.id),
  })
}
