import type { Readable } from 'node:stream'
import { refuseWhenUnavailable } from '#infra/media-worker/index.ts'
import { StorageMissing } from '#infra/storage/index.ts'
import type { Caller } from '#kernel/caller.ts'
import { Refusal, refuse } from '#kernel/errors.ts'
import { mediaMaxBytes } from '#rules/file-size.ts'
import type { MediaDeps } from '../deps.ts'
import { findOwner, mediaByPath } from '../media-for.ts'
import { createMedia } from '../receiving/create-media.ts'
import { purposeOf } from '../receiving/families.ts'
import { receiveFile, refuseTooLarge } from '../receiving/receive-file.ts'
import type { MediaRow } from '../store.ts'
import { findUpload, listOpenUploads, type UploadRow } from './store.ts'

export type SettleDeps = Pick<MediaDeps, 'db' | 'clock' | 'queue' | 'storage' | 'scratch' | 'mediaWorker' | 'plans'>

/** The uploads that cannot become media, by their storagePath: nothing was uploaded, or the file was refused. */
export type RefusedUploads = ReadonlyMap<string, Refusal>

/**
 * Settles the open uploads among the storagePaths of a request. A bucket does not report when a file has arrived, so
 * the first use of a file examines it. Call this before the transaction that uses the files.
 */
export async function settleUploads(
  deps: SettleDeps,
  caller: Caller,
  storagePaths: readonly string[],
): Promise<RefusedUploads> {
  const refused = new Map<string, Refusal>()
  for (const storagePath of storagePaths.length > 0 ? await listOpenUploads(deps.db, storagePaths) : []) {
    try {
      await settleUpload(deps, caller, storagePath)
    } catch (error) {
      if (!(error instanceof Refusal && isAboutFile(error))) throw error
      refused.set(storagePath, error)
    }
  }
  return refused
}

/** False for a refusal that may not recur, and for one that is about the owner. */
const isAboutFile = ({ code, status }: Refusal): boolean => code.startsWith('media_') && status < 429

/**
 * Returns the media with this storagePath. Creates it from the uploaded file if that has not been done yet. An uploaded
 * file is never served before it has been examined. Concurrent calls create only one.
 */
export async function settleUpload(
  deps: SettleDeps,
  caller: Caller,
  storagePath: string,
  signal?: AbortSignal,
): Promise<MediaRow> {
  const upload = await findUpload(deps.db, storagePath)
  // Read after the upload, so that a call that settles it in between is seen.
  if (!upload || upload.settledAt !== null) return await mediaByPath(deps.db, caller, storagePath, 'write')
  await requireOwnUpload(deps, caller, upload)
  return await refuseWhenUnavailable(() => fetchAndKeep(deps, caller, upload, signal))
}

async function requireOwnUpload(deps: SettleDeps, caller: Caller, { ownerUid, profileId }: UploadRow): Promise<void> {
  if (profileId !== null) {
    const owner = await findOwner(deps.db, caller, profileId).catch(() => null)
    if (owner === ownerUid) return
  } else if (ownerUid === caller.uid && !caller.onlyProfiles) return
  refuse('media_forbidden', { detail: 'This upload was reserved by another user.' })
}

async function fetchAndKeep(
  deps: SettleDeps,
  caller: Caller,
  upload: UploadRow,
  signal?: AbortSignal,
): Promise<MediaRow> {
  const { ownerUid, authorUid, profileId, fileName, storagePath: uploadPath, incomingKey } = upload
  const source = await open(deps, upload)
  // Another call has since settled it and removed the object.
  if (source === null) return await mediaByPath(deps.db, caller, uploadPath, 'write')
  const claim = { fileName, declaredTypes: [upload.contentType], purpose: purposeOf(upload.contentType) }
  const received = await receiveFile(deps, source, claim)
  const placing = { caller, ownerUid, authorUid, profileId, claim, altText: null, uploadPath, signal }
  const { media } = await createMedia(deps, received, placing)
  await deps.storage.remove(incomingKey)
  return media
}

async function open({ db, storage }: SettleDeps, { incomingKey, storagePath }: UploadRow): Promise<Readable | null> {
  try {
    const size = await storage.sizeOf(incomingKey)
    if (size !== null && size > mediaMaxBytes) refuseTooLarge()
    if (size !== null) return await storage.read(incomingKey)
  } catch (error) {
    if (!(error instanceof StorageMissing)) throw error
  }
  if ((await findUpload(db, storagePath))?.settledAt) return null
  return refuse('media_not_uploaded', { detail: 'PUT the file to `uploadUrl` first, then complete the upload.' })
}
