/** How a connector calls its network: the request, the whole answer, and what is known of a call that failed. */

/** What the operator registered at the network. */
export interface OwnApp {
  readonly clientId: string
  readonly clientSecret: string
  /** Of the operator's making, by which the network's first question to our address is known. */
  readonly verifyToken: string | null
}

export interface Failure {
  /** no: not a byte left; maybe: bytes left and no whole answer came; answered: a whole answer came. */
  readonly sent: 'no' | 'maybe' | 'answered'
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Of the transport, where there was no answer: timeout, reset, … */
  readonly code: string | null
  /** Who was called, for the words of a call that reached nobody. */
  readonly host?: string
}

/** What `http` throws for anything but a whole 2xx answer, and a connector for a 2xx that it cannot read. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`the call failed: ${failure.status ?? failure.code ?? 'no answer'}`)
    this.failure = failure
  }
}

export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface HttpRequest {
  /** As the plan calls it: `putRecord`. For logs, metrics and parking. */
  readonly name: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Never beyond the step's deadline. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** A page that the post links to, not the network: never with a grant, and its failure is no failure of the post. */
  readonly foreign?: true
}

export type Addresses = Readonly<Partial<Record<'api' | 'auth' | 'video' | 'upload' | 'directory', string>>>

export interface Http {
  /**
   * Where the network is, as it was configured, without a slash at the end: `api`, and what else it has. bluesky: `api` is
   * the server that a person is looked for on who names none, `video` and `directory` its services. mastodon: `api` is
   * there only if an instance is configured. In the sandbox all of them are one.
   */
  readonly addresses: Addresses
  /** Null: the network needs none, or the operator has registered none. */
  readonly app: OwnApp | null
  /** The version of its interface that the operator has set, where each call has to name one. */
  readonly version?: string
  /** The time by the service's clock, for what a network says in seconds from now. */
  readonly now: Date
  /** Answers with a 2xx; throws `CallFailed` for everything else. */
  send(request: HttpRequest): Promise<Answer>
}
