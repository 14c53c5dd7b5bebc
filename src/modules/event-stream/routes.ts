import type { Db } from '#infra/db/client.ts'
import { callerOf } from '#infra/http/access.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { addStreamRoute } from './live/routes.ts'
import type { StreamDeps } from './live/streams.ts'
import { readEvents } from './read-events.ts'
import { eventPage, eventQuery } from './schema.ts'

export function eventRoutes(app: Edge, deps: StreamDeps): void {
  addEventRoutes(app, deps)
  addStreamRoute(app, deps)
}

/** Adds the route of events, for clients that poll instead of using webhooks, or that have missed some events. */
function addEventRoutes(app: Edge, deps: { readonly db: Db }): void {
  route(app, {
    get: '/v1/events',
    id: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description:
      'Lists events of the last 30 days, oldest first. New events always come after all events already listed, so a ' +
      'client that continues with `nextCursor` misses none. An API key that is limited to certain profiles only ' +
      'returns events of those profiles.',
    access: 'webhooks:read',
    refuses: ['cursor_invalid'],
    largeAnswer: true,
    query: eventQuery,
    answers: eventPage,
    does: async (request, reply) => {
      const { bodies, nextCursor, hasMore } = await readEvents(deps, callerOf(request), request.query)
      const rest = JSON.stringify({ nextCursor, hasMore }).slice(1)
      // The stored text is sent unparsed, so its bytes equal the ones that webhooks sign.
      return reply.type('application/json; charset=utf-8').send(`{"events":[${bodies.join(',')}],${rest}` as never)
    },
  })
}
