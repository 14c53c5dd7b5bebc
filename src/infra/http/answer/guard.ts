import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { callerOf } from '../access.ts'
import { type Guarded, matches, quoteVersion, tagOfContent } from './conditional.ts'

/** Reads the resource that a path names, as its GET does, and locks it. */
type ReadNamed<Params, Resource> = (tx: Tx, caller: Caller, params: Params) => Promise<Resource>

/** Guards a resource that has a version. */
export const guardVersion = <Params>(
  schema: z.ZodType,
  read: ReadNamed<Params, { readonly version: number }>,
): Guarded => ({
  schema,
  tags: async (tx, request) => [quoteVersion((await read(tx, callerOf(request), request.params as Params)).version)],
})

/**
 * Guards a resource whose ETag is a digest of its representation. Conditional requests for the same resource take turns,
 * so that of two with the same ETag one is refused.
 */
export const guardContent = <Params>(schema: z.ZodType, read: ReadNamed<Params, unknown>): Guarded => ({
  schema,
  tags: async (tx, request) => {
    const caller = callerOf(request)
    await takeTurn(tx, `${schema.meta()?.id} ${JSON.stringify(request.params)} ${caller.uid}`)
    return [tagOfContent(schema, await read(tx, caller, request.params as Params))]
  },
})

const takeTurn = (tx: Tx, name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 412))`.execute(tx)

/**
 * Refuses the request if the resource has changed since the client read it. Tags are compared weakly, because proxies
 * that compress responses make each tag weak.
 */
export async function requireMatch(tx: Tx, request: FastifyRequest, guarded: Guarded): Promise<void> {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return
  const tags = await guarded.tags(tx, request)
  if (tags.some((tag) => matches(header, tag))) return
  refuse('precondition_failed', {
    detail: `The current ETag is ${tags.join(' or ')}. Read the resource again, then repeat the change.`,
  })
}
