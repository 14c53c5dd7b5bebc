import type { FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import { type RefusalCode, refusals } from '#kernel/errors.ts'
import { isReadRoute } from '../complete-route.ts'
import { problemSchema } from '../schemas.ts'

/** Returns a route's schema with what its access rule implies: security, and each refusal status. */
export function describeRoute(route: RouteOptions, ofCredential: readonly RefusalCode[]): FastifySchema {
  const { successor, conditional } = route.config ?? {}
  const description = route.schema?.description
  return {
    ...route.schema,
    response: { ...answersOf(route), ...(conditional ? { 304: unchanged } : {}), ...refusedOf(route, ofCredential) },
    security: securityOf(route),
    ...(successor
      ? {
          deprecated: true,
          description: `${description ? `${description} ` : ''}Deprecated: use \`${successor}\`.`,
        }
      : {}),
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
