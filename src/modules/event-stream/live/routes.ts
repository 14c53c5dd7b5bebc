import { bearerToken, callerOf } from '#infra/http/access.ts'
import { beginLiveAnswer } from '#infra/http/answer/live-answer.ts'
import type { Edge } from '#infra/http/server.ts'
import { eventStream, streamHeaders } from '../schema.ts'
import type { Pace } from './pace.ts'
import { createStreams, type StreamDeps } from './streams.ts'

const reading = { credential: 'key-or-identity', scope: 'webhooks:read' } as const

/** Adds the route of the live stream of events. */
export function addStreamRoute(app: Edge, deps: StreamDeps, pace: Partial<Pace> = {}): void {
  const streams = createStreams(deps, pace)
  app.closing.addEventListener('abort', () => void streams.close())
  app.addHook('onClose', () => streams.close())
  app.get(
    '/v1/events/stream',
    {
      config: { access: reading, refusals: ['too_many_streams', 'streams_full'], anyAccept: true },
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamEvents',
        tags: ['Events'],
        summary: 'Hear what happens, as it happens',
        description:
          'Your own events, and those of profiles that are granted to you; an API key that is limited to profiles hears of these. Who comes back with `Last-Event-ID` is sent what was missed, in order and once; where that is more than 1,000 events, or the id is none of yours or too old, there is one frame `resync` instead: read `GET /v1/events`. At most 20 streams for each person. Who reads too slowly is cut off, and who lost the right to listen is within a second.',
        headers: streamHeaders,
        response: { 200: eventStream },
      },
    },
    async (request, reply) => {
      await streams.open({
        caller: callerOf(request),
        token: bearerToken(request) ?? '',
        lastEventId: request.headers['last-event-id'],
        takeOver: () => beginLiveAnswer(reply, 'text/event-stream; charset=utf-8'),
      })
      return reply
    },
  )
}
