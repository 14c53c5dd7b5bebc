import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import helmet from 'helmet'
import { hasOnlyFormerScope } from '../access.ts'

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

/** The day on which the operations with a successor were deprecated, and that on which parts of operations were. */
const since = new Date('2026-11-22T00:00:00Z')
const sinceParts = new Date('2026-11-28T00:00:00Z')
/** The earliest day on which any of them may be removed. */
const sunset = new Date('2027-12-01T00:00:00Z')

const datesSince = (day: Date) => ({ deprecation: `@${day.getTime() / 1_000}`, sunset: sunset.toUTCString() })
const dates = datesSince(since)
const datesOfParts = datesSince(sinceParts)
const links = {
  operation: '</docs/guides/connecting#older-addresses>; rel="deprecation"',
  scope: '</docs/guides/authorization#earlier-scopes>; rel="deprecation"',
} as const

/**
 * Adds the headers of a deprecated operation to all its responses, to those for a deprecated value of a parameter, and to
 * those that a key may get only because of a previously required scope (RFC 9745, RFC 8594).
 */
export function announceDeprecation(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const { successor, formerQuery: former, access } = request.routeOptions.config
    const query = request.query as Readonly<Record<string, unknown>> | undefined
    if (successor !== undefined) reply.headers({ ...dates, link: links.operation })
    else if (former && query?.[former.name] === former.value)
      reply.headers({ ...datesOfParts, link: `</docs/guides/${former.guide}>; rel="deprecation"` })
    else if (hasOnlyFormerScope(access, request.caller)) reply.headers({ ...dates, link: links.scope })
    return payload
  })
}

/**
 * Sets the security headers of every response. They are prepared once, because the Fastify plugin for helmet reads its
 * options again at each request. Headers that matter only for pages are set by the only page, the reference.
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
    // Only for our own host name, because other services under the operator's domain are not our decision.
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  return (request, reply, done) => setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined))
}
