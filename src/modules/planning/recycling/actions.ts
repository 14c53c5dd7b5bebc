import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuseInput } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import {
  listClones,
  type PostDeps,
  type PostRow,
  postFor,
  presentPosts,
  type RecycleConfig,
  requireMayPublish,
  requireMove,
  requireRecyclable,
  updatePostRow,
  withEditor,
} from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { findNextDueDate } from './due-dates.ts'
import type { RecycleInput } from './schema.ts'
import { deleteRecyclings, listRecyclings, putRecycling, readPostZone } from './store.ts'

/**
 * Turns recycling of a post on or off. For a post that is not published yet, recycling begins with its first
 * publication.
 */
export function configureRecycling(deps: PlanningDeps, caller: Caller, id: PostId, input: RecycleInput) {
  if (input.enabled) requireMayPublish(caller)
  return inTx(deps.db, async (tx) => {
    const post = await postFor(deps, tx, caller, id, 'publish')
    requireMove('duplicate', post)
    const intervalDays = input.intervalDays ?? post.recycle?.intervalDays
    if (intervalDays === undefined) {
      if (!input.enabled) return presentRecycling(post, null)
      refuseInput({ path: '/intervalDays', code: 'required', message: 'must be a number of days from 1 to 365' })
    }
    const variations = input.variations ?? post.recycle?.variations ?? []
    const recycle: RecycleConfig = { enabled: input.enabled, intervalDays, variations }
    if (input.enabled) await requireRecyclable(deps, tx, post, recycle, input.confirmWarnings)
    const now = deps.clock.now()
    const changed = await updatePostRow(tx, id, {
      recycle,
      updatedAt: now,
      version: post.version + 1,
      // A clone publishes a variation instead of the content.
      ...(input.variations ? { editedBy: withEditor(post, caller.uid) } : {}),
    })
    const next = await planRecycling(tx, changed, now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: post.ownerUid,
      action: 'post.recycling_changed',
      subject: toWire('post', id),
      changes: { recycle: { from: post.recycle && { ...post.recycle }, to: { ...recycle } } },
    })
    return presentRecycling(changed, next)
  })
}

/** Schedules the next clone of a post, or none. Returns its time. */
export async function planRecycling(
  tx: Tx,
  { id, recycle, publishedAt, deletedAt }: Pick<PostRow, 'id' | 'recycle' | 'publishedAt' | 'deletedAt'>,
  now: Date,
): Promise<Date | null> {
  if (!recycle?.enabled || publishedAt === null || deletedAt !== null) {
    await deleteRecyclings(tx, [id])
    return null
  }
  const zone = await readPostZone(tx, id)
  const cycle = { firstPublishedAt: publishedAt, intervalDays: recycle.intervalDays, zone }
  const next = findNextDueDate(cycle, now)
  await putRecycling(tx, { postId: id, ...next })
  return next.dueAt
}

/** Returns how a post is recycled, and when its next clone is due. */
export async function readRecycling(deps: Pick<PostDeps, 'db' | 'clock'>, caller: Caller, id: PostId) {
  const post = await postFor(deps, deps.db, caller, id, 'read')
  const planned = (await listRecyclings(deps.db, [id])).get(id)
  return presentRecycling(post, planned?.dueAt ?? null)
}

const presentRecycling = ({ id, recycle }: PostRow, nextAt: Date | null) => ({
  postId: id,
  enabled: recycle?.enabled ?? false,
  intervalDays: recycle?.intervalDays ?? null,
  variations: [...(recycle?.variations ?? [])],
  nextAt,
  endedBecause: recycle?.endedBecause ?? null,
})

const most = 1_000

/** Lists the clones of a recycled post, newest first. Those in the trash are left out. */
export async function listRecycles(deps: Pick<PostDeps, 'db' | 'clock'>, caller: Caller, id: PostId) {
  await postFor(deps, deps.db, caller, id, 'read')
  return presentPosts(deps.db, await listClones(deps.db, id, most))
}
