import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { endNow } from '../sockets/loop-share.ts'

/**
 * Begins a response without an end. From here on the route writes its bytes, and ends it when `app.closing` aborts. The
 * connection closes with the response: the server would wait for a kept connection when it stops.
 */
export function beginLiveAnswer(reply: FastifyReply, contentType: string): ServerResponse {
  // What follows waits most of the time, so it has no part in the time of the event loop.
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
