import type { Readable } from 'node:stream'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before } from '#kernel/clock.ts'
import { Refusal, refuse } from '#kernel/errors.ts'
import { type PostId, type ProfileId, toWire } from '#kernel/ids.ts'
import { hasRight } from '#kernel/rights.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { forget } from '#modules/publishing/index.ts'
import { trashKeepsMs } from '#rules/trash.ts'
import { requireMayChange } from '../approvals/contributors.ts'
import type { PostDeps } from '../deps.ts'
import { armPost } from '../dispatch/arm-post.ts'
import { withdrawPost } from '../outcomes/account-posts.ts'
import { rollUp } from '../outcomes/roll-up.ts'
import { postFor, requireMayPublish, requireMove } from '../post-for.ts'
import { fullView } from '../reading/list-posts.ts'
import { type PresentedPost, presentPost } from '../reading/present.ts'
import { streamPosts } from '../reading/stream-posts.ts'
import { listChildren } from '../store/family.ts'
import { listProfileIds } from '../store/list.ts'
import { type PostRow, updatePost } from '../store/posts.ts'
import { deletePosts, listOwnedProfiles, listTrashedPosts, lockTrashed } from '../store/trash.ts'

type TrashDeps = Pick<PostDeps, 'db' | 'clock'>
type ListDeps = TrashDeps & Pick<PostDeps, 'seal' | 'config' | 'connectors'>

const atOnce = 200

/**
 * Lists the posts that can still be restored, most recently deleted first. The response is written while they are read.
 */
export async function readTrash(deps: ListDeps, caller: Caller, profileId: ProfileId | undefined): Promise<Readable> {
  const { db, clock } = deps
  const ids = profileId ? [(await profileFor(db, caller, profileId, 'read')).id] : await listProfileIds(db, caller)
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
    encode: fullView(deps).encode,
  })
}

/** Deletes the posts in the trash permanently. Without a profile, only those in profiles that the caller owns. */
export async function emptyTrash(
  { db }: TrashDeps,
  caller: Caller,
  profileId: ProfileId | undefined,
): Promise<{ readonly ok: true; readonly deleted: number }> {
  const profileIds = profileId
    ? [(await profileFor(db, caller, profileId, 'publish', { alsoReadOnly: true })).id]
    : await listOwnedProfiles(db, caller.uid, await listProfileIds(db, caller))
  return { ok: true, deleted: await purge(db, (tx) => lockTrashed(tx, { profileIds }, atOnce)) }
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

interface TrashOptions {
  /** Includes the posts that were created from it for other profiles. */
  readonly withChildren?: boolean
}

/** Moves a post to the trash. With its children, moves all of them or none. */
export function trashPost(deps: PostDeps, caller: Caller, id: PostId, { withChildren = false }: TrashOptions = {}) {
  return inTx(deps.db, async (tx) => {
    const trashed = await trashOne(deps, tx, caller, id)
    if (!withChildren) return trashed
    const children = await listChildren(tx, id)
    for (const child of children) await trashOne(deps, tx, caller, child)
    return { ...trashed, children }
  })
}

/**
 * Moves one post to the trash. Targets that are not in flight are withdrawn. The others run to completion, and their
 * outcome is recorded.
 */
async function trashOne(deps: PostDeps, tx: Tx, caller: Caller, id: PostId) {
  const seen = await postFor(deps, tx, caller, id, 'write', { alsoReadOnly: true })
  const move = requireMove('remove', seen)
  const now = deps.clock.now()
  if (move === 'nothing') return { ok: true as const, success: true as const, id, deletedAt: seen.deletedAt ?? now }
  await requireMayChange(deps, tx, seen)
  const isWithdrawn = move === 'withdraw and trash'
  if (isWithdrawn) await withdrawPost(tx, id)
  const { recycle } = seen
  const ended = recycle?.enabled ? { recycle: { ...recycle, enabled: false, endedBecause: 'trash' as const } } : {}
  const post = await updatePost(tx, id, { deletedAt: now, updatedAt: now, version: seen.version + 1, ...ended })
  if (isWithdrawn) await rollUp(deps, tx, [post])
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: seen.ownerUid,
    action: 'post.deleted',
    subject: toWire('post', id),
  })
  return { ok: true as const, success: true as const, id, deletedAt: now }
}

/**
 * Restores a post from the trash. A post whose time is in the future and that has no errors is scheduled again. Any
 * other becomes a draft, and so does a scheduled post that a contributor restores.
 */
export function restorePost(deps: PostDeps, caller: Caller, id: PostId): Promise<PresentedPost> {
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'write')
    requireMove('restore', seen)
    const now = deps.clock.now()
    const isTimed = seen.intent === 'scheduled' && seen.scheduledAt !== null && seen.scheduledAt > now
    const isAhead = isTimed && hasRight(seen.role, 'publish')
    if (isAhead) requireMayPublish(caller)
    const restored = await updatePost(tx, id, { deletedAt: null, updatedAt: now, version: seen.version + 1 })
    let isScheduled = isAhead
    if (isAhead) {
      try {
        // The same post may have been scheduled for this time in the meantime.
        const guard = { days: seen.profileSamePostDays, confirmed: seen.confirmedWarnings }
        await armPost(deps, tx, restored, { confirmed: true, guard })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        isScheduled = false
      }
    }
    const [{ post, targets }] = await rollUp(deps, tx, [restored], {
      change: () => ({ intent: isScheduled ? 'scheduled' : 'draft' }),
    })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: post.ownerUid,
      action: 'post.restored',
      subject: toWire('post', id),
      changes: { status: { from: seen.status, to: post.status } },
    })
    return presentPost(post, targets)
  })
}

/**
 * Refuses for every post and every platform. A published post stays, so that we do not cause its replies to be lost.
 */
export const refusePlatformRemoval = (): never =>
  refuse('posts_stay_published', {
    detail: 'Delete the post on the network itself. Here you can move it to the trash.',
  })
