import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '#infra/db/client.ts'
import { createOnce, isAnswered } from '#infra/http/idempotency/create-once.ts'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { PostDeps } from '../deps.ts'

interface Creation<Prepared, Created> {
  readonly prepare: () => Promise<Prepared>
  readonly create: (tx: Tx, prepared: Prepared) => Promise<Created>
  /** A value that represents a body that was read as a stream. */
  readonly body?: unknown
}

/**
 * Handles a POST that is prepared before its transaction. A repeated request needs no preparation, since what it would
 * load or fetch may be gone by now.
 */
export async function createPrepared<Prepared, Created>(
  deps: PostDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { prepare, create, body = request.body }: Creation<Prepared, Created>,
): Promise<FastifyReply> {
  const prepared = (await isAnswered(deps, request)) ? null : { value: await prepare() }
  reply.code(201)
  const work = (tx: Tx) => {
    // The stored response has expired since it was read. The next try is prepared.
    if (prepared === null) refuse('idempotency_in_progress', { retryAfterMs: seconds(1) })
    return create(tx, prepared.value)
  }
  return createOnce(deps, request, reply, work, { body })
}
