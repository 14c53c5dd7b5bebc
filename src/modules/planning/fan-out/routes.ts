import { callerOf } from '#infra/http/access.ts'
import { onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { createPrepared, publishRefusals } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { createFanout, prepareFanout } from './fan-out-post.ts'
import { createFanoutBody, fanout } from './schema.ts'

const bodyLimit = 5 * 1024 * 1024

export function addFanoutRoutes(app: Edge, deps: PlanningDeps): void {
  route(app, {
    post: '/v1/posts/fanout',
    id: 'fanOutPost',
    right: 'write',
    tag: 'Posts',
    summary: 'Publish a post on several profiles',
    description:
      'Creates a master post and one child for each listed profile, or for each linked one: all of them or none. ' +
      'Values that a child omits come from the master, subject to the rules of the profile link. A platform on which ' +
      'a child has no account is skipped if the child does not list it and another platform remains.',
    access: 'posts:write',
    refuses: [
      'profile_forbidden',
      'profile_role_required',
      'plan_required',
      'profile_not_found',
      'post_texts_full',
      ...publishRefusals,
      ...onceRefusals,
    ],
    bodyLimit,
    body: createFanoutBody,
    answers: { 201: fanout },
    does: async (request, reply) => {
      const caller = callerOf(request)
      return createPrepared(deps, request, reply, {
        prepare: () => prepareFanout(deps, caller, request.body),
        create: (tx, prepared) => createFanout(deps, tx, caller, prepared),
      })
    },
  })
}
