import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kernel/errors.ts'

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
