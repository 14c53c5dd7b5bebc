import { callerOf } from '#infra/http/access.ts'
import { emptyAnswer } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { PostDeps } from '../deps.ts'
import { route, writeRefusals } from '../route-rules.ts'
import { postPath } from '../schema/requests.ts'
import { noteEditing, noteLeaving } from './actions.ts'
import { presence } from './schema.ts'

/** Adds the routes that report who is editing a post. */
export function addPresenceRoutes(app: Edge, deps: PostDeps): void {
  route(app, {
    put: '/v1/posts/:id/presence',
    id: 'setPostPresence',
    right: 'write',
    summary: 'Report that you are editing a post',
    description:
      'Presence lasts 45 seconds, so send this every 20 seconds while the post is open. The response lists everyone ' +
      'who is editing the post. The stream sends `presence` to the profile’s members when someone starts or stops. ' +
      'It is not a lock: others can still change the post.',
    access: 'posts:write',
    refuses: writeRefusals,
    params: postPath,
    answers: presence,
    does: (request) => noteEditing(deps, callerOf(request), request.params.id),
  })
  route(app, {
    delete: '/v1/posts/:id/presence',
    id: 'deletePostPresence',
    right: 'write',
    summary: 'Report that you have stopped editing a post',
    description:
      'Others no longer see you as editing the post. Presence also ends without this call, after a short time.',
    access: 'posts:write',
    refuses: writeRefusals,
    params: postPath,
    answers: emptyAnswer,
    does: async (request, reply) => {
      await noteLeaving(deps, callerOf(request), request.params.id)
      return reply.send()
    },
  })
}
