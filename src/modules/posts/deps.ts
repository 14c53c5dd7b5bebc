import type { Connector } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Log } from '#infra/log/log.ts'
import type { Caller } from '#kernel/caller.ts'
import type { AccountId, PostId, ProfileId, SavedTextId, SlotPlanId } from '#kernel/ids.ts'
import type { MediaDeps } from '#modules/media/index.ts'
import type { Limits } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import type { QuotaMemory } from './check/quota-memory.ts'
import type { Overrides } from './content.ts'
import type { SlotRequest } from './schema/requests.ts'
import type { PostRow } from './store/posts.ts'

interface PlaceRequest {
  readonly profileId: ProfileId
  /** The accounts of the post. */
  readonly accountIds: readonly AccountId[]
  /** The post, if it is stored. Its own time counts as free. */
  readonly postId: PostId | null
  readonly slot: SlotRequest
  /** The time for which the post was checked. It is kept if it is still free. */
  readonly checked?: ChosenSlot | undefined
  /** Times of posts that are created together with this one. They count as taken. */
  readonly reserved?: readonly ReservedTime[] | undefined
}

/** A time that a post will have on its accounts. */
export interface ReservedTime {
  readonly at: Date
  readonly accountIds: readonly AccountId[]
}

/** A posting time, and the plan that it is of. */
export interface ChosenSlot {
  readonly planId: SlotPlanId
  readonly at: Date
}

/**
 * Chooses a posting time. In a transaction, it stays the post’s until the end of the transaction. Outside of one, nothing
 * is reserved, and viewers may ask.
 */
export type SlotGuard = (db: Db, caller: Caller, request: PlaceRequest) => Promise<ChosenSlot>

/** The reason why a due post cannot be published at its time. */
type SlotBlock = 'approval' | 'quota'

export interface BlockedPost {
  readonly post: PostRow
  readonly block: SlotBlock
}

/** Moves due posts that a plan of posting times has placed and that are blocked, before anything is begun. */
export interface BlockedGuard {
  /** Returns those of the plans that move blocked posts. */
  listMoving(tx: Tx, planIds: readonly SlotPlanId[]): Promise<ReadonlySet<SlotPlanId>>
  /**
   * Gives blocked posts other times. Returns the posts that are not to be enqueued now: those that have another time,
   * and those whose profile is locked by another transaction, which stay due.
   */
  move(tx: Tx, blocked: readonly BlockedPost[]): Promise<ReadonlySet<PostId>>
}

/** A saved text in a field of a post. */
export interface PlacedText {
  readonly field: 'content' | 'firstComment'
  readonly base: string
  /** The text of each target that differs from that of the post. */
  readonly own: readonly (string | undefined)[]
}

/** A post that gets a saved text, with its targets. */
interface TextGoal {
  readonly content: string
  readonly firstComment: string | null
  readonly link: string | null
  readonly language: string | null
  readonly scheduledAt: Date | null
  readonly zone: string
  readonly targets: readonly {
    readonly network: Network
    readonly handle: string | null
    readonly limits: Limits | undefined
    readonly overrides: Overrides
  }[]
}

/** A saved text of a profile, as it is when it is read. */
export interface TextToAppend {
  readonly profileId: ProfileId
  /** Puts the text into a post. `nth` counts the posts that it goes into. */
  readonly place: (goal: TextGoal, nth: number) => PlacedText
  readonly countUses: (posts: number) => Promise<void>
}

/** Reads a saved text that may be added to posts. */
export type TextGuard = (caller: Caller, id: SavedTextId) => Promise<TextToAppend>

/** Questions that only upper modules can answer. */
export interface PostGuards {
  readonly chooseSlot: SlotGuard
  readonly blockedPosts: BlockedGuard
  readonly savedText: TextGuard
  /** True if copies of the post are published by a recurring rule. */
  readonly isTemplate: (db: Db, id: PostId) => Promise<boolean>
}

export interface PostDeps extends Omit<MediaDeps, 'config'> {
  readonly config: Pick<Config, 'publicUrl' | 'lateMs' | 'networks'>
  readonly emit: Emit
  readonly guards: MediaDeps['guards'] & PostGuards
  readonly log: Log
  /** Connectors by network. */
  readonly connectors: Readonly<Partial<Record<string, Connector>>>
  readonly quotaMemory: QuotaMemory
}
