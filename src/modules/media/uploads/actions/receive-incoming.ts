import type { Readable } from 'node:stream'
import { refuse } from '#kernel/errors.ts'
import type { MediaDeps } from '../../deps.ts'
import { readUploadToken } from '../../links/links.ts'
import { type PresentedMedia, presentMedia } from '../../present.ts'
import { createMedia } from '../../receiving/create-media.ts'
import { purposeOf } from '../../receiving/families.ts'
import { receiveFile } from '../../receiving/receive-file.ts'
import { refuseWhenUnavailable } from '../../refuse-when-unavailable.ts'
import { findUpload, type UploadRow } from '../store.ts'

/** Returns the reserved upload of this token, if nothing has been uploaded to it yet. */
export async function requireOpenUpload(deps: MediaDeps, token: string): Promise<UploadRow> {
  const storagePath = readUploadToken(deps, token)
  const upload = storagePath === null ? undefined : await findUpload(deps.db, storagePath)
  return upload && upload.settledAt === null ? upload : refuseLink()
}

/**
 * Receives a file that is uploaded to one of our URLs. A file that differs from the announcement is dropped, and the
 * upload stays open.
 */
export async function receiveIncoming(
  deps: MediaDeps,
  upload: UploadRow,
  source: Readable,
  declaredType: string | undefined,
  signal: AbortSignal,
): Promise<PresentedMedia> {
  const { ownerUid, profileId, fileName, storagePath: uploadPath } = upload
  const claim = { fileName, declaredTypes: [upload.contentType, declaredType], purpose: purposeOf(upload.contentType) }
  const received = await refuseWhenUnavailable(() => receiveFile(deps, source, claim))
  const placing = { caller: null, ownerUid, profileId, claim, altText: null, uploadPath, signal }
  const { media, wasSettled } = await createMedia(deps, received, placing)
  return wasSettled ? refuseLink() : presentMedia(deps, media)
}

function refuseLink(): never {
  return refuse('media_link_invalid', { detail: 'Request a new upload URL: POST /v1/media/presign-upload.' })
}
