import type { FastifyReply } from 'fastify'

/**
 * Returns a signal that aborts when the client disconnects before its response was sent. For a request whose body has
 * been read to the end, only the response tells.
 */
export function clientGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
