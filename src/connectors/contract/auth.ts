import type { z } from 'zod'
import type { Http } from './http.ts'
import type { JsonObject } from './json.ts'
import type { Granted, OAuth, OAuthAt } from './oauth.ts'

/** The connection of an account: signing in, renewing and ending a grant, and the accounts that it covers. */
export interface Auth<Grant> {
  readonly kind: 'direct' | 'oauth'
  /** The sign-in through the network's own page. Present exactly where `kind` is `oauth`. */
  readonly oauth?: OAuth<Grant>
  /** The sign-in through a page of a server that the person names. Beside a direct connect. */
  readonly oauthAt?: OAuthAt<Grant>
  /** The scopes to request when an account is connected. Absent: the network grants all or nothing. */
  readonly scopes?: readonly string[]
  /**
   * The scopes without which nothing can be published: a consent that lacks one is refused. One scope of a nested list
   * is enough. Absent: `scopes`.
   */
  readonly needs?: readonly (string | readonly string[])[]
  /** Pure: returns the way by which a grant with these scopes was made, where the network has several (`login`). */
  loginOf?(scopes: readonly string[]): string
  /**
   * Pure: returns warnings for the owner of the account about the granted scopes, such as that they are broader than
   * needed.
   */
  warningsOf?(scopes: readonly string[]): readonly string[]
  /** The schema of the fields of a direct connect. */
  readonly fields?: z.ZodObject
  /**
   * Direct connect: trades the typed credentials for a grant. The secret itself is kept only if the network needs it
   * again. If the user names no server, the connector looks for the account at `http.addresses.api`.
   */
  connect?(http: Http, fields: JsonObject): Promise<Granted<Grant>>
  /** Renews a grant that expires. Absent: the network cannot renew grants. The caller holds the lease on the grant. */
  refresh?(http: Http, grant: Grant): Promise<Granted<Grant>>
  /** Ends the grant at the network. A failure is harmless. */
  revoke?(http: Http, grant: Grant): Promise<void>
  /**
   * True where `revoke` of one grant leaves newer grants of the same person alone. A replaced grant is then ended at
   * the network.
   */
  readonly endsAlone?: true
  /** Reads the account of the grant, live. Where the grant covers several pages, `remoteId` selects one. */
  whoami(http: Http, grant: Grant, remoteId?: string): Promise<RemoteAccount>
  /** Lists the pages that a person may choose from after signing in. Absent: a sign-in is one account. */
  targets?(http: Http, grant: Grant): Promise<readonly Target[]>
}

export interface RemoteAccount {
  /** The network's own id, which never changes. */
  readonly remoteId: string
  readonly handle: string
  readonly displayName: string | null
  readonly avatar: string | null
  readonly followers: number | null
  /** The number of accounts that this one follows. Absent: the network does not say. */
  readonly following?: number | undefined
  /** The number of posts of the account, by Posthorn or not. Absent: the network does not say. */
  readonly posts?: number | undefined
  /** The facts that limits and addresses depend on: the host, an instance's limits. Not secret. */
  readonly facts: JsonObject
}

/** A page that a person may choose. */
export interface Target extends RemoteAccount {
  readonly category: string | null
  /**
   * The reason why nothing can be published to the page in its present state, worded for the person. Null: publishing
   * works.
   */
  readonly lacks: string | null
}
