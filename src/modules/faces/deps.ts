import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import type { MediaWorker } from '#infra/media-worker/index.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import type { Scratch } from '#infra/storage/index.ts'
import type { AccountId, ProfileId, UserId } from '#kernel/ids.ts'

/** Dependencies for fetching and converting an image. */
export interface FaceDeps {
  readonly outbound: Pick<Outbound, 'request'>
  readonly scratch: Scratch
  readonly mediaWorker: MediaWorker
}

/** Dependencies for serving faces. */
export interface FaceRouteDeps {
  readonly db: Db
}

export type FaceLinkDeps = { readonly config: Pick<Config, 'publicUrl'> }

/** The row that a face belongs to. */
export type FaceOwner =
  | { readonly accountId: AccountId }
  | { readonly userUid: UserId }
  | { readonly profileId: ProfileId }
