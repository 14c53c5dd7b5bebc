import type { Connector } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Log } from '#infra/log/log.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import type { AccountId, PostId } from '#kernel/ids.ts'
import type { FaceDeps } from '#modules/faces/index.ts'
import type { Plans } from '#modules/plans/index.ts'
import type { ClientKeys } from './network/client-keys.ts'
import type { ServerAppsOf } from './network/server-apps.ts'

/** Ways to handle the posts of a disconnected account. */
export const disconnectActions = ['keep', 'draft', 'delete'] as const
export type DisconnectAction = (typeof disconnectActions)[number]

interface AffectedPost {
  readonly postId: PostId
  readonly status: string
  readonly scheduledAt: Date | null
  readonly content: string
  /** True if the post has other targets and is still published to them. */
  readonly hasOthers: boolean
}

export interface Affected {
  readonly total: number
  /** The due time of the first of these posts. */
  readonly firstAt: Date | null
  /** At most 100 posts, soonest first. */
  readonly posts: AffectedPost[]
}

/** Questions about posts, implemented by the modules that own them. */
export interface AccountPosts {
  affected(db: Db, accountId: AccountId): Promise<Affected>
  /** Returns how many posts it changed. Call it under the lock of the profile, before the account is disconnected. */
  leave(tx: Tx, accountId: AccountId, action: DisconnectAction): Promise<number>
  lastPublishedAt(db: Db, accountId: AccountId): Promise<Date | null>
}

/** Queries that only higher-level modules can answer. */
export interface AccountGuards {
  readonly accountPosts: readonly AccountPosts[]
  /** Deletes other modules' data about an account that is being erased. */
  readonly accountErased: readonly ((tx: Tx, accountId: AccountId) => Promise<void>)[]
}

export interface AccountDeps extends Pick<FaceDeps, 'scratch' | 'mediaWorker'> {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly emit: Emit
  readonly queue: Pick<Queue, 'enqueue'>
  readonly plans: Plans
  readonly config: Pick<Config, 'networks' | 'publicUrl'>
  readonly clientKeys: ClientKeys
  readonly serverApps: ServerAppsOf
  readonly outbound: Pick<Outbound, 'request'>
  /** Keyed by network. */
  readonly connectors: Readonly<Partial<Record<string, Connector>>>
  readonly guards: AccountGuards
  readonly log: Log
}

/** Dependencies of a call to a network. */
export type CallDeps = Pick<AccountDeps, 'clock' | 'config' | 'outbound' | 'clientKeys' | 'serverApps'>
/** Dependencies for using and renewing a grant. */
export type GrantDeps = CallDeps & Pick<AccountDeps, 'db' | 'seal' | 'emit' | 'connectors' | 'log'>
