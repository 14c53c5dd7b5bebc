import { createHash } from 'node:crypto'
import { callerOf } from '#infra/http/access.ts'
import { createOnce, onceSecretRefusals } from '#infra/http/idempotency.ts'
import type { Edge } from '#infra/http/server.ts'
import { toWire } from '#kernel/ids.ts'
import type { PlanningDeps } from '../deps.ts'
import { createFeed, listFeeds, revokeFeed } from './manage-feeds.ts'
import { readCalendar } from './read-calendar.ts'
import * as schema from './schema.ts'

const reading = { credential: 'key-or-identity', scope: 'posts:read' } as const
const writing = { credential: 'key-or-identity', scope: 'posts:write' } as const
const tags = ['Calendar feeds']
const reach = ['profile_forbidden', 'profile_not_found'] as const
const writes = [...reach, 'profile_role_required'] as const

export function addCalendarRoutes(app: Edge, deps: PlanningDeps): void {
  app.post(
    '/v1/profiles/:id/calendar-feeds',
    {
      config: { access: writing, refusals: [...writes, 'plan_required', 'calendar_feeds_full', ...onceSecretRefusals] },
      schema: {
        operationId: 'createCalendarFeed',
        tags,
        summary: 'Create a calendar feed',
        description:
          'Returns a secret URL that calendar apps can subscribe to. The URL is shown only once. It works ' +
          'until it is revoked or you are no longer a member of the profile. Requires the role editor.',
        params: schema.profilePath,
        response: { 201: schema.createdFeed },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return createOnce(deps, request, reply, (tx) => createFeed(deps, tx, callerOf(request), request.params.id), {
        repeatSays: ({ id }) => `This request created the feed ${toWire('cal', id)}. Its URL is shown only once.`,
      })
    },
  )
  app.get(
    '/v1/profiles/:id/calendar-feeds',
    {
      config: { access: reading, refusals: reach },
      schema: {
        operationId: 'listCalendarFeeds',
        tags,
        summary: 'List a profile’s calendar feeds',
        description: 'Newest first. URLs are not shown again.',
        params: schema.profilePath,
        response: { 200: schema.calendarFeed.array() },
      },
    },
    (request) => listFeeds(deps, callerOf(request), request.params.id),
  )
  app.delete(
    '/v1/profiles/:id/calendar-feeds/:feedId',
    {
      config: { access: writing, refusals: [...writes, 'calendar_feed_not_found'] },
      schema: {
        operationId: 'revokeCalendarFeed',
        tags,
        summary: 'Revoke a calendar feed',
        description: 'The feed’s URL stops working immediately.',
        params: schema.feedPath,
        response: { 200: schema.revokedFeed },
      },
    },
    (request) => revokeFeed(deps, callerOf(request), request.params.id, request.params.feedId),
  )
  app.get(
    '/v1/calendar/:token/posts.ics',
    {
      config: {
        access: { credential: 'none' },
        anyAccept: true,
        attemptsPerMinute: 60,
        refusals: ['calendar_feed_not_found'],
      },
      schema: {
        operationId: 'readCalendarFeed',
        tags,
        summary: 'Get a calendar feed',
        description:
          'For calendar apps. Contains posts scheduled from 90 days ago on and the next 30 runs of each ' +
          'recurring rule, 2,000 entries in all. The URL is the credential. Send the `ETag` as ' +
          '`If-None-Match` to receive 304 if nothing has changed.',
        params: schema.tokenPath,
        querystring: schema.anyQuery,
        response: schema.calendarAnswers,
      },
    },
    async (request, reply) => {
      const calendar = await readCalendar(deps, request.params.token)
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
  )
}

const asIs = (value: unknown) => value as string

const listTags = (header = ''): string[] => header.split(',').map((tag) => tag.trim())
