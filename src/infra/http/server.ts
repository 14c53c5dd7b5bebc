import type { IncomingMessage, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
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
import type { Caller, Credential } from '#kernel/caller.ts'
import { hours } from '#kernel/clock.ts'
import { type RefusalCode, refuse } from '#kernel/errors.ts'
import type { ApiKeyId } from '#kernel/ids.ts'
import { bearerToken, isByCron, pathOf, requireAccess, requireAccessRule, requireAudience } from './access.ts'
import { countRefusal, requireAllowance, requireFewRefusals } from './allowance.ts'
import { compressJson } from './answer/compress.ts'
import { answerUnchanged, isRead, sendTags } from './answer/conditional.ts'
import { waitIfPreferred } from './answer/prefer-wait.ts'
import { asMissing, asRefusal, problemHeaders, problemOf } from './answer/problem.ts'
import { announceDeprecation, protection, sendLocation } from './answer/response-headers.ts'
import { completeRoute } from './complete-route.ts'
import { holdConditions } from './idempotency/conditions.ts'
import type { KeyDeps } from './idempotency/keyed-request.ts'
import { handedCaller } from './inside.ts'
import type { DocumentParts } from './openapi/document.ts'
import { openApiOptions } from './openapi/openapi.ts'
import { methodsAt, noteRoute } from './openapi/route-table.ts'
import { spellPlatform } from './platforms.ts'
import type { RateLimiter } from './rate-limit.ts'
import { leaveUnread, readBodies } from './request/bodies.ts'
import { noticeProxy } from './request/notice-proxy.ts'
import { requireOwnHost } from './request/own-host.ts'
import { requestIdOf } from './request/request-id.ts'
import { shownPathOf } from './request/shown-path.ts'
import { namesHtml, parseQuery, refuseUnacceptable, refuseUndeclared, validatorCompiler } from './request/validation.ts'
import { drainOnClose } from './sockets/drain.ts'
import { keepUseFair } from './sockets/fair-use.ts'
import { type LingerLimits, lingerWhenUnread } from './sockets/linger.ts'
import { answerUnreadable, passOverExpectations, plainHeaders } from './sockets/unreadable.ts'

export interface EdgeOptions {
  readonly log: FastifyBaseLogger
  readonly trustProxy: boolean | string
  /** True if users reach the service over HTTPS. */
  readonly https: boolean
  readonly corsOrigins: readonly string[]
  /**
   * The URL of an installation that can be reached only from its own machine; requests for other hosts are refused.
   * Null if others can reach it: each new account then needs a code or an invitation, and a proxy may choose the
   * `Host`.
   */
  readonly loopbackUrl?: string | null
  /** The cron secret for `x-cron-secret`. If null, it is never accepted. */
  readonly cronSecret?: string | null
  /** Requests per minute for each user or address; 0 means no limit. */
  readonly ratePerMinute: number
  /** The maximum time for a request to arrive. Defaults to 30 seconds. */
  readonly requestTimeoutMs?: number
  /** The maximum time for a streamed body. Defaults to an hour. No pause may be longer than the request timeout. */
  readonly uploadTimeoutMs?: number
  /**
   * Time and bytes for which the server keeps reading after it has responded to an unfinished request.
   */
  readonly linger?: Partial<LingerLimits>
  readonly limiter: RateLimiter
  /** Requirements of the headers `Idempotency-Key` and `If-Match`. If omitted, the edge does not handle them. */
  readonly conditions?: KeyDeps
  /** The refusals that reading a bearer token can cause, in addition to `unauthenticated`. */
  readonly credentialRefusals?: readonly RefusalCode[]
  /** The parts of the OpenAPI document that are not derived from routes. */
  readonly document?: DocumentParts
  /** Returns the URL of the OAuth metadata for the resource at a path. Omitted if apps cannot sign in. */
  metadataUrlAt?(path: string): string
  /** Renders the 404 page for browsers. If omitted, browsers get problem+json like other clients. */
  showMissing?(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Runs after each request that may have changed data. */
  onWritten?(): void
  /** Runs after each request with an API key. */
  onKeyUsed?(request: KeyRequest): void
  /** Reads a bearer token; refuses a bad one. */
  authenticate(token: string): Promise<Credential>
}

/** A request with an API key, without anything that may be secret. */
interface KeyRequest {
  readonly keyId: ApiKeyId
  readonly method: string
  readonly path: string
  readonly status: number
  /** The code of the problem, or null. */
  readonly code: string | null
  readonly requestId: string
}

/**
 * The server to which modules add their routes. A route's zod schemas determine the types of its body, query and
 * responses.
 */
export type Edge = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

const bodyLimitBytes = 1024 * 1024

/** Creates the HTTP server with everything common to all routes. Modules add their routes to it. */
export async function createEdge(options: EdgeOptions): Promise<Edge> {
  const requestTimeoutMs = options.requestTimeoutMs ?? 30_000
  const app = Fastify({
    // A separate logger, so that its level can be changed while the server starts to listen.
    loggerInstance: options.log.child({}),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    rewriteUrl: ({ url = '/' }) => spellPlatform(url),
    // A per-request logger would log the request ID twice and costs more than the rest of the line.
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    http: {
      // We refuse a request without a Host ourselves, with a problem document.
      requireHostHeader: false,
      // If this were longer than the timeout of the whole request, Node would confuse the two.
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs),
    },
    // completeRoute adds HEAD to the GET route.
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 512, querystringParser: parseQuery },
    // While the server closes, it responds to running requests and to the next request on a kept-alive connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => answerProblem(options, error, request, reply as FastifyReply),
    clientErrorHandler: answerUnreadable,
    // Passed here rather than set later, so that Fastify does not load its own JSON Schema compilers.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => serializerCompiler as never,
      },
    },
  }).withTypeProvider<ZodTypeProvider>()

  readBodies(app)
  app.decorate('arrival', { idleMs: requestTimeoutMs, wholeMs: options.uploadTimeoutMs ?? hours(1) })
  app.decorateRequest('caller', null)
  app.decorateRequest('refusedAs', null)
  app.setErrorHandler((error, request, reply) => answerProblem(options, error, request, reply))
  passOverExpectations(app.server)
  drainOnClose(app)
  lingerWhenUnread(app, options.linger)
  announceDeprecation(app)
  sendLocation(app)
  sendTags(app)
  answerUnchanged(app)
  if (options.conditions) holdConditions(app, options.conditions, options.log)
  waitIfPreferred(app)
  compressJson(app)

  // Registered before the route hook, because the plugin's preflight route is not our own.
  if (options.corsOrigins.length > 0) {
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.method === 'OPTIONS' && !isPreflight(request)) refuseMethod(app, request)
      done()
    })
    await app.register(cors, {
      origin: [...options.corsOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
      exposedHeaders: [
        'deprecation',
        'etag',
        'location',
        'preference-applied',
        'ratelimit',
        'ratelimit-policy',
        'retry-after',
        'sunset',
        'www-authenticate',
        'x-request-id',
        'idempotency-replayed',
      ],
    })
  }

  app.addHook('onRoute', (route) => {
    requireAccessRule(route)
    completeRoute(route)
    leaveUnread(route)
    noteRoute(app, route)
  })
  await app.register(swagger, openApiOptions(options.document, options.credentialRefusals))
  await app.register(cookie)
  app.addHook('onRequest', protection(options))
  if (options.trustProxy === false) noticeProxy(app, options.log)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('cache-control', 'no-store')
    if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1')
      refuse('malformed_request', { detail: 'HTTP/1.1 requires a `Host` header.' })
    if (options.loopbackUrl) requireOwnHost(options.loopbackUrl, request.raw.headers)
    const { access, rateLimited = true } = request.routeOptions.config
    try {
      request.caller = handedCaller(request.raw) ?? (await readCaller(options, request))
    } finally {
      // A request with an invalid credential also counts toward its address.
      if (rateLimited === 'when refused') requireFewRefusals(options, request)
      else if (rateLimited) await requireAllowance(options, request, reply)
    }
    // Runs before the body and query are parsed, so that an unknown path is 404 even if they are invalid.
    if (request.is404) refuseMethod(app, request)
    refuseUnacceptable(request)
    if (access && !isByCron(options.cronSecret, request)) requireAccess(access, request.caller)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    refuseUndeclared(request)
    done()
  })
  keepUseFair(app)
  // Before the response is sent, so that the next request of the same client finds it counted.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.routeOptions.config?.rateLimited === 'when refused') countRefusal(options, request, reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, res: reply, durationMs: Math.round(reply.elapsedTime) }, 'request')
    if (!isRead(request) && reply.statusCode < 400) options.onWritten?.()
    if (request.caller?.kind === 'api-key' && options.onKeyUsed) {
      options.onKeyUsed({
        keyId: request.caller.keyId as ApiKeyId,
        method: request.method,
        path: shownPathOf(request),
        status: reply.statusCode,
        code: request.refusedAs,
        requestId: request.id,
      })
    }
    done()
  })
  app.setNotFoundHandler((request) => refuseMethod(app, request))
  return app
}

