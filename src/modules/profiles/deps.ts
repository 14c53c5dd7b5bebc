import type { Config } from '#infra/config/config.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import type { MediaId, ProfileId } from '#kernel/ids.ts'
import type { FaceDeps } from '#modules/faces/index.ts'
import type { FlagCache } from '#modules/flags/index.ts'
import type { Plans } from '#modules/plans/index.ts'

/** Questions that only upper modules can answer. Those with a `tx` run in the caller's transaction. */
export interface ProfileGuards {
  /** True if work on this profile is in progress that must end before a deletion. */
  readonly profileBusy: readonly ((tx: Tx, profileId: ProfileId) => Promise<boolean>)[]
  readonly avatars: {
    /** Completes the upload with this storagePath. It reads the file, so it runs before the transaction. */
    settle(caller: Caller, name: string): Promise<void>
    /** Returns the library image that a text refers to. Null if the text is a URL elsewhere. */
    find(tx: Tx, caller: Caller, name: string): Promise<MediaId | null>
    /** Returns a link that a browser can show. */
    urlOf(id: MediaId): string
  }
}

export interface ProfileDeps extends Pick<FaceDeps, 'scratch' | 'mediaWorker'> {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly emit: Emit
  readonly queue: Pick<Queue, 'enqueue'>
  readonly plans: Plans
  readonly flags: FlagCache
  readonly guards: ProfileGuards
  readonly config: Pick<Config, 'publicUrl' | 'oidc'>
}
