import type { Addresses } from '#rules/operator.ts'
import type { Failure, Http, OwnApp } from './http.ts'
import type { JsonObject } from './json.ts'

/** The path of the document by which servers of other networks know this installation as a client. */
export const clientMetadataPath = '/oauth/client-metadata.json'

/** The OAuth part of a connector. Calls that need the operator's own app find it in `http.app`. */
export interface OAuth<Grant> {
  /** True where the network supports PKCE, which proves that the person who returns is the one who left. */
  readonly pkce: boolean
  /** The network's requirements on the callback address, apart from its registration by the operator. */
  readonly callback: {
    readonly https: boolean
    readonly localhost: boolean
    /** True where each sign-in ends at `/v1/platforms/<id>/callback`, since apps are registered with either address. */
    readonly endsAtPlatformPath?: true
  }
  /** Pure: returns the address to which the person is sent. */
  authorizeUrl(addresses: Addresses, app: OwnApp, asked: AuthorizeRequest): string
  /** Trades the code for a grant. The `scopes` of the result are the granted ones, not the requested ones. */
  exchange(http: Http, given: ExchangeRequest): Promise<Granted<Grant>>
  /**
   * Pure: true where the network refused the app and not the code. Present where the verdict on a failed sign-in does
   * not tell the two apart.
   */
  isUnknownApp?(failure: Failure): boolean
}

/**
 * The OAuth part of a network of many servers, where the operator registers no app: each server learns of this
 * installation when somebody signs in there. PKCE is always used.
 */
export interface OAuthAt<Grant> {
  /** The field of the API in which the person names the account, or the server. */
  readonly named: 'identifier' | 'instanceUrl'
  readonly scopes: readonly string[]
  /** Like `needs` of `Auth`. Absent: `scopes`. */
  readonly needs?: readonly (string | readonly string[])[]
  /** Finds the server, and prepares the sign-in there with the calls that this takes. */
  begin(http: Http, asked: BeginRequest): Promise<Begun>
  /** Trades the code for a grant. */
  exchange(http: Http, given: ExchangeAtRequest): Promise<Granted<Grant>>
}

export interface BeginRequest extends AuthorizeRequest {
  readonly challenge: string
  /** The account or the server, as the person typed it. */
  readonly name: string
}

/** A sign-in that is prepared. It is stored sealed until the person comes back. */
export interface Begun {
  /** The address to which the person is sent. */
  readonly authorizeUrl: string
  /** The facts that `exchange` needs. */
  readonly memo: JsonObject
  /** When the server forgets that address if nobody opens it. Null: not soon. */
  readonly openUntil: Date | null
}

interface ExchangeAtRequest extends ExchangeRequest {
  readonly verifier: string
  readonly memo: JsonObject
  /** The server that sends the person back, as the callback names it (`iss`). */
  readonly issuer: string | null
}

interface AuthorizeRequest {
  /** The callback address, byte for byte the same in both requests. */
  readonly redirectUrl: string
  readonly state: string
  readonly scopes: readonly string[]
  /** S256 of the verifier; null where `pkce` is false. */
  readonly challenge: string | null
}

export interface ExchangeRequest {
  readonly code: string
  readonly redirectUrl: string
  readonly verifier: string | null
}

export interface Granted<Grant> {
  readonly grant: Grant
  /** The network's id of the person who granted it. */
  readonly principal: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  /** False: only a new consent can follow `expiresAt`, although the network renews other grants. Absent: true. */
  readonly renewable?: boolean
}
