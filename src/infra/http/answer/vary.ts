import type { FastifyReply } from 'fastify'

/** Tells caches that the answer also depends on this header of the request. */
export function addVary(reply: FastifyReply, header: string): void {
  const known = reply.getHeader('vary')
  reply.header('vary', known === undefined ? header : `${String(known)}, ${header}`)
}
