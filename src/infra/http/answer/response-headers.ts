import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import helmet from 'helmet'

/** A resource's first field is its ID. */
const firstId = /^\{"id":"([a-z]+_[0-9a-z]+)"/

/** Sends the URL of the created resource, including when the response is replayed for an Idempotency-Key. */
export function sendLocation(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const { location } = request.routeOptions.config
    if (location === undefined || reply.statusCode !== 201 || typeof payload !== 'string') return payload
    const id = firstId.exec(payload)?.[1]
    if (id !== undefined) reply.header('location', location.replace('{id}', id))
    return payload
  })
}

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

/**
 * Sets the security headers of every response. They are prepared once, because the Fastify plugin for helmet reads its
 * options again at each request. Headers that matter only to pages are set by the only page, the reference.
 */
export function protection(options: { readonly https: boolean }): onRequestHookHandler {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // Only for our own host name: other services under the operator's domain are not ours to decide about.
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  return (request, reply, done) => setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined))
}
