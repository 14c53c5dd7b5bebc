import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { endNow } from '../sockets/loop-share.ts'

/**
 * Begins an endless response. From here on the route writes its bytes and ends it when `app.closing` aborts. The
 * connection closes with the response: the server would wait for a kept connection when it stops.
 */
export function beginLiveAnswer(reply: FastifyReply, contentType: string): ServerResponse {
  // The rest is mostly waiting, so it does not count toward event loop time.
  endNow(reply)
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': contentType,
    connection: 'close',
    // A proxy that buffers a response before it passes it on would hold back the events.
    'x-accel-buffering': 'no',
  })
  return reply.raw
}
