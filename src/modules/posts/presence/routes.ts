import { callerOf } from '#infra/http/access.ts'
import { emptyAnswer } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { PostDeps } from '../deps.ts'
import { tags, writeRefusals, writing } from '../routes/rules.ts'
import { postPath } from '../schema/queries.ts'
import { noteEditing, noteLeaving } from './note-editing.ts'
import { presence } from './schema.ts'

/** Adds the routes by which a page says that somebody edits a post. */
export function addPresenceRoutes(app: Edge, deps: PostDeps): void {
  app.put(
    '/v1/posts/:id/presence',
    {
      config: { access: writing, refusals: writeRefusals },
      schema: {
        operationId: 'setPostPresence',
        tags,
        summary: 'Report that you are editing a post',
        description:
          'It counts for 45 seconds, so send it every 20 seconds while the post is open. The answer names everybody who edits ' +
          'the post now. The stream sends `presence` to the members of the profile when somebody comes or goes. It is a ' +
          'courtesy and no lock: others can still change the post.',
        params: postPath,
        response: { 200: presence },
      },
    },
    (request) => noteEditing(deps, callerOf(request), request.params.id),
  )
  app.delete(
    '/v1/posts/:id/presence',
    {
      config: { access: writing, refusals: writeRefusals },
      schema: {
        operationId: 'deletePostPresence',
        tags,
        summary: 'Report that you have stopped editing a post',
        params: postPath,
        response: { 200: emptyAnswer },
      },
    },
    async (request, reply) => {
      await noteLeaving(deps, callerOf(request), request.params.id)
      return reply.send()
    },
  )
}
