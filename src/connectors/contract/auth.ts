import type { z } from 'zod'
import type { Http } from './http.ts'
import type { JsonObject } from './json.ts'
import type { Granted, OAuth, OAuthAt } from './oauth.ts'

/** The connection of an account: signing in, renewing and revoking a grant, and the accounts that it covers. */
export interface Auth<Grant> {
  readonly kind: 'direct' | 'oauth'
  /** The sign-in on the network's own page. Defined only if `kind` is `oauth`. */
  readonly oauth?: OAuth<Grant>
  /** The sign-in on a page of a server that the user names. Available in addition to a direct connect. */
  readonly oauthAt?: OAuthAt<Grant>
  /** The scopes to request when an account is connected. Omitted if the network grants all or nothing. */
  readonly scopes?: readonly string[]
  /**
   * The scopes that publishing requires: a grant that lacks one is refused. One scope of a nested list is enough.
   * Defaults to `scopes`.
   */
  readonly needs?: readonly (string | readonly string[])[]
  /** Pure: returns the login method that produced a grant with these scopes, if the network has several (`login`). */
  loginOf?(scopes: readonly string[]): string
  /**
   * Pure: returns warnings for the account's owner about the granted scopes, for example that they are broader than
   * needed.
   */
  warningsOf?(scopes: readonly string[]): readonly string[]
  /** The schema of the direct connect fields. */
  readonly fields?: z.ZodObject
  /**
   * Direct connect: exchanges the typed credentials for a grant. The secret itself is stored only if the network needs
   * it again. If the user names no server, the connector looks for the account at `http.addresses.api`.
   */
  connect?(http: Http, fields: JsonObject): Promise<Granted<Grant>>
  /** Renews an expiring grant. Omitted if the network cannot renew grants. The caller holds the lease on the grant. */
  refresh?(http: Http, grant: Grant): Promise<Granted<Grant>>
  /** Revokes the grant at the network. A failure is harmless. */
  revoke?(http: Http, grant: Grant): Promise<void>
  /**
   * True if revoking one grant does not affect newer grants of the same person. A replaced grant is then revoked at the
   * network.
   */
  readonly endsAlone?: true
  /** Reads the grant's account from the network. If the grant covers several pages, `remoteId` selects one. */
  whoami(http: Http, grant: Grant, remoteId?: string): Promise<RemoteAccount>
  /**
   * Lists the pages that a person may choose from after signing in. Omitted if a sign-in covers exactly one account.
   */
  targets?(http: Http, grant: Grant): Promise<readonly Target[]>
}

export interface RemoteAccount {
  /** The network's own ID, which never changes. */
  readonly remoteId: string
  readonly handle: string
  readonly displayName: string | null
  readonly avatar: string | null
  readonly followers: number | null
  /** The number of accounts that this one follows. Omitted if unknown. */
  readonly following?: number | undefined
  /** The number of posts of the account, from Posthorn or elsewhere. Omitted if unknown. */
  readonly posts?: number | undefined
  /** Facts that limits and URLs depend on, such as the host or an instance's limits. Not secret. */
  readonly facts: JsonObject
}

/** A page that the user may choose. */
export interface Target extends RemoteAccount {
  readonly category: string | null
  /**
   * The reason, worded for the user, why the page cannot be published to. Null if it can.
   */
  readonly lacks: string | null
}
