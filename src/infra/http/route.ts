import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Access, Scope } from '#kernel/caller.ts'
import type { RefusalCode } from '#kernel/errors.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { type Contents, hasContents } from './schemas.ts'
import type { Edge } from './server.ts'

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const
type Method = keyof typeof methods

/** The method and the URL of an operation: `get: '/v1/profiles/:id'`. */
type At = { [M in Method]: { readonly [N in M]: string } & { readonly [N in Exclude<Method, M>]?: never } }[Method]

/** An operation of the API, as the OpenAPI document describes it. */
type Documented<Shared> = Own<Shared, 'tag' | 'access'> & {
  /** The name of the operation in the document and in the clients. */
  readonly id: string
  readonly summary: string
  readonly description?: string
  readonly hidden?: never
}

/** A page, or an endpoint that another standard describes. It is not in the document. */
type Hidden<Shared> = Own<Shared, 'access'> & {
  readonly hidden: true
  readonly id?: never
  readonly summary?: never
  readonly description?: never
}

interface Rules
  extends Pick<
    FastifyContextConfig,
    | 'anyAccept'
    | 'attemptsPerMinute'
    | 'changesState'
    | 'formerQuery'
    | 'ifMatch'
    | 'largeAnswer'
    | 'location'
    | 'ownToken'
    | 'rateLimited'
    | 'repeats'
    | 'right'
    | 'successor'
    | 'waits'
  > {
  /** The refusals specific to this operation; `describe-route.ts` adds the shared ones. */
  readonly refuses?: readonly RefusalCode[]
  /** The kind of a body that is not JSON. The handler reads it with `readForm` or `openBody`. */
  readonly bodyAs?: FastifyContextConfig['body']
  /** The maximum size of a JSON body, if one mebibyte is not enough. */
  readonly bodyLimit?: number
  /** Responds to errors in a format other than problem documents. */
  readonly onError?: NonNullable<RouteOptions['errorHandler']>
}

/** Members that a group shares, passed once to `routesWith`. */
interface Shareable {
  /** The section of the reference. */
  readonly tag: string
  /**
   * The credential and rights that the operation requires: anyone, an identity token, or an identity token or a key with
   * a scope. Roles and less common rules are objects.
   */
  readonly access: 'anyone' | 'identity' | Scope | Access
}

/** Requires the members that are not shared. */
type Own<Shared, Keys extends keyof Shareable> = { readonly [K in Exclude<Keys, keyof Shared>]: Shareable[K] } & {
  readonly [K in Extract<Keys, keyof Shared>]?: Shareable[K]
}

/** A response: the schema of its JSON, or its description by content type. */
type Answer = z.ZodType | { readonly description: string; readonly content: Contents }
type Answers = Answer | { readonly [status: number]: Answer } | undefined
type Schema = z.ZodType | undefined
type BodySchema = Schema | { readonly content: Contents }

/** The schemas of an operation as Fastify knows them; it derives the types of the request and the reply from them. */
interface Schemas<Params, Query, Headers, Body, Response> {
  readonly params: Params
  readonly querystring: Query
  readonly headers: Headers
  readonly body: Body
  readonly response: Response extends Answer ? { 200: Response } : Response
}

type Does<Params, Query, Headers, Body, Response> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  unknown,
  Schemas<Params, Query, Headers, Body, Response>,
  ZodTypeProvider,
  FastifyBaseLogger
>

type Operation<
  Shared,
  P extends Schema,
  Q extends Schema,
  H extends Schema,
  B extends BodySchema,
  A extends Answers,
> = At &
  (Documented<Shared> | Hidden<Shared>) &
  Rules & {
    readonly params?: P
    readonly query?: Q
    readonly headers?: H
    readonly body?: B
    /** The response of status 200, or responses by status. */
    readonly answers?: A
    /** Handles a valid and authorized request. */
    readonly does: Does<P, Q, H, B, A>
  }

/** Returns a function that adds operations with shared members. Each operation can override them. */
export const routesWith =
  <Shared extends Partial<Shareable> & Rules>(shared: Shared) =>
  <
    P extends Schema = undefined,
    Q extends Schema = undefined,
    H extends Schema = undefined,
    B extends BodySchema = undefined,
    A extends Answers = undefined,
  >(
    app: Edge,
    operation: Operation<Shared, P, Q, H, B, A>,
  ): void => {
    const {
      tag,
      access,
      refuses: refusals,
      bodyAs: body,
      bodyLimit,
      onError: errorHandler,
      ...rules
    } = { ...shared, ...operation }
    const {
      anyAccept,
      attemptsPerMinute,
      changesState,
      formerQuery,
      ifMatch,
      largeAnswer,
      location,
      ownToken,
      rateLimited,
      repeats,
      right,
      successor,
      waits,
    } = rules
    const schema: FastifySchema = omitUndefined({
      operationId: operation.id,
      hide: operation.hidden,
      tags: tag === undefined || operation.hidden ? undefined : [tag],
      summary: operation.summary,
      description: operation.description,
      params: operation.params,
      querystring: operation.query,
      headers: operation.headers,
      body: operation.body,
      response: isAnswer(operation.answers) ? { 200: operation.answers } : operation.answers,
    })
    app.route({
      ...whereOf(operation),
      ...omitUndefined({ bodyLimit, errorHandler }),
      config: omitUndefined({
        access: access && toAccess(access),
        refusals,
        body,
        anyAccept,
        attemptsPerMinute,
        changesState,
        formerQuery,
        ifMatch,
        largeAnswer,
        location,
        ownToken,
        rateLimited,
        repeats,
        right,
        successor,
        waits,
      }),
      schema: schema as Schemas<P, Q, H, B, A>,
      handler: operation.does,
    })
  }

/** Adds one operation to the server. */
export const route = routesWith({})

function toAccess(access: Shareable['access']): Access {
  if (typeof access !== 'string') return access
  if (access === 'anyone') return { credential: 'none' }
  return access === 'identity' ? { credential: 'identity' } : { credential: 'key-or-identity', scope: access }
}

const isAnswer = (answers: Answers): answers is Answer => answers instanceof z.ZodType || hasContents(answers)

function whereOf(at: At) {
  for (const [name, method] of Object.entries(methods)) {
    const url = at[name as Method]
    if (url !== undefined) return { method, url }
  }
  throw new Error('The operation has no method')
}
