import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Caller } from '#kernel/caller.ts'
import type { MediaDeps } from '../../deps.ts'
import { findOwner } from '../../media-for.ts'
import { type PresentedMedia, presentMedia } from '../../present.ts'
import { createMedia } from '../../receiving/create-media.ts'
import type { FileClaim } from '../../receiving/families.ts'
import { type ReceivedFile, receiveFile } from '../../receiving/receive-file.ts'
import { refuseWhenUnavailable } from '../../refuse-when-unavailable.ts'
import type { UploadFields } from '../schema.ts'

/** Receives the file of a form as a stream. `drop` removes the received file, whatever the outcome. */
export function createFileReceiver(deps: MediaDeps) {
  let received: ReceivedFile | null = null
  return {
    async take(
      source: Readable,
      claim: FileClaim,
    ): Promise<{ readonly received: ReceivedFile; readonly claim: FileClaim }> {
      received = await refuseWhenUnavailable(() => receiveFile(deps, source, claim))
      return { received, claim }
    },
    async drop(): Promise<void> {
      if (received) await rm(received.path, { force: true })
    },
  }
}

export async function uploadMedia(
  deps: MediaDeps,
  caller: Caller,
  { received, claim }: { readonly received: ReceivedFile; readonly claim: FileClaim },
  fields: UploadFields,
  signal: AbortSignal,
): Promise<PresentedMedia> {
  const { profileId = null, altText = null } = fields
  const ownerUid = await findOwner(deps.db, caller, profileId)
  const placing = { caller, ownerUid, profileId, claim, altText, uploadPath: null, signal }
  const { media } = await createMedia(deps, received, placing)
  return presentMedia(deps, media)
}
