import type { Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import { after } from '#kernel/clock.ts'
import type { UserId } from '#kernel/ids.ts'
import type { MediaDeps } from '../deps.ts'
import { removeMediaFiles } from '../jobs.ts'
import { unsettledKeptMs } from '../limits.ts'
import { deleteOwnerMedia } from '../store.ts'
import { deleteOwnerUploads } from '../uploads/store.ts'
import { insertLeaving, releaseOwnerFiles } from './store.ts'

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
