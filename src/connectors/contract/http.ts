import type { Addresses } from '#rules/operator.ts'
import type { JsonObject } from './json.ts'

/** The HTTP interface of connectors: the request, the complete response, and the details of a failed call. */

/** The app that the operator registered at the network. */
export interface OwnApp {
  readonly clientId: string
  readonly clientSecret: string
  /** A token that the operator chose. It authenticates the network's first request to our webhook URL. */
  readonly verifyToken: string | null
  /** The network's login configuration, which replaces scopes. Omitted if the operator created none. */
  readonly configId?: string
  /** The login method that the app is registered for. Omitted if the network has only one. */
  readonly login?: string
}

/** An OAuth client that servers identify by its published metadata document. */
interface OwnClient {
  /** The URL of this installation, without a trailing slash. */
  readonly publicUrl: string
  /** Returns the private key, an ES256 JWK, that signs the client's token requests. */
  signingKey(): Promise<JsonObject>
}

/**
 * The apps that this installation registers automatically, each at one server for one callback URL. They are stored
 * encrypted.
 */
export interface ServerApps {
  read(server: string, redirectUrl: string): Promise<JsonObject | null>
  /** Stores an app, replacing any earlier one. */
  keep(server: string, redirectUrl: string, app: JsonObject): Promise<void>
}

interface FromServer {
  /**
   * True if a user or a document of the network, not the operator, named the server that was called. Anyone may run
   * such a server, so its statements affect only the account in question.
   */
  readonly isUserNamed?: true
}

export interface Failure extends FromServer {
  /**
   * no: no bytes were sent; maybe: bytes were sent, but no complete response was received; answered: a complete
   * response came.
   */
  readonly sent: 'no' | 'maybe' | 'answered'
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The transport's error code if no response came: timeout, reset, … */
  readonly code: string | null
  /**
   * Present if the connector, not a server, detected the failure. `code` is then a row of its verdict table, and `body`
   * is empty, because `body` is shown to users as the network's message.
   */
  readonly own?: { readonly message: string | null }
  /** The host that was called, for the message about a call that did not reach a server. */
  readonly host?: string
}

/**
 * Thrown by `http` for anything but a complete 2xx response. Connectors do not build it. `api/json-api.ts` does, either
 * from a real response or as the connector's own failure, so nothing can pass for a response that no server sent.
 */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`the call failed: ${failure.status ?? failure.code ?? 'no response'}`)
    this.failure = failure
  }
}

export interface Answer extends FromServer {
  readonly status: number
  /** Headers, with lowercase names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface HttpRequest {
  /** The name that the plan uses, such as `putRecord`. Logs, metrics and parking use it, too. */
  readonly name: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
  /** The timeout, never beyond the step's deadline. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /**
   * True for a linked page outside the network. The request carries no grant, and its failure does not fail the post.
   */
  readonly foreign?: true
}

export interface Http {
  /**
   * The network's configured URLs, without a trailing slash: `api`, and others if the network has them. bluesky: `api`
   * is the server for looking up users who name none; `video` and `directory` are its services. mastodon: `api` is
   * present only if an instance is configured. In the sandbox they are identical.
   */
  readonly addresses: Addresses
  /** Null if the network does not need an app or the operator has not registered one. */
  readonly app: OwnApp | null
  /** This installation as a client of servers where operators do not register an app. */
  readonly ownClient?: OwnClient
  /** The apps at this network's servers. */
  readonly serverApps?: ServerApps
  /** The API version that the operator configured, if each call has to name one. */
  readonly version?: string
  /** The current time by the engine's clock, for networks that state durations in seconds from now. */
  readonly now: Date
  /** Resolves with a 2xx response. Throws `CallFailed` for everything else. */
  send(request: HttpRequest): Promise<Answer>
}
