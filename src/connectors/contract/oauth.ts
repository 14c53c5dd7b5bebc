import type { Addresses } from '#rules/operator.ts'
import type { Failure, Http, OwnApp } from './http.ts'
import type { JsonObject } from './json.ts'

/** The path of this installation's OAuth client metadata document. */
export const clientMetadataPath = '/oauth/client-metadata.json'

/** The OAuth part of a connector. `http.app` has the operator's app for calls that need it. */
export interface OAuth<Grant> {
  /**
   * True if the network supports PKCE, which proves that the callback belongs to the browser that started the sign-in.
   */
  readonly pkce: boolean
  /** The network's requirements for the callback URL, apart from its registration by the operator. */
  readonly callback: {
    readonly https: boolean
    readonly localhost: boolean
    /** True if each sign-in ends at `/v1/platforms/<id>/callback`, because apps are registered with either URL. */
    readonly endsAtPlatformPath?: true
  }
  /** Pure: returns the URL to redirect the user to. */
  authorizeUrl(addresses: Addresses, app: OwnApp, request: AuthorizeRequest): string
  /** Exchanges the code for a grant. The result's `scopes` are the granted ones, not the requested ones. */
  exchange(http: Http, given: ExchangeRequest): Promise<Granted<Grant>>
  /**
   * Pure: true if the network refused the app rather than the code. Defined if the verdict on a failed sign-in does not
   * distinguish the two.
   */
  isUnknownApp?(failure: Failure): boolean
}

/**
 * The OAuth part of a network of many servers, for which the operator does not register an app: each server learns of
 * this installation at the first sign-in there. PKCE is always used.
 */
export interface OAuthAt<Grant> {
  /** The API field that contains the account or server that the user named. */
  readonly named: 'identifier' | 'instanceUrl'
  readonly scopes: readonly string[]
  /** Like `needs` of `Auth`. Defaults to `scopes`. */
  readonly needs?: readonly (string | readonly string[])[]
  /** Finds the server and makes the calls that prepare the sign-in there. */
  begin(http: Http, request: BeginRequest): Promise<Begun>
  /** Exchanges the code for a grant. */
  exchange(http: Http, given: ExchangeAtRequest): Promise<Granted<Grant>>
}

export interface BeginRequest extends AuthorizeRequest {
  readonly challenge: string
  /** The account or server as the user typed it. */
  readonly name: string
}

/** A prepared sign-in. It is stored encrypted until the user returns. */
export interface Begun {
  /** The URL to redirect the user to. */
  readonly authorizeUrl: string
  /** The state that `exchange` needs. */
  readonly memo: JsonObject
  /** The time when the server stops accepting the URL if no one opens it. Null if not soon. */
  readonly openUntil: Date | null
}

interface ExchangeAtRequest extends ExchangeRequest {
  readonly verifier: string
  readonly memo: JsonObject
  /** The server that redirects the user back, as named in the callback (`iss`). */
  readonly issuer: string | null
}

interface AuthorizeRequest {
  /** The callback URL, byte for byte the same in both requests. */
  readonly redirectUrl: string
  readonly state: string
  readonly scopes: readonly string[]
  /** S256 of the verifier; null if `pkce` is false. */
  readonly challenge: string | null
}

export interface ExchangeRequest {
  readonly code: string
  readonly redirectUrl: string
  readonly verifier: string | null
}

export interface Granted<Grant> {
  readonly grant: Grant
  /** The network's ID for the person who granted it. */
  readonly principal: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  /**
   * False if only a new sign-in can extend access after `expiresAt`, although the network renews other grants. Defaults
   * to true.
   */
  readonly renewable?: boolean
}
