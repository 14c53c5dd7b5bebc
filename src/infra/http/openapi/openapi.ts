import type { FastifyDynamicSwaggerOptions, SwaggerTransformObject } from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { type RefusalCode, refusals } from '#kernel/errors.ts'
import { idempotencyHeaders, ifMatchHeaders, problemSchema } from '../schemas.ts'
import type { DocumentParts, OpenApiDocument } from './document.ts'
import { finishDocument } from './finish-document.ts'
import { createSchemaPrinter, type Direction } from './json-schemas.ts'
import { sections } from './sections.ts'
import { describeWebhooks } from './webhooks.ts'

/** Lists the refusals that a route shares with others, as its access rule and shape make them possible. */
function sharedRefusals(route: RouteOptions, ofCredential: readonly RefusalCode[]): RefusalCode[] {
  const access = route.config?.access
  const codes: RefusalCode[] = [
    'validation_failed',
    'unauthenticated',
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
  if (route.method !== 'GET' && route.method !== 'HEAD') codes.push(...bodyRefusals[route.config?.body ?? 'json'])
  return codes
}

/** The refusals of reading a body, by its kind. */
const bodyRefusals: Readonly<Record<'json' | 'multipart' | 'raw', readonly RefusalCode[]>> = {
  json: ['malformed_json', 'body_too_large', 'unsupported_media_type'],
  multipart: ['multipart_invalid', 'media_too_large', 'unsupported_media_type'],
  raw: ['malformed_request', 'media_too_large'],
}

/** The answer of a read whose client has it already. */
const notModified = z.undefined().meta({ description: 'The client has this answer already (`If-None-Match`).' })

type AnswerByStatus = readonly [status: number, answer: object]

/** The answers that refusals bring, by their codes: routes of one kind have the same ones. */
const known = new Map<string, readonly AnswerByStatus[]>()

/** Describes the answer of each status that refusals with these codes have. */
function refusalAnswers(codes: readonly RefusalCode[]): readonly AnswerByStatus[] {
  const key = codes.join()
  const answers = known.get(key) ?? describeRefusals(new Set(codes))
  known.set(key, answers)
  return answers
}

function describeRefusals(codes: ReadonlySet<RefusalCode>): readonly AnswerByStatus[] {
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status)
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, sharing]) => [
      status,
      {
        description: sharing.map((code) => `\`${code}\`: ${refusals[code].title}`).join('\n\n'),
        content: { 'application/problem+json': { schema: problemSchema } },
      },
    ])
}

/** Adds to a route's schema what follows from its access rule: security, and each status of its refusals. */
export function documentRoute(route: RouteOptions, ofCredential: readonly RefusalCode[] = []): void {
  if (!route.schema || route.schema.hide) return
  const answers: Record<string, unknown> = { ...(route.schema.response as Record<string, unknown> | undefined) }
  if (isConditional(route)) {
    route.config = { ...route.config, conditional: true }
    answers[304] = notModified
  }
  const codes = [...(route.config?.refusals ?? []), ...sharedRefusals(route, ofCredential)]
  for (const [status, answer] of refusalAnswers(codes)) answers[status] ??= answer
  route.schema.response = answers
  const { successor } = route.config ?? {}
  if (successor) {
    route.schema.deprecated = true
    const { description } = route.schema
    route.schema.description = `${description ? `${description} ` : ''}Deprecated: use \`${successor}\`.`
  }
  const headers = headersOf(route)
  if (headers) route.schema.headers ??= headers
  route.schema.security = securityOf(route)
}

/** True for a read that answers with JSON. Its client may send the `ETag` of an earlier answer. */
function isConditional({ method, schema }: RouteOptions): boolean {
  const answer = (schema?.response as Record<string, unknown> | undefined)?.[200]
  if (method !== 'GET' && method !== 'HEAD') return false
  return hasContents(answer) ? 'application/json' in answer.content : answer instanceof z.ZodType
}

