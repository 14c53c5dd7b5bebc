import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { type Guarded, tagOfContent } from '#infra/http/answer/conditional.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { guardPost, post, postPath, writeRefusals } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { configureRecycling, listRecycles, readRecycling } from './actions.ts'
import { recycleConfig, recycleConfigBody } from './schema.ts'

const route = routesWith({ tag: 'Posts' })

export function addRecyclingRoutes(app: Edge, deps: PlanningDeps): void {
  const ofPost = guardPost(deps)
  /** The settings belong to the post, so both ETags are accepted. */
  const ifMatch: Guarded = {
    schema: recycleConfig,
    async tags(tx, request) {
      const { id } = request.params as z.output<typeof postPath>
      const config = await readRecycling({ ...deps, db: tx }, callerOf(request), id)
      return [...(await ofPost.tags(tx, request)), tagOfContent(recycleConfig, config)]
    },
  }
  route(app, {
    patch: '/v1/posts/:id/recycle-config',
    id: 'configureRecycling',
    right: 'publish',
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
    ifMatch,
    answers: recycleConfig,
    does: (request) => configureRecycling(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    get: '/v1/posts/:id/recycle-config',
    id: 'getRecycleConfig',
    right: 'read',
    summary: 'Get how a post is recycled',
    description: '`nextAt` is the time of the next copy.',
    access: 'posts:read',
    refuses: ['post_forbidden', 'post_not_found'],
    params: postPath,
    answers: recycleConfig,
    does: (request) => readRecycling(deps, callerOf(request), request.params.id),
  })
  route(app, {
    get: '/v1/posts/:id/recycles',
    id: 'listRecycles',
    right: 'read',
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
