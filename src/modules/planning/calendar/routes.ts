import { createHash } from 'node:crypto'
import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceSecretRefusals } from '#infra/http/idempotency/create-once.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { caps } from '#kernel/caps.ts'
import { toWire } from '#kernel/ids.ts'
import type { PlanningDeps } from '../deps.ts'
import { createFeed, listFeeds, revokeFeed } from './manage-feeds.ts'
import { readCalendar } from './read-calendar.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Calendar feeds' })
const reach = ['profile_forbidden', 'profile_not_found'] as const
const writes = [...reach, 'profile_role_required'] as const

export function addCalendarRoutes(app: Edge, deps: PlanningDeps): void {
  route(app, {
    post: '/v1/profiles/:id/calendar-feeds',
    id: 'createCalendarFeed',
    right: 'publish',
    summary: 'Create a calendar feed',
    description:
      'Returns a secret URL that calendar apps can subscribe to. The URL is shown only once. It works until it is ' +
      'revoked or you are no longer a member of the profile. Requires the role editor.',
    access: 'posts:write',
    refuses: [...writes, 'plan_required', 'calendar_feeds_full', ...onceSecretRefusals],
    params: schema.profilePath,
    answers: { 201: schema.createdFeed },
    does: async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createFeed(deps, tx, callerOf(request), request.params.id), {
        repeatSays: ({ id }) => `This request created the feed ${toWire('cal', id)}. Its URL is shown only once.`,
      })
    },
  })
  route(app, {
    get: '/v1/profiles/:id/calendar-feeds',
    id: 'listCalendarFeeds',
    right: 'read',
    summary: 'List a profile’s calendar feeds',
    description: `Newest first, at most ${caps.calendarFeedsOfProfile}. URLs are not shown again.`,
    access: 'posts:read',
    refuses: reach,
    params: schema.profilePath,
    answers: schema.calendarFeed.array(),
    does: (request) => listFeeds(deps, callerOf(request), request.params.id),
  })
  route(app, {
    delete: '/v1/profiles/:id/calendar-feeds/:feedId',
    id: 'revokeCalendarFeed',
    right: 'publish',
    summary: 'Revoke a calendar feed',
    description: 'The feed’s URL stops working immediately.',
    access: 'posts:write',
    refuses: [...writes, 'calendar_feed_not_found'],
    params: schema.feedPath,
    answers: schema.revokedFeed,
    does: (request) => revokeFeed(deps, callerOf(request), request.params.id, request.params.feedId),
  })
  route(app, {
    get: '/v1/calendar/:token/posts.ics',
    id: 'readCalendarFeed',
    summary: 'Get a calendar feed',
    description:
      'For calendar apps. Contains posts scheduled from 90 days ago on and the next 30 runs of each recurring rule, ' +
      '2,000 of each, and the calendar notes as all-day events. If `label` is set, only what has this label. The URL is the credential. Send the `ETag` as ' +
      '`If-None-Match` to receive 304 if nothing has changed.',
    access: 'anyone',
    refuses: ['calendar_feed_not_found'],
    attemptsPerMinute: 60,
    anyAccept: true,
    params: schema.tokenPath,
    query: schema.calendarQuery,
    answers: schema.calendarAnswers,
    does: async (request, reply) => {
      const calendar = await readCalendar(deps, request.params.token, request.query.label)
      const tag = `"${createHash('sha256').update(calendar).digest('base64url')}"`
      reply
        .header('etag', tag)
        .header('cache-control', 'private, no-cache')
        .header('x-robots-tag', 'noindex, nofollow')
        .header('referrer-policy', 'no-referrer')
      if (listTags(request.raw.headers['if-none-match']).includes(tag)) return reply.code(304).send(undefined)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="posts.ics"')
        .serializer(asIs)
        .send(calendar)
    },
  })
}

const asIs = (value: unknown) => value as string

const listTags = (header = ''): string[] => header.split(',').map((tag) => tag.trim())
