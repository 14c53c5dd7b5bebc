import type { FastifyReply } from 'fastify'

/** Tells caches that the response also depends on this request header. */
export function addVary(reply: FastifyReply, header: string): void {
  const known = reply.getHeader('vary')
  reply.header('vary', known === undefined ? header : `${String(known)}, ${header}`)
}
