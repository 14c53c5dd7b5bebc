import type { FastifyInstance } from 'fastify'

/**
 * The day on which the operations with a successor were deprecated, and the earliest day on which they may be removed.
 */
const since = new Date('2026-11-22T00:00:00Z')
const sunset = new Date('2027-12-01T00:00:00Z')

const headers = {
  deprecation: `@${since.getTime() / 1_000}`,
  sunset: sunset.toUTCString(),
  link: '</docs/guides/connecting#older-addresses>; rel="deprecation"',
}

/** Adds the headers of a deprecated operation to its successful responses (RFC 9745, RFC 8594). */
export function announceDeprecation(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (request.routeOptions.config.successor !== undefined && reply.statusCode < 300) reply.headers(headers)
    return payload
  })
}
