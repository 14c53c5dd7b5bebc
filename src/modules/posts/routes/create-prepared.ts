import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '#infra/db/client.ts'
import { createOnce, isAnswered } from '#infra/http/idempotency.ts'
import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { PostDeps } from '../deps.ts'

interface Creation<Prepared, Created> {
  readonly prepare: () => Promise<Prepared>
  readonly create: (tx: Tx, prepared: Prepared) => Promise<Created>
}

/**
 * Answers a POST whose preparation takes place before its transaction. A repeated request needs no preparation: what it
 * would load or fetch may be gone by now.
 */
export async function createPrepared<Prepared, Created>(
  deps: PostDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { prepare, create }: Creation<Prepared, Created>,
): Promise<FastifyReply> {
  const prepared = (await isAnswered(deps, request)) ? null : { value: await prepare() }
  reply.code(201)
  return createOnce(deps, request, reply, (tx) => {
    // The stored answer has expired since it was seen. The next try is prepared.
    if (prepared === null) refuse('idempotency_in_progress', { retryAfterMs: seconds(1) })
    return create(tx, prepared.value)
  })
}
