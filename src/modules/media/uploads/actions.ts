import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { inTx, type Tx } from '#infra/db/client.ts'
import { refuseWhenUnavailable } from '#infra/media-worker/index.ts'
import type { Caller } from '#kernel/caller.ts'
import { after } from '#kernel/clock.ts'
import { placeRefusal, refuse, refuseAt } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import type { MediaDeps } from '../deps.ts'
import { openUploadsMax, uploadLinkMs } from '../limits.ts'
import { makeStoragePath, makeUploadUrl, readUploadToken } from '../links/links.ts'
import { findOwner } from '../media-for.ts'
import { type PresentedMedia, presentMedia } from '../present.ts'
import { createMedia } from '../receiving/create-media.ts'
import { type FileClaim, purposeOf, requireFamily, requireMatchingName } from '../receiving/families.ts'
import { type ReceivedFile, receiveFile } from '../receiving/receive-file.ts'
import { requireStorage } from '../storage/require-storage.ts'
import type { AnnouncedFile, UploadFields } from './schema.ts'
import { countOpenUploads, findUpload, insertUploads, type UploadRow } from './store.ts'

interface PromisedPlace {
  readonly uploadUrl: string
  readonly storagePath: string
  readonly expiresAt: Date
}

/** Reserves direct uploads for files, without a form. Reserves all of them or none. */
export async function presignUploads(
  deps: MediaDeps,
  caller: Caller,
  files: readonly AnnouncedFile[],
  pathOf: (index: number) => string,
): Promise<PromisedPlace[]> {
  const now = deps.clock.now()
  const rows: UploadRow[] = []
  for (const [index, { fileName, contentType, purpose, profileId = null }] of files.entries()) {
    const at = pathOf(index)
    const family = placeRefusal(`${at}/contentType`, () => requireFamily(contentType, purpose))
    placeRefusal(`${at}/fileName`, () => requireMatchingName(family, contentType, fileName))
    const ownerUid = await refuseAt(`${at}/profileId`, () => findOwner(deps.db, caller, profileId))
    rows.push({
      storagePath: makeStoragePath(randomBytes(16)),
      ownerUid,
      authorUid: caller.uid,
      profileId,
      incomingKey: `incoming/${randomBytes(16).toString('hex')}`,
      fileName,
      contentType,
      createdAt: now,
      expiresAt: after(now, uploadLinkMs),
      settledAt: null,
    })
  }
  const urls = await refuseWhenUnavailable(() => Promise.all(rows.map((row) => urlFor(deps, row))))
  await inTx(deps.db, async (tx) => {
    for (const ownerUid of [...new Set(rows.map((row) => row.ownerUid))].sort()) {
      await requireStorage(deps, tx, ownerUid, 1)
      await requireOpenUploads(tx, ownerUid, rows.filter((row) => row.ownerUid === ownerUid).length)
    }
    await insertUploads(tx, rows)
  })
  return rows.map(({ storagePath, expiresAt }, index) => ({ uploadUrl: urls[index] ?? '', storagePath, expiresAt }))
}

/** Call this while the owner's row is locked. */
async function requireOpenUploads(tx: Tx, ownerUid: UserId, more: number): Promise<void> {
  const open = await countOpenUploads(tx, ownerUid)
  if (open + more <= openUploadsMax) return
  refuse('too_many_uploads', {
    detail:
      `Of the upload URLs created in the last day, ${open} are unused, and this request needs ${more} more. ` +
      `At most ${openUploadsMax} may be unused. ` +
      'Complete the uploads or wait. An unused URL is removed a day after its creation.',
  })
}

async function urlFor(deps: MediaDeps, row: UploadRow): Promise<string> {
  const own = await deps.storage.presignPut(row.incomingKey, row.contentType, uploadLinkMs)
  return own ?? makeUploadUrl(deps, row.storagePath, row.createdAt)
}

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
  const { ownerUid, authorUid, profileId, fileName, storagePath: uploadPath } = upload
  const claim = { fileName, declaredTypes: [upload.contentType, declaredType], purpose: purposeOf(upload.contentType) }
  const received = await refuseWhenUnavailable(() => receiveFile(deps, source, claim))
  const placing = { caller: null, ownerUid, authorUid, profileId, claim, altText: null, uploadPath, signal }
  const { media, wasSettled } = await createMedia(deps, received, placing)
  return wasSettled ? refuseLink() : presentMedia(deps, media)
}

function refuseLink(): never {
  return refuse('media_link_invalid', { detail: 'Request a new upload URL: POST /v1/media/presign-upload.' })
}

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
  const placing = { caller, ownerUid, authorUid: caller.uid, profileId, claim, altText, uploadPath: null, signal }
  const { media } = await createMedia(deps, received, placing)
  return presentMedia(deps, media)
}
