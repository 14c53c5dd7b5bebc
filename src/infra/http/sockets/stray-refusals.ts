import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '#kernel/errors.ts'

/**
 * The last resort for a refusal that no code caught, such as an error in a stream without a listener. A refusal is
 * always about one request, so it never ends the process. It is a bug in Posthorn and is logged as one. Any other error
 * that no code caught ends the process, as it would without this: the resulting state is unknown.
 */
export function outliveStrayRefusals(log: FastifyBaseLogger): () => void {
  const take = (error: unknown): void => {
    if (!(error instanceof Refusal)) {
      process.off('uncaughtException', take)
      throw error
    }
    log.error({ event: 'request.stray_refusal', err: error }, 'Bug: uncaught request error')
  }
  process.on('uncaughtException', take)
  return () => void process.off('uncaughtException', take)
}
