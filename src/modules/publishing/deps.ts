import type { Connector, Http, JsonObject, MediaRule, OutgoingMedia, Sendable } from '#connectors/connector.ts'
import type { ClaimOptions } from '#infra/claim/index.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Log } from '#infra/queue/index.ts'
import type { Clock } from '#kernel/clock.ts'
import type { AccountId, UserId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import type { OwnCaps } from './quota/quotas.ts'
import type { RowStatus } from './state.ts'

/** What changed about a target, for whoever owns it. `from` and `to` are equal when a further part was shown. */
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
 * Who owns the targets: the module above. Locks are taken in one order by everybody (profile, post, publication,
 * lane), so the engine has the owner lock before it moves a publication, and tells afterwards, in one transaction.
 */
export interface TargetOwner<Locked = unknown> {
  lock(tx: Tx, targetIds: readonly string[]): Promise<Locked>
  /** `locked`: what the lock of just these targets has given, when nothing but the engine has written since. */
  changed(tx: Tx, changes: readonly Change[], locked?: Locked): Promise<void>
}

/** What the engine asks of the module above; one answers. */
export interface PublishingGuards {
  readonly targetOwner: TargetOwner
}

export interface AccountAtWork {
  readonly id: AccountId
  readonly ownerUid: UserId
  readonly network: Network
  readonly mode: 'sandbox' | 'live'
  readonly status: 'active' | 'needs_reconnect' | 'disconnected'
  readonly facts: JsonObject
}

export interface HttpOptions {
  /** Throws when the call may not be made any more. */
  readonly beforeFirstByte: () => void
  /** No call goes on beyond it. */
  readonly deadline: Date
  readonly signal: AbortSignal
  /** On a connection of its own: what can be seen must not break under a stale one. */
  readonly fresh: boolean
}

/** What the engine needs of the accounts. */
export interface Accounts {
  byIds(db: Db, ids: readonly AccountId[]): Promise<ReadonlyMap<AccountId, AccountAtWork>>
  /** A grant that outlives a step. `refreshIfOlderThan`: the network did not take that version. */
  liveGrant(
    accountId: AccountId,
    options?: { readonly refreshIfOlderThan?: number },
  ): Promise<{ readonly grant: JsonObject; readonly version: number } | { readonly lost: string }>
  http(account: AccountAtWork, options: HttpOptions): Http
  /** The network takes not even a fresh grant, this one. False: there is another one by now, so it may be tried again. */
  needsReconnect(accountId: AccountId, why: string, version: number): Promise<boolean>
}

/** Moments at which a process may die; a test or a bench hooks in, nothing else does. Those in between are the network's. */
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
  /** A pool of its own, so that publishing cannot starve requests, nor they it. */
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** This process: what a dead predecessor held can be told by it. */
  readonly holder: string
  /** While this is false in the database nothing is taken: it may have been put back to an earlier state. */
  readonly onlyIf?: ClaimOptions['onlyIf']
  readonly connectors: Readonly<Partial<Record<Network, Connector>>>
  readonly accounts: Accounts
  readonly owner: TargetOwner
  /** The bytes of a file as a network takes them: fitted once, the same on every try. */
  media(item: OutgoingMedia, rule: MediaRule | undefined): Promise<Sendable>
  /** A still picture from elsewhere, made to follow a rule, for a post of this owner. */
  fit(bytes: Uint8Array, rule: MediaRule, ownerUid: UserId): Promise<Sendable>
  /** Where a network can fetch the same by itself. */
  link(item: OutgoingMedia, rule: MediaRule | undefined): Promise<string>
  /** What the operator's plans at networks allow, beside the networks' own limits. */
  readonly ownCaps?: OwnCaps
  readonly probe?: Probe
  /** From 0 to 1; what spreads the back-off. */
  readonly random?: () => number
  /** At once to the database. */
  readonly databasePlaces?: number
  /** Lanes at work for each network; one that hangs fills only its own. */
  readonly placesEach?: number
  readonly beatEveryMs?: number
  readonly graceMs?: number
}
