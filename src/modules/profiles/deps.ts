import type { Db, Tx } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import type { MediaId, ProfileId } from '#kernel/ids.ts'
import type { FlagCache } from '#modules/flags/index.ts'
import type { Plans } from '#modules/plans/index.ts'

/** Questions that only upper modules can answer: those with a `tx` in the transaction of the caller. */
export interface ProfileGuards {
  /** True when work on this profile is in progress that must end before a deletion. */
  readonly profileBusy: readonly ((tx: Tx, profileId: ProfileId) => Promise<boolean>)[]
  readonly avatars: {
    /** Completes the upload that a storagePath names. It reads the file, so it runs before the transaction. */
    settle(caller: Caller, name: string): Promise<void>
    /** Returns the picture of the library that a text names. Null: the text is an address somewhere else. */
    find(tx: Tx, caller: Caller, name: string): Promise<MediaId | null>
    /** Returns a link that a browser can show. */
    urlOf(id: MediaId): string
  }
}

export interface ProfileDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly emit: Emit
  readonly queue: Pick<Queue, 'enqueue'>
  readonly plans: Plans
  readonly flags: FlagCache
  readonly guards: ProfileGuards
}
