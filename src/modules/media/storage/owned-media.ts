import type { Readable } from 'node:stream'
import type { Db, Tx } from '#infra/db/client.ts'
import { type Storage, StorageMissing } from '#infra/storage/index.ts'
import { after, type Clock } from '#kernel/clock.ts'
import { type MediaId, toWire, type UserId } from '#kernel/ids.ts'
import type { MediaDeps } from '../deps.ts'
import { removeMediaFiles } from '../jobs.ts'
import { unsettledKeptMs } from '../limits.ts'
import { deleteOwnerMedia } from '../store.ts'
import { deleteOwnerUploads } from '../uploads/store.ts'
import { insertLeaving, listOwnerFiles, releaseOwnerFiles } from './store.ts'

/**
 * Deletes a user's files immediately. A reserved upload is kept by its key alone until nothing can be uploaded to it
 * any more.
 */
export async function eraseMedia(
  { clock, queue }: { readonly clock: Clock } & Pick<MediaDeps, 'queue'>,
  tx: Tx,
  uid: UserId,
): Promise<void> {
  await deleteOwnerMedia(tx, uid)
  await releaseOwnerFiles(tx, uid, clock.now())
  for (const { incomingKey, createdAt } of await deleteOwnerUploads(tx, uid))
    await insertLeaving(tx, incomingKey, uid, after(createdAt, unsettledKeptMs))
  await queue.enqueue(tx, removeMediaFiles, {})
}

export interface MediaExportDeps {
  readonly db: Db
  readonly storage: Pick<Storage, 'read'>
}

const atOnce = 200

/** Opens the files of a user, one after another. Skips files that are deleted in the meantime. */
export async function* openMediaOf(
  { db, storage }: MediaExportDeps,
  uid: UserId,
): AsyncGenerator<{ readonly name: string; readonly body: Readable }> {
  for (let last: MediaId | null = null; ; ) {
    const files: Awaited<ReturnType<typeof listOwnerFiles>> = await listOwnerFiles(db, uid, last, atOnce)
    for (const { id, fileKey, fileName } of files) {
      const body = await openOrNull(storage, fileKey)
      if (body) yield { name: `${toWire('media', id)}-${plainName(fileName)}`, body }
    }
    last = files.at(-1)?.id ?? null
    if (files.length < atOnce || last === null) return
  }
}

async function openOrNull(storage: Pick<Storage, 'read'>, key: string): Promise<Readable | null> {
  try {
    return await storage.read(key)
  } catch (error) {
    if (error instanceof StorageMissing) return null
    throw error
  }
}

/** A name that every system can unpack. */
const plainName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(-100)
