import type { RouteOptions } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { type RefusalCode, refusals } from '#kernel/errors.ts'
import { problemSchema } from './schemas.ts'

/** What every route may answer besides its own refusals, by what its rule and shape make possible. */
function sharedRefusals(route: RouteOptions): RefusalCode[] {
  const access = route.config?.access
  const codes: RefusalCode[] = [
    'validation_failed',
    'not_acceptable',
    'rate_limited',
    'internal_error',
    'database_unavailable',
  ]
  codes.push('unauthenticated')
  if (access?.credential === 'identity') codes.push('identity_token_required')
  if (access?.credential === 'key-or-identity') codes.push('scope_required')
  if (access && access.credential !== 'none' && access.role) codes.push('role_required')
  if (route.method !== 'GET' && route.method !== 'HEAD') {
    codes.push('malformed_json', 'body_too_large', 'unsupported_media_type')
  }
  return codes
}

/** Adds to a route's schema what follows from its rule: security, and each status it may refuse with. */
export function documentRoute(route: RouteOptions): void {
  if (!route.schema || route.schema.hide) return
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of [...(route.config?.refusals ?? []), ...sharedRefusals(route)]) {
    const codes = byStatus.get(refusals[code].status) ?? []
    byStatus.set(refusals[code].status, codes.includes(code) ? codes : [...codes, code])
  }
  const answers: Record<string, unknown> = { ...(route.schema.response as Record<string, unknown> | undefined) }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    answers[status] ??= {
      description: codes.map((code) => `\`${code}\`: ${refusals[code].title}`).join('\n\n'),
      content: { 'application/problem+json': { schema: problemSchema } },
    }
  }
  route.schema.response = answers
  const access = route.config?.access
  route.schema.security =
    access?.credential === 'key-or-identity'
      ? [{ apiKey: [] }, { identity: [] }]
      : access?.credential === 'identity'
        ? [{ identity: [] }]
        : []
}

export const openApiHead = {
  openapi: '3.1.0',
  info: {
    title: 'Posthorn',
    description: 'Write a post once; publish it to several networks, on time, exactly where and when it said.',
    version: '1',
    license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
  },
  servers: [{ url: '/' }],
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'ph_…',
        description: 'An API key, made at POST /v1/api-keys.',
      },
      identity: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'An identity token, from sign-in.',
      },
    },
  },
} as const

/** A codec is documented by what travels, in both directions: its wire side. */
const zodToJsonConfig = {
  unrepresentable: 'any',
  override: ({
    zodSchema,
    jsonSchema,
    io,
  }: {
    zodSchema: { _zod: { def: { type: string } } }
    jsonSchema: Record<string, unknown>
    io: string
  }) => {
    void zodSchema
    void io
    // A pattern of hundreds of characters tells a reader nothing that the format does not.
    if (jsonSchema['format'] === 'date-time') delete jsonSchema['pattern']
  },
} as never

export const openApiTransforms = {
  transform: createJsonSchemaTransform({ zodToJsonConfig }),
  transformObject: createJsonSchemaTransformObject({ zodToJsonConfig }),
} as const
