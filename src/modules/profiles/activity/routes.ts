import { callerOf } from '#infra/http/access.ts'
import { routesWith } from '#infra/http/route.ts'
import { bytes } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { ProfileDeps } from '../deps.ts'
import { profilePath } from '../schema.ts'
import { activityDays, exportActivity, readActivity } from './actions.ts'
import { activityExportQuery, activityPage, activityQuery } from './schema.ts'

const route = routesWith({ tag: 'Profiles' })
const reach = ['profile_forbidden', 'profile_not_found'] as const

/** Registers the routes for the activity of a profile. */
export function addActivityRoutes(app: Edge, deps: ProfileDeps): void {
  route(app, {
    get: '/v1/profiles/:id/activity',
    id: 'listProfileActivity',
    right: 'read',
    summary: 'List who did what in a profile, newest first',
    description:
      `Covers the last ${activityDays} days: changes to the profile and everything in it, with the person, the API ` +
      'key or app that acted for them, or the chat. When a person is deleted, their name and the values that they ' +
      'changed disappear.',
    access: 'profiles:read',
    refuses: [...reach, 'cursor_invalid'],
    largeAnswer: true,
    params: profilePath,
    query: activityQuery,
    answers: activityPage,
    does: (request) => readActivity(deps, callerOf(request), request.params.id, request.query),
  })
  route(app, {
    get: '/v1/profiles/:id/activity/export',
    id: 'exportProfileActivity',
    right: 'read',
    summary: 'Export the activity of a profile as CSV',
    description:
      'Contains what the list contains, with the same filters. Text that a spreadsheet would run as a formula gets a ' +
      'leading apostrophe.',
    access: 'profiles:read',
    refuses: reach,
    largeAnswer: true,
    params: profilePath,
    query: activityExportQuery,
    answers: bytes('A CSV file (RFC 4180) in UTF-8, with a header row.', 'text/csv'),
    does: async (request, reply) => {
      const day = deps.clock.now().toISOString().slice(0, 10)
      const content = await exportActivity(deps, callerOf(request), request.params.id, request.query)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="posthorn-activity-${day}.csv"`)
        .send(content as never)
    },
  })
}
