import type { Caller } from '#kernel/caller.ts'
import type { UserId } from '#kernel/ids.ts'
import type { MediaDeps } from '../../deps.ts'
import { withMeans } from '../../means.ts'
import { ownerFor } from '../../media-for.ts'
import { type PresentedMedia, presentMedia } from '../../present.ts'
import type { Claim } from '../../receiving/families.ts'
import { keepMedia } from '../../receiving/keep-media.ts'
import { type Received, receive } from '../../receiving/receive.ts'
import type { ImportWish } from '../../schema.ts'
import { demandStorage } from '../../storage/storage-room.ts'
import { fetchFile, nameInUrl } from '../fetch-file.ts'

/**
 * Imports a file from a URL. The name that the other server gives the file is not a claim of the caller, so only the
 * caller's `fileName` must agree with the bytes.
 */
export async function importMedia(deps: MediaDeps, caller: Caller, wish: ImportWish): Promise<PresentedMedia> {
  const { url, profileId = null, altText = null, fileName = null } = wish
  const ownerUid = await ownerFor(deps.db, caller, profileId)
  await demandStorage(deps, deps.db, ownerUid, 1)
  const claim = { fileName, declaredTypes: [] }
  const received = await withMeans(() => fetchInTurn(deps, ownerUid, url, claim))
  const { media } = await keepMedia(deps, received, {
    caller,
    ownerUid,
    profileId,
    claim,
    otherwiseNamed: nameInUrl(url),
    altText,
    uploadPath: null,
  })
  return presentMedia(deps, media)
}

async function fetchInTurn(deps: MediaDeps, owner: UserId, url: string, claim: Claim): Promise<Received> {
  const leave = await deps.importLine.enter({ owner })
  try {
    return await fetchFile(deps, url, (source) => receive(deps, source, claim))
  } finally {
    leave()
  }
}
