import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { readNumbers } from '../actions/numbers.ts'
import type { InboxDeps } from '../deps.ts'
import * as schema from '../schema/numbers.ts'

const route = routesWith({ tag: 'Inbox' })

/** Adds the route of the inbox's numbers. */
export function numberRoutes(app: Edge, deps: InboxDeps): void {
  route(app, {
    get: '/v1/inbox/numbers',
    id: 'getInboxNumbers',
    right: 'read',
    summary: 'Get the numbers of the inbox',
    description:
      'How long people waited for an answer, how many got one, and what was open at the end of each day, by network, ' +
      'account or kind. Someone waits from their first item until the next answer, here or in the network’s own app. ' +
      'At most 366 days, in the zone of the profile.',
    access: 'inbox:read',
    refuses: ['profile_forbidden', 'profile_not_found'],
    query: schema.numbersQuery,
    answers: schema.numbers,
    does: (request) => readNumbers(deps, callerOf(request), request.query),
  })
}
