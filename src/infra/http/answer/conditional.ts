import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kernel/errors.ts'

/** Computing a digest is not worthwhile for a larger response. */
const mostCharacters = 256 * 1024

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

/** Compares as RFC 9110 says for `If-None-Match`: a weak tag equals the strong one of the same text. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const bare = (one: string) => one.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((one) => bare(one) === bare(tag))
}

/** Sends the version of the resource as ETag, for use in `If-Match`. */
export function tag(reply: FastifyReply, version: number): void {
  reply.header('etag', `"${version}"`)
}

/** Returns the versions that `If-Match` allows; null if any version is allowed. */
export function allowedVersions(request: FastifyRequest): ReadonlySet<string> | null {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return null
  return new Set(header.split(',').map((part) => part.trim()))
}

/** Refuses the request if the resource has changed since the client read it. Call it while holding the row's lock. */
export function requireVersion(allowed: ReadonlySet<string> | null, version: number): void {
  if (allowed && !allowed.has(`"${version}"`)) {
    refuse('precondition_failed', {
      detail: `The current version is "${version}". Read the resource again, then repeat the change.`,
    })
  }
}
