import type { onRequestHookHandler } from 'fastify'
import helmet from 'helmet'

/**
 * The security headers of every answer, made ready once: the Fastify plugin for helmet reads its options anew at each
 * request. What only concerns pages is left to the one page there is, the reference.
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
    // Only for our own name: what else runs under the operator's domain is not ours to decide.
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  return (request, reply, done) => setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined))
}
