import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Tx } from '#infra/db/client.ts'

/** Computing a digest is not worthwhile for a larger response. */
const mostCharacters = 256 * 1024

const versionedSchemas = new WeakSet<z.ZodType>()

/** Marks the schema of a resource whose rows have a `version`. Responses with it have the version as their ETag. */
export function versioned<Schema extends z.ZodType>(schema: Schema): Schema {
  versionedSchemas.add(schema)
  return schema
}

/** Returns the response schemas of a route, by status. */
export const responsesOf = (schema: { readonly response?: unknown } | undefined) =>
  (schema?.response ?? {}) as Readonly<Record<string, unknown>>

export const isVersioned = (schema: unknown): boolean => schema instanceof z.ZodType && versionedSchemas.has(schema)

/** Returns the ETag of a resource that the route is about to send; null if it has no version. */
export function tagOfVersion({ request, statusCode }: FastifyReply, resource: unknown): string | null {
  if (!isVersioned(responsesOf(request.routeOptions.schema)[statusCode])) return null
  const { version } = resource as { readonly version?: number }
  if (version === undefined) throw new Error(`${request.routeOptions.url} sends a resource without its version`)
  return quoteVersion(version)
}

export const quoteVersion = (version: number): string => `"${version}"`

export function sendTag(reply: FastifyReply, tag: string | null): void {
  if (tag !== null) reply.header('etag', tag)
}

/** Sends the ETag of each resource that a request reads, creates or changes. */
export function sendTags(app: FastifyInstance): void {
  app.addHook('preSerialization', (_request, reply, payload: unknown, done) => {
    sendTag(reply, tagOfVersion(reply, payload))
    done(null, payload)
  })
  // The representation of a created or changed resource is the one that its GET returns.
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (reply.statusCode < 300 && !reply.hasHeader('etag') && sendsResource(request, reply))
      sendTag(reply, tagOf(payload))
    done(null, payload)
  })
}

function sendsResource(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const { schema, config } = request.routeOptions
  const sent = responsesOf(schema)[statusCode]
  return (
    (config.location !== undefined && statusCode === 201) || (sent !== undefined && sent === config.ifMatch?.schema)
  )
}

/**
 * Returns 304 to a client that already has the response. The tag is the version of the resource, or a digest of the
 * response; a streamed list has none.
 */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!isRead(request) || reply.statusCode !== 200 || !hasConditions(request)) return payload
    const tag = reply.getHeader('etag') ?? tagOf(payload)
    if (tag === null) return payload
    reply.header('etag', tag)
    if (!matches(request.headers['if-none-match'], String(tag))) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    // For HEAD, Fastify measures the body that it drops, and it cannot measure null.
    return request.method === 'HEAD' ? '' : null
  })
}

export const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** True for routes that document a 304 response. Files and pages compare their tags themselves. */
const hasConditions = (request: FastifyRequest): boolean => request.routeOptions.config.conditional === true

const tagOf = (payload: unknown): string | null =>
  typeof payload === 'string' && payload.length <= mostCharacters
    ? `W/"${createHash('sha1').update(payload).digest('base64url')}"`
    : null

/** Compares as RFC 9110 specifies for `If-None-Match`: a weak tag equals a strong tag with the same text. */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const bare = (one: string) => one.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((one) => bare(one) === bare(tag))
}

/** The resource that an operation changes, for `If-Match`. */
export interface Guarded {
  /** The schema of the response to its GET. */
  readonly schema: z.ZodType
  /**
   * Returns the current ETags, one for each GET that shows the resource, and locks it until the end of the transaction.
   */
  tags(tx: Tx, request: FastifyRequest): Promise<readonly string[]>
}

/** Returns the ETag of a GET that responds with this value. */
export function tagOfContent(schema: z.ZodType, value: unknown): string {
  const represent = serializerCompiler({ schema, method: 'GET', url: '', httpStatus: '200' })
  return tagOf(represent(value)) ?? ''
}
