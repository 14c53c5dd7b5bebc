import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import type { PlanningDeps } from '../deps.ts'
import { createSource, deleteSource, listHolidays, listSources } from './actions.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Holiday calendars' })
const reach = ['profile_forbidden', 'profile_not_found'] as const
const writes = ['profile_role_required', 'plan_required'] as const

/** Adds the routes of holiday calendars, which are read from the URLs of iCalendar files. */
export function addSourceRoutes(app: Edge, deps: PlanningDeps): void {
  route(app, {
    get: '/v1/calendar-sources',
    id: 'listCalendarSources',
    right: 'read',
    summary: 'List holiday calendars',
    description: `The holiday calendars of a profile, at most ${caps.calendarSourcesOfProfile}. \`problem\` says why the last attempt to read one failed.`,
    access: 'posts:read',
    refuses: reach,
    query: schema.sourcesQuery,
    answers: schema.sources,
    does: (request) => listSources(deps, callerOf(request), request.query.profileId),
  })
  route(app, {
    post: '/v1/calendar-sources',
    id: 'createCalendarSource',
    right: 'publish',
    summary: 'Subscribe to a holiday calendar',
    description:
      'The calendar is read within seconds and then once a day: at most 5 MB and 10,000 events, from a public address. ' +
      'Dates, yearly rules and exceptions are read. Requires the role editor.',
    access: 'posts:write',
    refuses: [...reach, ...writes, 'calendar_sources_full', 'calendar_source_exists', ...onceRefusals],
    body: schema.sourceBody,
    answers: { 201: schema.source },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createSource(deps, tx, callerOf(request), request.body))
    },
  })
  route(app, {
    delete: '/v1/calendar-sources/:id',
    id: 'deleteCalendarSource',
    right: 'publish',
    summary: 'Remove a holiday calendar',
    description: 'Its holidays disappear from the calendar. Requires the role editor.',
    access: 'posts:write',
    refuses: ['calendar_source_not_found', ...reach, 'profile_role_required'],
    params: schema.sourcePath,
    answers: schema.deletedSource,
    does: (request) => deleteSource(deps, callerOf(request), request.params.id),
  })
  route(app, {
    get: '/v1/calendar-holidays',
    id: 'listCalendarHolidays',
    right: 'read',
    summary: 'List holidays',
    description: 'The days of the holiday calendars of a profile, from a year ago to three years ahead.',
    access: 'posts:read',
    refuses: [...reach, 'cursor_invalid'],
    query: schema.holidaysQuery,
    answers: schema.holidayPage,
    does: (request) => listHolidays(deps, callerOf(request), request.query),
  })
}
