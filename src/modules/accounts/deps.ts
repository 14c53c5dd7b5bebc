import type { Connector } from '#connectors/connector.ts'
import type { Config } from '#infra/config/load.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import type { Log, Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import type { AccountId, PostId } from '#kernel/ids.ts'
import type { Plans } from '#modules/plans/index.ts'

/** What becomes of the posts that would go to an account that goes. */
export const leaveActions = ['keep', 'draft', 'delete'] as const
export type LeaveAction = (typeof leaveActions)[number]

export interface AffectedPost {
  readonly postId: PostId
  readonly status: string
  readonly scheduledAt: Date | null
  readonly content: string
  /** It has other targets, and goes on without this one. */
  readonly hasOthers: boolean
}

export interface Affected {
  readonly total: number
  /** When the first of them is to go out. */
  readonly firstAt: Date | null
  /** The soonest first, at most 100. */
  readonly posts: AffectedPost[]
}

/** What only those know who have posts. */
export interface AccountPosts {
  affected(db: Db, accountId: AccountId): Promise<Affected>
  /** Says how many it touched. Called under the lock of the profile, before the account goes. */
  leave(tx: Tx, accountId: AccountId, action: LeaveAction): Promise<number>
  lastPublishedAt(db: Db, accountId: AccountId): Promise<Date | null>
}

/** Questions that only the modules above can answer. */
export interface AccountGuards {
  readonly accountPosts: readonly AccountPosts[]
}

export interface AccountDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly emit: Emit
  readonly queue: Pick<Queue, 'enqueue'>
  readonly plans: Plans
  readonly config: Pick<Config, 'networks'>
  readonly outbound: Pick<Outbound, 'request'>
  /** By the network's word on the wire. */
  readonly connectors: Readonly<Partial<Record<string, Connector>>>
  readonly guards: AccountGuards
  readonly log: Log
}

/** What calling a network needs. */
export type CallDeps = Pick<AccountDeps, 'clock' | 'config' | 'outbound'>
/** What using and renewing a grant needs. */
export type GrantDeps = CallDeps & Pick<AccountDeps, 'db' | 'seal' | 'emit' | 'connectors' | 'log'>
