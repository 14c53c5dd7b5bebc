import type { Readable } from 'node:stream'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { forget } from '#modules/publishing/index.ts'
import type { PostDeps } from '../deps.ts'
import { streamPosts } from '../reading/stream-posts.ts'
import { fullView } from '../reading/views.ts'
import { trashKeepsMs } from '../state.ts'
import { listProfileIds } from '../store/list.ts'
import type { PostRow } from '../store/posts.ts'
import { deletePosts, listOwnedProfiles, listTrashedPosts, lockTrashed } from '../store/trash.ts'

type TrashDeps = Pick<PostDeps, 'db' | 'clock'>

const atOnce = 200

/**
 * Lists the posts that can still be restored, most recently deleted first. The response is written while they are read.
 */
export async function readTrash(
  { db, clock }: TrashDeps,
  caller: Caller,
  profileId: ProfileId | undefined,
): Promise<Readable> {
  const ids = profileId ? [(await profileFor(db, caller, profileId, 'viewer')).id] : await listProfileIds(db, caller)
  const deletedAfter = before(clock.now(), trashKeepsMs)
  return streamPosts({
    around: { before: '[', after: ']' },
    readOn: (last: PostRow | null, size) =>
      listTrashedPosts(
        db,
        ids,
        deletedAfter,
        last?.deletedAt ? { id: last.id, deletedAt: last.deletedAt } : null,
        size,
      ),
    encode: fullView({ db }).encode,
  })
}

/** Deletes the posts in the trash permanently. Without a profile, only those in profiles that the caller owns. */
export async function emptyTrash(
  { db }: TrashDeps,
  caller: Caller,
  profileId: ProfileId | undefined,
): Promise<{ readonly deleted: number }> {
  const profileIds = profileId
    ? [(await profileFor(db, caller, profileId, 'editor', { alsoReadOnly: true })).id]
    : await listOwnedProfiles(db, caller.uid, await listProfileIds(db, caller))
  return { deleted: await purge(db, (tx) => lockTrashed(tx, { profileIds }, atOnce)) }
}

/** Deletes the posts that were not restored in time. */
export const purgeTrash = (db: Db, deletedUntil: Date, signal: AbortSignal): Promise<number> =>
  purge(db, (tx) => (signal.aborted ? Promise.resolve([]) : lockTrashed(tx, { deletedUntil }, atOnce)))

/** Deletes in small batches, so that no lock is held for long. */
async function purge(db: Db, take: (tx: Tx) => ReturnType<typeof lockTrashed>): Promise<number> {
  let deleted = 0
  for (let count = atOnce; count === atOnce; deleted += count) {
    count = await inTx(db, async (tx) => {
      const ids = await take(tx)
      if (ids.length > 0) await forget(tx, await deletePosts(tx, ids))
      return ids.length
    })
  }
  return deleted
}