/** Returns the schema of the headers that a route reads, as its refusals imply them. */
function headersOf(route: RouteOptions): unknown {
  const codes = route.config?.refusals ?? []
  if (codes.includes('idempotency_key_reused')) return idempotencyHeaders
  return codes.includes('precondition_failed') ? ifMatchHeaders : undefined
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

const head = {
  openapi: '3.1.0',
  info: {
    title: 'Posthorn',
    description: 'Write a post once; publish it to several networks, on time, exactly where and when it said.',
    version: '1',
  },
  servers: [{ url: '/' }],
  tags: sections.map((section) => ({ ...section })),
  components: {
    securitySchemes: {
      cronSecret: {
        type: 'apiKey',
        in: 'header',
        name: 'x-cron-secret',
        description: 'The setting CRON_SECRET, for a scheduler outside.',
      },
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

const noParts: DocumentParts = { requestSchemas: [], webhooks: [] }

const answerNames: Readonly<Record<string, string>> = { 200: 'Done.', 201: 'Created.', 202: 'Accepted.' }

type Contents = Readonly<Record<string, { readonly schema: z.ZodType }>>

/** True for a response or body that is described by content type instead of one schema. */
const hasContents = (body: unknown): body is { readonly content: Contents } =>
  typeof body === 'object' && body !== null && !(body instanceof z.ZodType) && 'content' in body

/** Returns the options by which `@fastify/swagger` makes the document from the routes' zod schemas and other parts. */
export function openApiOptions(parts: DocumentParts = noParts): FastifyDynamicSwaggerOptions {
  const { components, print } = createSchemaPrinter()

  const printAnswer = (status: string, answer: unknown): unknown => {
    if (answer instanceof z.ZodUndefined)
      return { type: 'null', description: answer.description ?? 'Done; the body is empty.' }
    if (answer instanceof z.ZodType)
      return { description: answer.description ?? answerNames[status] ?? 'Done.', ...print(answer, 'answer') }
    const { description, content } = answer as { description: string; content: Contents }
    return { description, content: printContents(content, 'answer') }
  }

  const printContents = (content: Contents, direction: Direction): unknown =>
    Object.fromEntries(
      Object.entries(content).map(([type, { schema }]) => [type, { schema: print(schema, direction) }]),
    )

  return {
    openapi: head as unknown as NonNullable<FastifyDynamicSwaggerOptions['openapi']>,
    transform: ({ schema, url }) => {
      if (!schema || schema.hide) return { schema: { hide: true }, url }
      const { body, querystring, params, headers, response, ...rest } = schema as Record<string, unknown>
      const parts = Object.entries({ body, querystring, params, headers }).filter(
        ([, part]) => part instanceof z.ZodType,
      )
      const answers = Object.entries((response ?? {}) as Record<string, unknown>)
      return {
        schema: {
          ...rest,
          ...Object.fromEntries(
            parts.map(([name, part]) => [name, inlineParameters(name, print(part as z.ZodType, 'request'))]),
          ),
          ...(hasContents(body) ? { body: { content: printContents(body.content, 'request') } } : {}),
          response: Object.fromEntries(answers.map(([status, answer]) => [status, printAnswer(status, answer)])),
        },
        url,
      }
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      const { paths, components: other } = document.openapiObject
      for (const schema of parts.requestSchemas) print(schema, 'request')
      const webhooks = describeWebhooks(parts.webhooks, (schema) => print(schema, 'answer'))
      const whole = { ...document.openapiObject, paths, webhooks, components: { ...other, schemas: components } }
      // The plugin's type joins OpenAPI 3.0 with 3.1; ours is always 3.1.
      return finishDocument(whole as unknown as OpenApiDocument) as unknown as ReturnType<SwaggerTransformObject>
    },
  }

  // Parameters are listed one by one, so their object is never a component.
  function inlineParameters(name: string, schema: Record<string, unknown>): unknown {
    const reference = schema.$ref
    if (name === 'body' || typeof reference !== 'string') return schema
    return components[reference.split('/').at(-1) ?? '']
  }
}
