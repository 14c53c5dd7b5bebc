import { before } from '#kernel/clock.ts'
import type { MediaDeps } from '../deps.ts'
import { unsettledKeptMs } from '../limits.ts'
import { addPosterSuffix } from '../receiving/store-file.ts'
import { deleteUpload, selectOldUploads } from '../uploads/store.ts'
import { abandonArriving, deleteLeavingFile, selectLeavingFiles } from './store.ts'

const atOnce = 200

/** Removes `leaving` files: first the object, then its row, so that a failure between the two is found again. */
export async function removeLeaving(
  { db, clock, storage }: Pick<MediaDeps, 'db' | 'clock' | 'storage'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const leaving = await selectLeavingFiles(db, clock.now(), atOnce)
    for (const { key } of leaving) {
      if (signal.aborted) return
      await storage.remove(key)
      if (key.startsWith('media/')) await storage.remove(addPosterSuffix(key))
      await deleteLeavingFile(db, key)
    }
    if (leaving.length < atOnce) return
  }
}

/** Removes unfinished uploads, unused places and forgotten scratch files, a day after they began. */
export async function sweepMediaNow(
  deps: Pick<MediaDeps, 'db' | 'clock' | 'storage' | 'scratch'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, storage, scratch } = deps
  const now = clock.now()
  const begunBefore = before(now, unsettledKeptMs)
  await abandonArriving(db, begunBefore, now)
  await removeLeaving(deps, signal)
  for (;;) {
    const old = await selectOldUploads(db, begunBefore, atOnce)
    for (const { storagePath, incomingKey } of old) {
      if (signal.aborted) return
      // Also remove the object of a settled upload: a holder of the URL could have uploaded once more.
      await storage.remove(incomingKey)
      await deleteUpload(db, storagePath)
    }
    if (old.length < atOnce) break
  }
  await scratch.sweep()
}
