import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/**
 * Warns once when requests come through a proxy that TRUST_PROXY does not name: all users then have the proxy's address
 * and share its rate limit. A stranger who sends such a header causes no more than one line.
 */
export function noticeProxy(app: FastifyInstance, log: FastifyBaseLogger): void {
  let hasSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasSaid && request.headers['x-forwarded-for'] !== undefined) {
      hasSaid = true
      log.warn(
        { from: request.ip },
        'a request came through a proxy, and TRUST_PROXY is not set: everybody behind it counts as one address. Set TRUST_PROXY to the address of the proxy, and PUBLIC_URL to the address that people use.',
      )
    }
    done()
  })
}
