import type { Readable } from 'node:stream'
import type { Db } from '#infra/db/client.ts'
import { type Storage, StorageMissing } from '#infra/storage/index.ts'
import { type MediaId, toWire, type UserId } from '#kernel/ids.ts'
import { listOwnerFiles } from './store.ts'

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
