import type { FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Access, Role, Scope } from '#kernel/caller.ts'
import { type RefusalCode, refusals } from '#kernel/errors.ts'
import { isVersioned, responsesOf } from '../answer/conditional.ts'
import { isReadRoute, supportsKeys } from '../complete-route.ts'
import { onceRefusals } from '../idempotency/create-once.ts'
import { problemSchema } from '../schemas.ts'
import { formerScopes, optionalBody, sentHeaders } from './document.ts'

/** Returns a route's schema with what its access rule implies: security, and each refusal status. */
export function describeRoute(route: RouteOptions, ofCredential: readonly RefusalCode[]): FastifySchema {
  const { successor, conditional } = route.config ?? {}
  const description = [
    route.schema?.description,
    successor && `Deprecated: use \`${successor}\`.`,
    rightsInWords(route.config?.access),
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

/** Returns the scope of an API key and the role that a caller needs. */
function rightsOf(access: Access | undefined): { readonly scope: Scope | null; readonly role: Role | null } {
  const scope = access?.credential === 'key-or-identity' ? access.scope : null
  const role = access && access.credential !== 'none' ? (access.role ?? null) : null
  return { scope, role }
}

/** States the rights in the words of the reference. */
function rightsInWords(access: Access | undefined): string | undefined {
  const { scope, role } = rightsOf(access)
  const parts = [scope && `an API key needs the scope \`${scope}\``, role && `the role ${role} is required`]
  const sentence = parts.filter((part) => part).join('; ')
  return sentence === '' ? undefined : `\n\n${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** Returns the rights and the optional body of a route as members of the document that programs can read. */
function extensionsOf({ config, schema }: RouteOptions): Record<`x-${string}`, unknown> {
  const access = config?.access
  const { scope, role } = rightsOf(access)
  const body = schema?.body
  return {
    ...(scope ? { 'x-required-scopes': [scope] } : {}),
    ...(access?.credential === 'key-or-identity' && access.formerScope ? { [formerScopes]: [access.formerScope] } : {}),
    ...(role ? { 'x-required-role': role } : {}),
    ...(config?.right ? { 'x-required-right': config.right } : {}),
    ...(body instanceof z.ZodType && body.meta()?.mayBeAbsent === true ? { [optionalBody]: true } : {}),
    [sentHeaders]: sentHeadersOf(config, schema),
  }
}

/** Returns the headers that successful responses have, by status. */
function sentHeadersOf(
  config: RouteOptions['config'],
  schema: RouteOptions['schema'],
): Record<string, readonly string[]> {
  const replayed = config?.repeats !== 'shown once' && supportsKeys(config?.repeats) ? ['Idempotency-Replayed'] : []
  const named = Object.entries(responsesOf(schema)).map(([status, answer]) => {
    const isCreated = status === '201' && config?.location !== undefined
    const isTagged = isCreated || isVersioned(answer) || answer === config?.ifMatch?.schema
    return [
      status,
      [
        ...replayed,
        ...(isCreated ? ['Location'] : []),
        ...(config?.waits ? ['Preference-Applied'] : []),
        ...(isTagged ? ['ETag'] : []),
      ],
    ]
  })
  return Object.fromEntries(named)
}

const unchanged = z.undefined().meta({ description: 'The client already has this version (`If-None-Match`).' })

const answersOf = ({ schema }: RouteOptions) => responsesOf(schema)

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
  if (rightsOf(access).role) codes.push('role_required')
  if (access?.credential === 'key-or-identity' && access.orCronSecret) codes.push('cron_secret_invalid')
  const { repeats, ifMatch } = route.config ?? {}
  if (repeats === 'replayed' || repeats === 'shown once') codes.push(...onceRefusals, 'idempotency_answer_lost')
  if (repeats === 'shown once') codes.push('answer_shown_once')
  if (ifMatch) codes.push('precondition_failed')
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