async function readCaller(options: EdgeOptions, request: FastifyRequest): Promise<Caller | null> {
  if (request.routeOptions.config?.ownToken) return null
  const token = bearerToken(request)
  if (token === null) return null
  const credential = await options.authenticate(token)
  requireAudience(credential, request.url)
  return { ...credential, requestId: request.id }
}

const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined

function refuseMethod(app: FastifyInstance, request: FastifyRequest): never {
  const methods = methodsAt(app, request.url)
  if (methods.length === 0) refuse('route_not_found')
  const allow = methods.join(', ')
  return refuse('method_not_allowed', {
    detail: `${request.method} isn’t supported here. Supported methods: ${allow}.`,
    headers: { allow },
  })
}

function answerProblem(
  options: EdgeOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const refusal = asMissing(asRefusal(error), request.routeOptions?.config?.refusals ?? [])
  if (refusal.code === 'internal_error')
    request.log.error({ err: error, requestId: request.id }, 'Bug: request could not be handled')
  if (refusal.code === 'database_unavailable')
    request.log.warn({ err: error, requestId: request.id }, 'Database is not responding')
  request.refusedAs = refusal.code
  const sendProblem = () =>
    reply
      .code(refusal.status)
      .headers({ ...problemHeaders(refusal, credentialsOf(options, request)), ...plainHeaders(request.id) })
      .send(JSON.stringify(problemOf(refusal, request.id)))
  if (refusal.code === 'route_not_found' && options.showMissing && asksForPage(request))
    return options.showMissing(request, reply).catch(sendProblem)
  return sendProblem()
}

/** True for a browser that opens a URL. The API serves programs, whatever they accept. */
const asksForPage = (request: FastifyRequest): boolean =>
  isRead(request) && namesHtml(request.headers.accept ?? '') && !pathOf(request.url).startsWith('/v1/')

const credentialsOf = ({ metadataUrlAt }: EdgeOptions, { url, caller, headers }: FastifyRequest) => ({
  metadataUrl: metadataUrlAt?.(pathOf(url)),
  isTokenBad: !caller && /^Bearer /i.test(headers.authorization ?? ''),
})
