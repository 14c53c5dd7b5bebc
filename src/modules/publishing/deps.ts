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

/** Change of a target, reported to the module that owns it. `from` and `to` are equal when a further part was shown. */
export interface Change {
  readonly targetId: string
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
  lock(tx: Tx, targetIds: readonly string[]): Promise<Locked>
  /**
   * `locked` is the result of locking exactly these targets; pass it only if nothing but the engine has written since.
   */
  changed(tx: Tx, changes: readonly Change[], locked?: Locked): Promise<void>
}

/** Questions that the engine asks of the module above. They have one implementation. */
export interface PublishingGuards {
  readonly targetOwner: TargetOwner
}

export interface AccountAtWork {
  readonly id: AccountId
  readonly ownerUid: UserId
  readonly network: Network
  readonly mode: Mode
  readonly status: 'active' | HeldWhy
  /** Reason of the account for which it has to be connected again. */
  readonly statusWhy?: string | null
  readonly facts: JsonObject
}

export interface HttpOptions {
  /** Throws when the call may no longer be made. */
  readonly beforeFirstByte: () => void
  /** Time at which every call is aborted. */
  readonly deadline: Date
  readonly signal: AbortSignal
  /** Opens a new connection: a visible call must not fail because of a stale one. */
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
   * Marks the account as needing a reconnect: the network rejects even a fresh grant, the one of this version. Returns
   * false when there is a newer grant by now, so that the call may be tried again.
   */
  needsReconnect(accountId: AccountId, loss: Loss, version: number): Promise<boolean>
}

/** A grant to work with. `fault`: the grant cannot be read now, which does not make it invalid. */
export type Granted = Awaited<ReturnType<Accounts['liveGrant']>> | { readonly fault: unknown }

/**
 * Moments at which a process may die. Only tests and benches use them. The moments in between belong to the network.
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
  /** Condition without which nothing is claimed: the database may have been restored to an earlier state. */
  readonly onlyIf?: ClaimOptions['onlyIf']
  readonly connectors: Readonly<Partial<Record<Network, Connector>>>
  readonly accounts: Accounts
  readonly owner: TargetOwner
  /** Returns the bytes of a file as the network accepts them: fitted once, and the same on every try. */
  media(item: OutgoingMedia, rule: MediaRule | undefined): Promise<Sendable>
  /** A still picture from elsewhere, made to follow a rule, for a post of this owner. */
  fit(bytes: Uint8Array, rule: MediaRule, ownerUid: UserId): Promise<Sendable>
  /** Returns an address from which a network can fetch the same bytes. */
  link(item: OutgoingMedia, rule: MediaRule | undefined): Promise<string>
  /** Quotas of the operator's own plans at networks, in addition to the networks' own limits. */
  readonly ownCaps?: OwnCaps
  readonly probe?: Probe
  /** Returns a number from 0 to 1 that spreads the back-off. */
  readonly random?: () => number
  /** Number of concurrent calls to the database. */
  readonly databasePlaces?: number
  /** Lanes worked on at the same time for each network; a network that hangs fills only its own places. */
  readonly placesEach?: number
  readonly beatEveryMs?: number
  readonly graceMs?: number
}
