import type { onRequestHookHandler } from 'fastify'
import helmet from 'helmet'

/**
 * Sets the security headers of every response. They are prepared once, because the Fastify plugin for helmet reads its
 * options again at each request. Headers that matter only to pages are set by the only page, the reference.
 */
export function protection(options: { readonly https: boolean }): onRequestHookHandler {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // Only for our own host name: other services under the operator's domain are not ours to decide about.
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  return (request, reply, done) => setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined))
}
