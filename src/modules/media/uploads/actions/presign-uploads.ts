import { randomBytes } from 'node:crypto'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after } from '#kernel/clock.ts'
import { refuse, refuseAt } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import type { MediaDeps } from '../../deps.ts'
import { openUploadsMax, uploadLinkMs } from '../../limits.ts'
import { makeStoragePath, makeUploadUrl } from '../../links/links.ts'
import { findOwner } from '../../media-for.ts'
import { requireFamily, requireMatchingName } from '../../receiving/families.ts'
import { refuseWhenUnavailable } from '../../refuse-when-unavailable.ts'
import { requireStorage } from '../../storage/require-storage.ts'
import type { AnnouncedFile } from '../schema.ts'
import { countOpenUploads, insertUploads, type UploadRow } from '../store.ts'

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
    const ownerUid = await refuseAt(pathOf(index), async () => {
      requireMatchingName(requireFamily(contentType, purpose), contentType, fileName)
      return findOwner(deps.db, caller, profileId)
    })
    rows.push({
      storagePath: makeStoragePath(randomBytes(16)),
      ownerUid,
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
