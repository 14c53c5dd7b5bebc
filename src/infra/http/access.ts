import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { type Access, type Caller, hasRole, type Scope } from '#kernel/caller.ts'
import { Refusal, type RefusalCode, refuse } from '#kernel/errors.ts'
import type { Right } from '#kernel/rights.ts'
import type { Guarded } from './answer/conditional.ts'
import type { Waiting } from './answer/prefer-wait.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The credential and rights that the route requires. */
    access?: Access
    /** The refusals specific to this route; `describe-route.ts` adds the shared ones. */
    refusals?: readonly RefusalCode[]
    /** The operation that replaces this one. Marks the route as deprecated in the document and in its responses. */
    successor?: string
    /** A deprecated value of a query parameter, and the section of the guides that names its successor. */
    formerQuery?: { readonly name: string; readonly value: string; readonly guide: string }
    /** The URL of the created resource, with `{id}` as a placeholder. */
    location?: string
    /** The right on the named profile. The action checks it, and the tenants test compares both. */
    right?: Right
    /** Set for reads that return JSON: the response is compared with `If-None-Match`. */
    conditional?: boolean
    /**
     * Handling of a POST that is repeated with its Idempotency-Key. The edge replays the response, or refuses to if it
     * was `shown once`; or the route handles it (`createOnce`). An operation is `safe` if it changes nothing or
     * recognizes repeats without a key. If `refused`, the header is not accepted.
     */
    repeats?: 'replayed' | 'shown once' | 'handled' | 'safe' | 'refused'
    /** The resource that the operation changes, if it has an ETag. */
    ifMatch?: Guarded
    /** Set if the operation begins something that clients can wait for with `Prefer: wait`. */
    waits?: Waiting
    /** Attempts per minute from one IP address, for routes that must resist guessing. */
    attemptsPerMinute?: number
    /**
     * False for probes, where a refusal would look like an outage, and for the files of the pages. `when refused` if
     * the request itself is authenticated, for example with a signature: networks send many requests from few IP
     * addresses. Only refused requests count there, toward their IP address.
     */
    rateLimited?: false | 'when refused'
    /** Set if the route checks the bearer token itself, because it is not that of a user. */
    ownToken?: true
    /** Set if the response is not JSON, so that no `Accept` is refused. */
    anyAccept?: true
    /**
     * Set if the body is not JSON: a form with a file (`readForm`) or arbitrary bytes (`openBody`). The
     * handler reads it as a stream; `request.body` stays undefined.
     */
    body?: 'multipart' | 'raw'
    /** Set for a GET that changes something, such as a link that works once. It has no HEAD, which must change nothing. */
    changesState?: true
    /** Set if the response can be several megabytes. Each client can have only a few such requests in progress. */
    largeAnswer?: true
  }
  interface FastifyRequest {
    caller: Caller | null
    /** The code of the problem that was sent, or null. */
    refusedAs: RefusalCode | null
  }
}

/** Fails startup if a route has no access rule or operationId. */
export function requireAccessRule(route: RouteOptions): void {
  const name = `${route.method} ${route.url}`
  if (!route.config?.access) {
    throw new Error(`${name} has no access rule. State who may call it, for example access: 'identity'.`)
  }
  if (!route.schema?.operationId && !route.schema?.hide) {
    throw new Error(`${name} has no ID. Name the operation (id), or hide it from the document (hidden: true).`)
  }
}

/** Checks the access rule on each request, after the credential has been read. */
export function requireAccess(access: Access, caller: Caller | null): void {
  if (access.credential === 'none') return
  if (!caller) {
    refuse('unauthenticated', {
      detail:
        'Send `Authorization: Bearer <token>` with an identity token' +
        (access.credential === 'identity' ? '.' : ' or an API key (ph_…).'),
    })
  }
  if (access.credential === 'identity' && caller.kind !== 'user') refuse('identity_token_required')
  if (access.credential === 'key-or-identity' && access.scope && !hasOnlyFormerScope(access, caller))
    requireScope(caller, access.scope)
  if (access.role && !hasRole(caller.role, access.role)) {
    refuse('role_required', { detail: `This requires the ${access.role} role. Yours is ${caller.role}.` })
  }
}

/** True if the key lacks the scope but has the scope that was required previously. */
export function hasOnlyFormerScope(access: Access | undefined, caller: Caller | null): boolean {
  if (access?.credential !== 'key-or-identity' || !access.scope || !access.formerScope || !caller?.scopes) return false
  return !caller.scopes.has(access.scope) && caller.scopes.has(access.formerScope)
}

function requireScope({ kind, scopes }: Caller, scope: Scope): void {
  if (scopes === null || scopes.has(scope)) return
  const detail = `This needs ${kind === 'app' ? 'an app' : 'an API key'} with the scope ${scope}.`
  refuse('scope_required', { detail, requiredScope: scope })
}

/** Refuses a token that was issued for another part of the service (RFC 8707). */
export function requireAudience({ onlyUnder }: Pick<Caller, 'onlyUnder'>, url: string): void {
  const path = pathOf(url)
  if (onlyUnder === undefined || path === onlyUnder || path.startsWith(`${onlyUnder}/`)) return
  refuse('unauthenticated', {
    detail: `This token is only valid for ${onlyUnder}. To use the rest of the API, authorize the app for the whole API.`,
  })
}

export const pathOf = (url: string): string => url.split('?')[0] ?? url

/**
 * True if the route accepts the cron secret and the request contains it. A wrong secret is refused, even with a valid token. The comparison runs in constant time.
 */
export function isByCron(secret: string | null | undefined, request: FastifyRequest): boolean {
  const { access } = request.routeOptions.config
  const given = request.headers['x-cron-secret']
  if (access?.credential !== 'key-or-identity' || !access.orCronSecret || given === undefined) return false
  if (typeof given !== 'string' || !secret || !timingSafeEqual(digestOf(given), digestOf(secret)))
    refuse('cron_secret_invalid')
  return true
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Returns the caller in a handler whose access rule requires one. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller)
    throw new Error(`${request.routeOptions.url} reads its caller, but its access rule does not require one`)
  return request.caller
}

/** Returns the bearer token, or null if none was sent. Any other kind of credential is refused rather than ignored. */
export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  const token = /^Bearer ([A-Za-z0-9._~+/=-]{1,8192})$/i.exec(header)?.[1]
  if (!token) throw new Refusal('unauthenticated', { detail: '`Authorization` must be `Bearer <token>`.' })
  return token
}
