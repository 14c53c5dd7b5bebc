import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { inTx, type Tx } from '#infra/db/client.ts'
import { refuseWhenUnavailable } from '#infra/media-worker/index.ts'
import type { Caller } from '#kernel/caller.ts'
import { Refusal, refuse } from '#kernel/errors.ts'
import { newId, type ProfileId, toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { compose } from '#rules/count/compose.ts'
import type { MediaDeps } from '../deps.ts'
import { removeMediaFiles } from '../jobs.ts'
import { fileNameLengthMax } from '../limits.ts'
import { makeStoragePath } from '../links/links.ts'
import { findOwner } from '../media-for.ts'
import { requireStorage } from '../storage/require-storage.ts'
import { findStored, lockContent, markLeaving, markStored } from '../storage/store.ts'
import { findMedia, findMediaByPath, insertMedia, type MediaRow, type MediaSource } from '../store.ts'
import { findUpload, markSettled } from '../uploads/store.ts'
import { extensionFor, type FileClaim, type MediaType, readExtension, requireMatchingClaim } from './families.ts'
import type { ReceivedFile } from './receive-file.ts'
import { addPosterSuffix, type FreshFile, storeFile } from './store-file.ts'

interface MediaDraft {
  /** Null if the file came through an upload URL without a credential. */
  readonly caller: Caller | null
  readonly ownerUid: UserId
  /** The user who uploaded the file, or asked for the URL that it came through. */
  readonly authorUid: UserId | null
  readonly profileId: ProfileId | null
  readonly claim: FileClaim
  /** The name if the claim has none. */
  readonly otherwiseNamed?: string
  readonly altText: string | null
  /** The provider of stock photos that the file is from. */
  readonly source?: MediaSource
  /** The reserved upload for this file, settled together with it. */
  readonly uploadPath: string | null
  /** Aborts when the sender disconnects: the examination ends, and nothing is created. */
  readonly signal?: AbortSignal | undefined
}

interface CreatedMedia {
  readonly media: MediaRow
  /** True if the upload was already settled: `media` is the earlier file, and the new one was dropped. */
  readonly wasSettled: boolean
}

type KeepDeps = Pick<MediaDeps, 'db' | 'clock' | 'queue' | 'storage' | 'mediaWorker' | 'plans'>

/**
 * Creates media from a received file, and always removes the file from scratch. Only the last step runs in a
 * transaction, and it creates all rows together. So after a crash before it, nothing is served, and the sweep finds the
 * rest by its rows.
 */
export async function createMedia(deps: KeepDeps, received: ReceivedFile, placing: MediaDraft): Promise<CreatedMedia> {
  try {
    return await refuseWhenUnavailable(async () => {
      const known = await findStored(deps.db, placing.ownerUid, received.hash)
      if (known) {
        requireMatchingClaim(known.contentType, placing.claim)
        const kept = await inTx(deps.db, (tx) => settle(deps, tx, received, placing, null))
        if (kept) return kept
      }
      // Refuse before the examination if no space is left at all. The exact size is known only after cleaning.
      await requireStorage(deps, deps.db, placing.ownerUid, 1)
      const fresh = await storeFile(deps, received, placing.claim, placing.ownerUid, placing.signal)
      const kept = await inTx(deps.db, (tx) => settle(deps, tx, received, placing, fresh)).catch((error: unknown) =>
        dropRefused(deps, fresh, error),
      )
      if (!kept) throw new Error('the stored file was discarded before its media were created')
      return kept
    })
  } finally {
    await Promise.all([received.path, addPosterSuffix(received.path)].map((path) => rm(path, { force: true })))
  }
}

/** Removes a file that was refused in the last step. If that fails, the sweep removes it a day later. */
async function dropRefused(deps: KeepDeps, fresh: FreshFile, error: unknown): Promise<never> {
  if (error instanceof Refusal) await inTx(deps.db, (tx) => drop(deps, tx, fresh))
  throw error
}

async function drop({ clock, queue }: Pick<KeepDeps, 'clock' | 'queue'>, tx: Tx, { key }: FreshFile): Promise<void> {
  await markLeaving(tx, key, clock.now())
  await queue.enqueue(tx, removeMediaFiles, {})
}

/** Creates the rows. Returns null and changes nothing if the bytes are no longer stored. */
async function settle(
  deps: KeepDeps,
  tx: Tx,
  received: ReceivedFile,
  placing: MediaDraft,
  fresh: FreshFile | null,
): Promise<CreatedMedia | null> {
  const now = deps.clock.now()
  if (placing.uploadPath !== null) {
    const upload = (await findUpload(tx, placing.uploadPath)) ?? refuse('media_not_found')
    if (upload.settledAt !== null) {
      const media = (await findMediaByPath(tx, placing.uploadPath)) ?? refuse('media_not_found')
      if (fresh) await drop(deps, tx, fresh)
      return { media, wasSettled: true }
    }
  }
  // The caller's permissions may have changed while the file arrived.
  if (placing.caller) await findOwner(tx, placing.caller, placing.profileId)
  await lockContent(tx, placing.ownerUid, received.hash)
  const twin = await findStored(tx, placing.ownerUid, received.hash)
  if (twin && fresh) await drop(deps, tx, fresh)
  if (!twin) {
    if (!fresh) return null
    await requireStorage(deps, tx, placing.ownerUid, fresh.whole.size + (fresh.whole.posterSize ?? 0))
    if (!(await markStored(tx, fresh.key, fresh.whole, now))) return null
  }
  const file = twin ?? { key: fresh?.key ?? '', contentType: fresh?.whole.contentType ?? received.type }
  const media = await insert(tx, placing, file, now)
  if (placing.uploadPath !== null) await markSettled(tx, placing.uploadPath, now)
  return { media, wasSettled: false }
}

async function insert(
  tx: Tx,
  { caller, ownerUid, authorUid, profileId, claim, otherwiseNamed, altText, source, uploadPath }: MediaDraft,
  file: { readonly key: string; readonly contentType: ReceivedFile['type'] },
  now: Date,
): Promise<MediaRow> {
  const id = newId<'media'>(now)
  await insertMedia(tx, {
    id,
    ownerUid,
    authorUid,
    profileId,
    fileKey: file.key,
    storagePath: uploadPath ?? makeStoragePath(randomBytes(16)),
    fileName: cleanFileName(claim.fileName ?? otherwiseNamed ?? null, file.contentType),
    altText,
    altTextBy: altText === null ? null : (caller?.uid ?? null),
    tags: [],
    source: source ? JSON.stringify(source) : null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid,
    action: 'media.uploaded',
    subject: toWire('media', id),
    ...(source && { changes: { source: { from: null, to: source.url } } }),
  })
  const media = await findMedia(tx, id)
  if (!media) throw new Error('the inserted media are missing')
  return media
}

// Control characters, and characters that change the writing direction and make a name read differently.
const unreadable = /[\p{Cc}\p{Co}\p{Cn}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u2028\u2029]/gu

/**
 * Returns a name for display. It is never used as a path. Everything up to the last slash is dropped. A name without an
 * extension gets the extension of its detected type.
 */
export function cleanFileName(given: string | null, type: MediaType): string {
  const last =
    compose((given ?? '').toWellFormed())
      .split(/[/\\]/)
      .at(-1) ?? ''
  const clean = last.replace(unreadable, '').replace(/\s+/g, ' ').trim().replace(/^\.+/, '')
  const extension = readExtension(clean)
  const stem = extension === null ? clean.replace(/(?<!\.)\.+$/, '') : clean.slice(0, -extension.length - 1)
  const end = `.${extension ?? extensionFor(type)}`
  return `${cut(stem.trim() || 'file', fileNameLengthMax - end.length)}${end}`
}

/** Cuts a text without splitting a character. */
function cut(text: string, most: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > most) break
    kept += character
  }
  return kept
}
