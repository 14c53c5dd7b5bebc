import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type MediaId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { MediaDeps } from '../../deps.ts'
import { removeMediaFiles } from '../../jobs.ts'
import { mediaFor } from '../../media-for.ts'
import { releaseFile } from '../../storage/store.ts'
import { deleteMedia } from '../../store.ts'

/** Deletes media permanently, along with the bytes unless other media use them. */
export function removeMedia(
  deps: Pick<MediaDeps, 'db' | 'clock' | 'queue' | 'guards'>,
  caller: Caller,
  id: MediaId,
): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const { ownerUid, fileKey } = await mediaFor(tx, caller, id, 'editor')
    for (const isInUse of deps.guards.mediaInUse) {
      if (await isInUse(tx, id)) refuse('media_in_use', { detail: 'Remove the file from the posts that use it first.' })
    }
    const now = deps.clock.now()
    await deleteMedia(tx, id)
    if (await releaseFile(tx, fileKey, now)) await deps.queue.enqueue(tx, removeMediaFiles, {})
    await writeAudit(tx, { at: now, caller, ownerUid, action: 'media.deleted', subject: toWire('media', id) })
  })
}
