import type { Connector, Http, JsonObject, Loss, MediaRule, OutgoingMedia, Sendable } from '#connectors/connector.ts'
import type { ClaimOptions } from '#infra/claim/index.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Clock } from '#kernel/clock.ts'
import type { AccountId, UserId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { OwnCaps } from './quota/quotas.ts'
import type { RowStatus } from './state.ts'
import type { HeldWhy } from './words.ts'

/** A target: one account of a post, or a reply of the inbox, whose format is `reply`. */
export interface TargetRef {
  readonly targetId: string
  readonly format: string
}

/**
 * The change of a target, reported to the module that owns it. `from` and `to` are equal if another part was published.
 */
export interface Change extends TargetRef {
  readonly publicationId: string
  readonly ownerUid: UserId
  readonly accountId: AccountId
  readonly network: Network
  readonly from: RowStatus
  readonly to: RowStatus
  readonly parts: { readonly shown: number; readonly total: number }
  readonly remoteId: string | null
  readonly url: string | null
  readonly errorCode: string | null
  readonly error: string | null
}

/**
 * The module above, which owns the targets. All code takes row locks in one order: profile, post, publication, lane. So
 * the engine takes the owner's lock before it moves a publication, and reports the change in the same transaction.
 */
export interface TargetOwner<Locked = unknown> {
  lock(tx: Tx, targets: readonly TargetRef[]): Promise<Locked>
  /**
   * `locked` is the result of locking exactly these targets. Pass it only if nothing but the engine has written since.
   */
  changed(tx: Tx, changes: readonly Change[], locked?: Locked): Promise<void>
}

/** Questions that the engine asks the modules above. They have one implementation. */
export interface PublishingGuards {
  readonly targetOwner: TargetOwner
}

export interface AccountAtWork {
  readonly id: AccountId
  readonly ownerUid: UserId
  readonly network: Network
  readonly mode: Mode
  readonly status: 'active' | HeldWhy
  /** The account's reason why it has to be reconnected. */
  readonly statusWhy?: string | null
  readonly facts: JsonObject
}

export interface HttpOptions {
  /** Throws if the call may no longer be made. */
  readonly beforeFirstByte: () => void
  /** The time at which every call is aborted. */
  readonly deadline: Date
  readonly signal: AbortSignal
  /** Opens a new connection, since a visible call must not fail because of a stale one. */
  readonly fresh: boolean
}

/** Functions of the accounts module that the engine uses. */
interface Accounts {
  byIds(db: Db, ids: readonly AccountId[]): Promise<ReadonlyMap<AccountId, AccountAtWork>>
  /** Returns a grant that outlives a step. `refreshIfOlderThan`: the version that the network rejected. */
  liveGrant(
    accountId: AccountId,
    options?: { readonly refreshIfOlderThan?: number },
  ): Promise<{ readonly grant: JsonObject; readonly version: number } | { readonly lost: string }>
  http(account: AccountAtWork, options: HttpOptions): Http
  /**
   * Marks the account as needing a reconnect because the network rejects even the fresh grant of this version. Returns
   * false if there is a newer grant by now, so that the call may be tried again.
   */
  needsReconnect(accountId: AccountId, loss: Loss, version: number): Promise<boolean>
}

/** A grant to use. `fault`: the grant cannot be read now, which does not make it invalid. */
export type Granted = Awaited<ReturnType<Accounts['liveGrant']>> | { readonly fault: unknown }

/**
 * Moments at which a process may die. Used only by tests and benchmarks. The moments in between belong to the network.
 */
export type KillPoint =
  | 'claimed'
  | 'before-intent'
  | 'after-intent'
  | 'answered'
  | 'saved'
  | 'before-poll'
  | 'between-parts'
  | 'before-beat'
  | 'stopping'

export type Probe = (
  point: KillPoint,
  info: { readonly publicationId: string | null; readonly step: string | null },
) => void | Promise<void>

export interface EngineDeps {
  /** A separate pool, so that publishing and requests cannot starve each other. */
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** Identifies this process, so that the lanes of a dead predecessor can be recognized. */
  readonly holder: string
  /** A condition without which nothing is claimed, since the database may have been restored to an earlier state. */
  readonly onlyIf?: ClaimOptions['onlyIf']
  readonly connectors: Readonly<Partial<Record<Network, Connector>>>
  readonly accounts: Accounts
  readonly owner: TargetOwner
  /** Returns the bytes of a file as the network accepts them: fitted once, and the same on every attempt. */
  media(item: OutgoingMedia, rule: MediaRule | undefined): Promise<Sendable>
  /** Fits a still image from elsewhere to a rule, for a post of this owner. */
  fit(bytes: Uint8Array, rule: MediaRule, ownerUid: UserId): Promise<Sendable>
  /** Returns a URL where a network can fetch the same bytes. */
  link(item: OutgoingMedia, rule: MediaRule | undefined): Promise<string>
  /** Quotas of the operator's own plans at networks, in addition to the networks' own limits. */
  readonly ownCaps?: OwnCaps
  readonly probe?: Probe
  /** Returns a number from 0 to 1 that randomizes the backoff. */
  readonly random?: () => number
  /** The number of concurrent calls to the database. */
  readonly databasePlaces?: number
  /**
   * The number of lanes processed at the same time for each network. A network that hangs fills only its own places.
   */
  readonly placesEach?: number
  readonly beatEveryMs?: number
  readonly graceMs?: number
}
