import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Caller } from '#kernel/caller.ts'
import type { MediaDeps } from '../../deps.ts'
import { withMeans } from '../../means.ts'
import { ownerFor } from '../../media-for.ts'
import { type PresentedMedia, presentMedia } from '../../present.ts'
import type { Claim } from '../../receiving/families.ts'
import { keepMedia } from '../../receiving/keep-media.ts'
import { type Received, receive } from '../../receiving/receive.ts'
import type { UploadFields } from '../../schema.ts'

/** Receives the file of a form as a stream. Whatever the outcome of the form, `drop` removes the received file. */
export function takeFile(deps: MediaDeps) {
  let received: Received | null = null
  return {
    async take(source: Readable, claim: Claim): Promise<{ readonly received: Received; readonly claim: Claim }> {
      received = await withMeans(() => receive(deps, source, claim))
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
  { received, claim }: { readonly received: Received; readonly claim: Claim },
  fields: UploadFields,
): Promise<PresentedMedia> {
  const { profileId = null, altText = null } = fields
  const ownerUid = await ownerFor(deps.db, caller, profileId)
  const { media } = await keepMedia(deps, received, { caller, ownerUid, profileId, claim, altText, uploadPath: null })
  return presentMedia(deps, media)
}
