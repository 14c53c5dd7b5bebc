import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * An answer that has no end by itself: from here on its bytes are the route's, which ends it when `app.closing` says so.
 * The connection ends with it: kept, it would be waited for when the server stops.
 */
export function beginLiveAnswer(reply: FastifyReply, contentType: string): ServerResponse {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': contentType,
    connection: 'close',
    // A proxy that collects an answer before it passes it on would hold back what is live.
    'x-accel-buffering': 'no',
  })
  return reply.raw
}
