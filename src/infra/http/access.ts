import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { type Access, type Caller, hasRole, type Scope } from '#kernel/caller.ts'
import { Refusal, type RefusalCode, refuse } from '#kernel/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The credential and rights that the route demands. */
    access?: Access
    /** The refusals of this route alone; `describe-route.ts` adds the shared ones. */
    refusals?: readonly RefusalCode[]
    /** The operation that replaces this one. Marks the route deprecated, in the document and in its answers. */
    successor?: string
    /** The address of what a POST creates, with `{id}` in the place of its id. */
    location?: string
    /** Set for reads that answer with JSON: the answer is compared with `If-None-Match`. */
    conditional?: boolean
    /** Attempts a minute from one address, for routes where guessing must be slow. */
    attemptsPerMinute?: number
    /**
     * False for probes, where a refusal would look like a fault of the service, and for the files of the pages. `when
     * refused` where the request itself shows that it may come, such as by a signature: networks call often, and from
     * few addresses. Only what is refused counts there, for its address.
     */
    rateLimited?: false | 'when refused'
    /** Set where the response is not JSON, so that no `Accept` is refused. */
    anyAccept?: true
    /**
     * Set where the body is no JSON: a form with a file, for `readForm`, or bytes of any type, for `openBody`. The
     * handler reads it as a stream; `request.body` stays undefined.
     */
    body?: 'multipart' | 'raw'
    /** Set where the answer may be megabytes: one sender has few of these under way at once. */
    largeAnswer?: true
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Stops the start when a route has no access rule or no operationId. */
export function requireAccessRule(route: RouteOptions): void {
  const name = `${route.method} ${route.url}`
  if (!route.config?.access) {
    throw new Error(`${name} has no access rule. Say who may call it: config: { access: { credential: … } }.`)
  }
  if (!route.schema?.operationId && !route.schema?.hide) {
    throw new Error(`${name} has no operationId. Name the operation in its schema, or hide it from the document.`)
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
  if (access.credential === 'key-or-identity' && access.scope) requireScope(caller, access.scope)
  if (access.role && !hasRole(caller.role, access.role)) {
    refuse('role_required', { detail: `This needs the role ${access.role}; yours is ${caller.role}.` })
  }
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
    detail: `This token works at ${onlyUnder} only. Sign in for the whole API to use it here.`,
  })
}

export const pathOf = (url: string): string => url.split('?')[0] ?? url

/**
 * True when the request carries the secret of crons where the route takes it. A wrong one is refused, even together with a
 * valid token. The comparison takes the same time wherever the two differ.
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

/** Returns the caller, in a handler whose access rule has demanded one. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.routeOptions.url} reads its caller but its access rule demands none`)
  return request.caller
}

/** Returns the bearer token, or null where none was sent. Any other kind of credential is refused, not ignored. */
export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  const token = /^Bearer ([A-Za-z0-9._~+/=-]{1,8192})$/i.exec(header)?.[1]
  if (!token) throw new Refusal('unauthenticated', { detail: '`Authorization` must be `Bearer <token>`.' })
  return token
}
