import type { IncomingMessage, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Credential } from '#kernel/caller.ts'
import { Refusal, refuse } from '#kernel/errors.ts'
import { bearerToken, demandAccess, demandAccessRule } from './access.ts'
import { documentRoute, openApiOptions } from './openapi.ts'
import { asMissing, asRefusal, problemHeaders, problemOf } from './problem.ts'
import type { RateLimiter } from './rate-limit.ts'
import { requestIdOf } from './request-id.ts'
import { methodsAt, noteRoute } from './route-table.ts'
import { refuseUnacceptable, refuseUndeclared, validatorCompiler } from './validation.ts'

export interface EdgeOptions {
  readonly log: FastifyBaseLogger
  readonly trustProxy: boolean | string
  /** Whether people reach this by https. */
  readonly https: boolean
  readonly corsOrigins: readonly string[]
  /** Requests a minute for each key or person; 0 lets all through. */
  readonly ratePerMinute: number
  readonly limiter: RateLimiter
  /** Reads a bearer token; refuses a bad one. */
  authenticate(token: string): Promise<Credential>
}

/** What modules add their routes to; bodies, queries and answers are typed by their zod schemas. */
export type Edge = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

const bodyLimitBytes = 1024 * 1024

/** The HTTP edge: everything that holds for every route. Modules add their routes to it. */
export async function createEdge(options: EdgeOptions): Promise<Edge> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: options.trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 512 },
    // A request that is under way when the server closes is answered, and so is the next one of a kept connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply as FastifyReply),
    clientErrorHandler(_error, socket) {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    },
  }).withTypeProvider<ZodTypeProvider>()

  app.setValidatorCompiler(validatorCompiler as never)
  app.setSerializerCompiler(serializerCompiler)
  readJsonStrictly(app)
  app.decorateRequest('caller', null)

  // Before the rule about routes: the preflight that the plugin answers is no route of ours.
  if (options.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...options.corsOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
      exposedHeaders: ['etag', 'ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id', 'idempotency-replayed'],
    })
  }

  app.addHook('onRoute', (route) => {
    demandAccessRule(route)
    documentRoute(route)
    noteRoute(app, route)
  })
  await app.register(swagger, openApiOptions())
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
    // What only concerns pages is left to the one page there is, the reference.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // Only for our own name: what else runs under the operator's domain is not ours to decide.
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  await app.register(cookie)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('cache-control', 'no-store')
    const token = bearerToken(request)
    if (token !== null) request.caller = { ...(await options.authenticate(token)), requestId: request.id }
    if (request.is404) return
    await demandAllowance(options, request, reply)
    refuseUnacceptable(request)
    const access = request.routeOptions.config.access
    if (access) demandAccess(access, request.caller)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    refuseUndeclared(request)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, res: reply, durationMs: Math.round(reply.elapsedTime) }, 'request')
    done()
  })
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
  app.setNotFoundHandler((request) => {
    const methods = methodsAt(app, request.url)
    if (methods.length > 0) refuse('method_not_allowed', { headers: { allow: methods.join(', ') } })
    refuse('route_not_found')
  })
  return app
}

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asMissing(asRefusal(error), request.routeOptions?.config?.refusals ?? [])
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'a bug: this request could not be answered')
  if (refusal.code === 'database_unavailable') request.log.warn({ err: error }, 'the database does not answer')
  return reply
    .code(refusal.status)
    .headers(problemHeaders(refusal))
    .send(JSON.stringify(problemOf(refusal, request.id)))
}

/** JSON is the only body there is, and zero bytes count as none. */
function readJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.length === 0) return done(null, undefined)
    return parse(request, body, (error, value) =>
      error ? done(new Refusal('malformed_json', { detail: 'The body is not readable JSON.' })) : done(null, value),
    )
  })
}

async function demandAllowance(options: EdgeOptions, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { attemptsPerMinute } = request.routeOptions.config
  const caller = request.caller
  const perMinute = attemptsPerMinute ?? options.ratePerMinute
  if (perMinute === 0) return
  const who = caller ? (caller.keyId ?? caller.uid) : request.ip
  const bucket = attemptsPerMinute ? `attempt:${request.routeOptions.url}:${request.ip}` : `calls:${who}`
  const allowance = await options.limiter.take(bucket, perMinute)
  const resetSeconds = Math.ceil(allowance.resetAfterMs / 1_000)
  reply.header('ratelimit-policy', `"default";q=${allowance.limit};w=60`)
  reply.header('ratelimit', `"default";r=${allowance.remaining};t=${resetSeconds}`)
  if (!allowance.allowed) refuse('rate_limited', { retryAfterMs: allowance.resetAfterMs })
}
