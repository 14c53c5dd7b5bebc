import type { Config } from '#infra/config/config.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { FairLine } from '#infra/fair-line/fair-line.ts'
import type { MediaWorker } from '#infra/media-worker/index.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Scratch, Storage } from '#infra/storage/index.ts'
import type { Clock } from '#kernel/clock.ts'
import type { MediaId } from '#kernel/ids.ts'
import type { Plans } from '#modules/plans/index.ts'
import type { FittedMemory } from './fitting/fitted-memory.ts'

/** Questions that only upper modules can answer, each in the caller's transaction. */
export interface MediaGuards {
  /** True if the file is still in use, for example by a post. */
  readonly mediaInUse: readonly ((tx: Tx, mediaId: MediaId) => Promise<boolean>)[]
}

export interface MediaDeps {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly queue: Pick<Queue, 'enqueue'>
  readonly config: Pick<Config, 'publicUrl'>
  readonly outbound: Pick<Outbound, 'stream'>
  readonly storage: Storage
  readonly scratch: Scratch
  readonly mediaWorker: MediaWorker
  readonly fittedMemory: FittedMemory
  readonly importLine: FairLine
  readonly plans: Plans
  readonly guards: MediaGuards
}

/** Dependencies for making public links to a file. */
export type LinkDeps = Pick<MediaDeps, 'seal' | 'clock' | 'config'>
