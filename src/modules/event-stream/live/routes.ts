import { bearerToken, callerOf } from '#infra/http/access.ts'
import { beginLiveAnswer } from '#infra/http/answer/live-answer.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { eventStream, streamHeaders } from '../schema.ts'
import type { Pace } from './pace.ts'
import { createStreams, type StreamDeps } from './streams.ts'

const contentType = 'text/event-stream; charset=utf-8'

/** Adds the route of the live stream of events. */
export function addStreamRoute(app: Edge, deps: StreamDeps, pace: Partial<Pace> = {}): void {
  const streams = createStreams(deps, pace)
  app.closing.addEventListener('abort', () => void streams.close())
  app.addHook('onClose', () => streams.close())
  route(app, {
    get: '/v1/events/stream',
    id: 'streamEvents',
    tag: 'Events',
    summary: 'Stream events',
    description:
      'Streams your own events and those of profiles where you are a member. An API key that is limited to certain ' +
      'profiles only receives events of those profiles. With `Last-Event-ID`, missed events are sent first, in order ' +
      'and once. If more than 1,000 events were missed, or the ID is unknown or too old, the stream sends one frame ' +
      '`resync` instead: read `GET /v1/events`. Each user can have 20 streams. A stream ends when its client reads ' +
      'too slowly, and within a second of its credential being revoked.',
    access: 'webhooks:read',
    refuses: ['too_many_streams', 'streams_full'],
    anyAccept: true,
    headers: streamHeaders,
    answers: eventStream,
    does: async (request, reply) => {
      if (request.method === 'HEAD') return reply.type(contentType).send('')
      await streams.open({
        caller: callerOf(request),
        token: bearerToken(request) ?? '',
        lastEventId: request.headers['last-event-id'],
        takeOver: () => beginLiveAnswer(reply, contentType),
      })
      return reply
    },
  })
}
