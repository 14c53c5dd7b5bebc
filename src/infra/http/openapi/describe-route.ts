import type { FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Access } from '#kernel/caller.ts'
import { type RefusalCode, refusals } from '#kernel/errors.ts'
import { isReadRoute } from '../complete-route.ts'
import { problemSchema } from '../schemas.ts'
import { formerScopes, optionalBody } from './document.ts'

/** Returns a route's schema with what its access rule implies: security, and each refusal status. */
export function describeRoute(route: RouteOptions, ofCredential: readonly RefusalCode[]): FastifySchema {
  const { successor, conditional } = route.config ?? {}
  const description = [
    route.schema?.description,
    successor && `Deprecated: use \`${successor}\`.`,
    rightsOf(route.config?.access),
  ].filter((part) => part)
  return {
    ...route.schema,
    ...(route.schema?.hide ? {} : extensionsOf(route)),
    response: { ...answersOf(route), ...(conditional ? { 304: unchanged } : {}), ...refusedOf(route, ofCredential) },
    security: securityOf(route),
    ...(description.length > 0 ? { description: description.join(' ') } : {}),
    ...(successor ? { deprecated: true } : {}),
  }
}

/** Says the scope and the role that a caller needs, in the words of the reference. */
function rightsOf(access: Access | undefined): string | undefined {
  if (!access || access.credential === 'none') return undefined
  const scope = access.credential === 'key-or-identity' ? access.scope : null
  const parts = [
    scope && `an API key needs the scope \`${scope}\``,
    access.role && `the role ${access.role} is required`,
  ]
  const sentence = parts.filter((part) => part).join('; ')
  return sentence === '' ? undefined : `\n\n${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** Returns the rights and the optional body of a route as members of the document that programs can read. */
function extensionsOf({ config, schema }: RouteOptions): Record<`x-${string}`, unknown> {
  const access = config?.access
  const scope = access?.credential === 'key-or-identity' ? access.scope : null
  const role = access && access.credential !== 'none' ? access.role : undefined
  const body = schema?.body
  return {
    ...(scope ? { 'x-required-scopes': [scope] } : {}),
    ...(access?.credential === 'key-or-identity' && access.formerScope ? { [formerScopes]: [access.formerScope] } : {}),
    ...(role ? { 'x-required-role': role } : {}),
    ...(body instanceof z.ZodType && body.meta()?.mayBeAbsent === true ? { [optionalBody]: true } : {}),
  }
}

const unchanged = z.undefined().meta({ description: 'The client already has this version (`If-None-Match`).' })

const answersOf = ({ schema }: RouteOptions) => (schema?.response ?? {}) as Readonly<Record<string, unknown>>

/** Describes each status of a route's refusals that the route does not describe itself. */
function refusedOf(route: RouteOptions, ofCredential: readonly RefusalCode[]): Record<string, unknown> {
  const codes = [...new Set([...(route.config?.refusals ?? []), ...sharedRefusals(route, ofCredential)])]
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status)
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !(status in answersOf(route)))
      .map(([status, ones]) => [
        status,
        {
          description: ones.map((code) => `\`${code}\`: ${refusals[code].title}`).join('\n\n'),
          content: { 'application/problem+json': { schema: problemSchema } },
        },
      ]),
  )
}

/** Lists the shared refusals that a route's access rule and shape make possible. */
function sharedRefusals(route: RouteOptions, ofCredential: readonly RefusalCode[]): RefusalCode[] {
  const access = route.config?.access
  const codes: RefusalCode[] = [
    'validation_failed',
    'unauthenticated',
    'address_forbidden',
    'not_acceptable',
    'request_timeout',
    'headers_too_large',
    'rate_limited',
  ]
  codes.push(...ofCredential, 'internal_error', 'database_unavailable')
  if (route.url.includes(':')) codes.push('uri_too_long')
  if (access?.credential === 'identity') codes.push('identity_token_required')
  if (access?.credential === 'key-or-identity') codes.push('scope_required')
  if (access && access.credential !== 'none' && access.role) codes.push('role_required')
  if (access?.credential === 'key-or-identity' && access.orCronSecret) codes.push('cron_secret_invalid')
  if (!isReadRoute(route)) codes.push(...bodyRefusals[route.config?.body ?? 'json'])
  return codes
}

/** The refusals of reading a body, by its kind. */
const bodyRefusals: Readonly<Record<'json' | 'multipart' | 'raw', readonly RefusalCode[]>> = {
  json: ['malformed_json', 'body_too_large', 'unsupported_media_type'],
  multipart: ['multipart_invalid', 'media_too_large', 'unsupported_media_type'],
  raw: ['malformed_request', 'media_too_large'],
}

function securityOf(route: RouteOptions): { [scheme: string]: string[] }[] {
  const access = route.config?.access
  const credential = access?.credential
  if (credential === 'none' && access?.orIdentity) return [{ identity: [] }, {}]
  if (access?.credential === 'key-or-identity' && access.orCronSecret)
    return [{ apiKey: [] }, { identity: [] }, { cronSecret: [] }]
  if (credential === 'key-or-identity') return [{ apiKey: [] }, { identity: [] }]
  return credential === 'identity' ? [{ identity: [] }] : []
}
