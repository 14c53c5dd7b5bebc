import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/**
 * Warns once when requests come through a proxy that TRUST_PROXY does not name: all users then have the proxy's address
 * and share its rate limit. A stranger who sends such a header can cause only one line.
 */
export function noticeProxy(app: FastifyInstance, log: FastifyBaseLogger): void {
  let hasSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasSaid && request.headers['x-forwarded-for'] !== undefined) {
      hasSaid = true
      log.warn(
        { from: request.ip },
        'A request came through a proxy, but TRUST_PROXY is not set, so all clients behind it share one address. Set TRUST_PROXY to the proxy’s address, and PUBLIC_URL to the public URL.',
      )
    }
    done()
  })
}
