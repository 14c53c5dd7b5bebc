import { before } from '#kernel/clock.ts'
import type { MediaDeps } from './deps.ts'
import { forgetFile, giveUpArriving, leavingFiles } from './file-store.ts'
import { unsettledKeptMs } from './limits.ts'
import { posterBeside } from './make-stored.ts'
import { forgetUpload, oldUploads } from './upload-store.ts'

const atOnce = 200

/** First the object, then its row: what fails half way is found again. */
export async function removeLeaving(
  { db, clock, storage }: Pick<MediaDeps, 'db' | 'clock' | 'storage'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const leaving = await leavingFiles(db, clock.now(), atOnce)
    for (const { key } of leaving) {
      if (signal.aborted) return
      await storage.remove(key)
      if (key.startsWith('media/')) await storage.remove(posterBeside(key))
      await forgetFile(db, key)
    }
    if (leaving.length < atOnce) return
  }
}

/** Half uploads, unused places and forgotten scratch, a day after they began. */
export async function sweepMediaNow(
  deps: Pick<MediaDeps, 'db' | 'clock' | 'storage' | 'scratch'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, storage, scratch } = deps
  const now = clock.now()
  const begunBefore = before(now, unsettledKeptMs)
  await giveUpArriving(db, begunBefore, now)
  await removeLeaving(deps, signal)
  for (;;) {
    const old = await oldUploads(db, begunBefore, atOnce)
    for (const { storagePath, incomingKey } of old) {
      if (signal.aborted) return
      // Also of a settled one: whoever had the address could put something there once more.
      await storage.remove(incomingKey)
      await forgetUpload(db, storagePath)
    }
    if (old.length < atOnce) break
  }
  await scratch.sweep()
}
