import { callerOf } from '#infra/http/access.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { publishRefusals, writeRefusals } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { autoSchedule } from './auto-schedule.ts'
import { autoScheduleBody, autoScheduled } from './schema.ts'

const bodyLimit = 5 * 1024 * 1024

export function addAutoScheduleRoutes(app: Edge, deps: PlanningDeps): void {
  route(app, {
    post: '/v1/posts/auto-schedule',
    id: 'autoSchedulePosts',
    right: 'publish',
    tag: 'Posts',
    summary: 'Schedule many drafts at once',
    description:
      'Schedules up to 500 drafts in the next free slots of their profile, either all of them or none. Slots that ' +
      'are occupied, in the past, or skipped by a daylight saving change are not used. Also requires the scope ' +
      '`posts:publish`, except for a dry run.',
    access: 'posts:write',
    refuses: [
      ...writeRefusals,
      ...publishRefusals,
      'post_not_draft',
      'post_in_trash',
      'profile_forbidden',
      'profile_not_found',
    ],
    bodyLimit,
    body: autoScheduleBody,
    answers: autoScheduled,
    does: (request) => autoSchedule(deps, callerOf(request), request.body),
  })
}
