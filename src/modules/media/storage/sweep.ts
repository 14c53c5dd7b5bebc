import { inTx } from '#infra/db/client.ts'
import { before } from '#kernel/clock.ts'
import type { MediaDeps } from '../deps.ts'
import { unsettledKeptMs } from '../limits.ts'
import { addPosterSuffix } from '../receiving/store-file.ts'
import { deleteOldUploads } from '../uploads/store.ts'
import { abandonArriving, deleteLeavingFile, insertLeaving, putOffLeaving, selectLeavingFiles } from './store.ts'

type RemoveDeps = Pick<MediaDeps, 'db' | 'clock' | 'storage'>

const atOnce = 200
/** The maximum number of errors in one run. More indicate a problem with the storage, and the run stops. */
const faultsMax = 3

/**
 * Removes `leaving` files: first the object, then its row, so that a failure between the two is found again. A file
 * that cannot be removed moves to the end of the queue and does not block the others. Throws the first error at the
 * end.
 */
export async function removeLeaving(deps: RemoveDeps, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const faults = new Map<string, unknown>()
  for (let hasMore = true; hasMore && faults.size < faultsMax; ) {
    const leaving = await selectLeavingFiles(db, clock.now(), atOnce)
    const untried = leaving.filter(({ key }) => !faults.has(key))
    for (const { key } of untried) {
      if (signal.aborted) return
      if (faults.size === faultsMax) break
      await removeFile(deps, key).catch(async (error: unknown) => {
        faults.set(key, error)
        await putOffLeaving(db, key, clock.now())
      })
    }
    hasMore = leaving.length === atOnce && untried.length > 0
  }
  for (const fault of faults.values()) throw fault
}

async function removeFile({ db, storage }: RemoveDeps, key: string): Promise<void> {
  await storage.remove(key)
  if (key.startsWith('media/')) await storage.remove(addPosterSuffix(key))
  await deleteLeavingFile(db, key)
}

/** Removes unfinished uploads, unused upload URLs and forgotten scratch files, a day after they were created. */
export async function sweepMediaNow(
  deps: Pick<MediaDeps, 'db' | 'clock' | 'storage' | 'scratch'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, scratch } = deps
  const now = clock.now()
  const begunBefore = before(now, unsettledKeptMs)
  await scratch.sweep()
  await abandonArriving(db, begunBefore, now)
  while (!signal.aborted && (await abandonUploads(deps, begunBefore)) === atOnce);
  await removeLeaving(deps, signal)
}

/**
 * Deletes one batch of reserved uploads, and marks their objects as `leaving`. This includes settled uploads, since a
 * holder of the URL could have uploaded again. Returns the number deleted.
 */
function abandonUploads({ db, clock }: Pick<MediaDeps, 'db' | 'clock'>, begunBefore: Date): Promise<number> {
  return inTx(db, async (tx) => {
    const old = await deleteOldUploads(tx, begunBefore, atOnce)
    for (const { incomingKey, ownerUid } of old) await insertLeaving(tx, incomingKey, ownerUid, clock.now())
    return old.length
  })
}
