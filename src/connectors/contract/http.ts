import type { Addresses } from '#rules/operator.ts'
import type { JsonObject } from './json.ts'

/** The HTTP interface of connectors: the request, the whole answer, and the facts of a failed call. */

/** The app that the operator registered at the network. */
export interface OwnApp {
  readonly clientId: string
  readonly clientSecret: string
  /** A token that the operator chose. It authenticates the network's first request to our webhook address. */
  readonly verifyToken: string | null
  /** The network's configuration for sign-ins, which takes the place of scopes. Absent: the operator made none. */
  readonly configId?: string
  /** The way to sign in that the app is registered for. Absent: the network has one. */
  readonly login?: string
}

/** An OAuth client that servers know by the metadata document which it publishes. */
interface OwnClient {
  /** The address of this installation, without a trailing slash. */
  readonly publicUrl: string
  /** Returns the private key, as a JWK for ES256, with which the client signs its requests for tokens. */
  signingKey(): Promise<JsonObject>
}

/** The apps that this installation registers by itself, each at one server for one callback address. They are stored sealed. */
export interface ServerApps {
  read(server: string, redirectUrl: string): Promise<JsonObject | null>
  /** Stores an app in place of an earlier one. */
  keep(server: string, redirectUrl: string, app: JsonObject): Promise<void>
}

interface FromServer {
  /**
   * True where a user or a document of the network named the server that was called, and not the operator. Such a server
   * may be anybody's, so that what it says concerns the account at hand alone.
   */
  readonly isUserNamed?: true
}

export interface Failure extends FromServer {
  /** no: not a byte left; maybe: bytes left and no whole answer came; answered: a whole answer came. */
  readonly sent: 'no' | 'maybe' | 'answered'
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The transport's error code, where no answer came: timeout, reset, … */
  readonly code: string | null
  /**
   * Present where no server said it: the connector found it out itself. `code` is then a row of its verdict table, and
   * `body` is empty, since users see `body` as the network's own words.
   */
  readonly own?: { readonly message: string | null }
  /** The host that was called, for the message about a call that reached no server. */
  readonly host?: string
}

/**
 * Thrown by `http` for anything but a whole 2xx answer. Connectors do not build it: `api/json-api.ts` does, from an answer
 * that came, or as a finding of their own, so that nothing passes for an answer that no server gave.
 */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`the call failed: ${failure.status ?? failure.code ?? 'no answer'}`)
    this.failure = failure
  }
}

export interface Answer extends FromServer {
  readonly status: number
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface HttpRequest {
  /** The name that the plan uses: `putRecord`. Also used for logs, metrics and parking. */
  readonly name: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
  /** The timeout, never beyond the step's deadline. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /**
   * True for a page that the post links to, which does not belong to the network. The request carries no grant, and its
   * failure does not fail the post.
   */
  readonly foreign?: true
}

export interface Http {
  /**
   * The network's addresses as configured, without a trailing slash: `api`, and others where the network has them.
   * bluesky: `api` is the server where a person who names none is looked up; `video` and `directory` are its services.
   * mastodon: `api` is present only if an instance is configured. In the sandbox all of them are one.
   */
  readonly addresses: Addresses
  /** Null: the network needs no app, or the operator has registered none. */
  readonly app: OwnApp | null
  /** This installation, as servers know it where no operator registers an app. */
  readonly ownClient?: OwnClient
  /** The apps at the servers of this network. */
  readonly serverApps?: ServerApps
  /** The API version that the operator has set, where each call has to name one. */
  readonly version?: string
  /** The current time by the engine's clock, for durations that a network states in seconds from now. */
  readonly now: Date
  /** Resolves with a 2xx. Throws `CallFailed` for everything else. */
  send(request: HttpRequest): Promise<Answer>
}
