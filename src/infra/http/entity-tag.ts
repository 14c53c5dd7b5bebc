import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kernel/errors.ts'

/** Tells the version of what is answered, to be sent back in `If-Match`. */
export function tag(reply: FastifyReply, version: number): void {
  reply.header('etag', `"${version}"`)
}

/** The versions that `If-Match` allows; null where any will do. */
export function allowedVersions(request: FastifyRequest): ReadonlySet<string> | null {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return null
  return new Set(header.split(',').map((part) => part.trim()))
}

/** Called under the row's lock: what was read then must still be what is there now. */
export function demandVersion(allowed: ReadonlySet<string> | null, version: number): void {
  if (allowed && !allowed.has(`"${version}"`)) {
    refuse('precondition_failed', { detail: `It is at "${version}" now. Read it again, then repeat the change.` })
  }
}
