import type { Tx } from '#infra/db/client.ts'
import { enqueue } from '#modules/publishing/index.ts'
import { holdUnapproved } from '../approvals/gate.ts'
import type { CheckedTarget } from '../check/check-draft.ts'
import type { NewGuard } from '../check/same-post/guard-new.ts'
import { computeLatestTime } from '../draft/times.ts'
import { type RolledUp, rollUp } from '../outcomes/roll-up.ts'
import type { PostRow } from '../store/posts.ts'
import { insertPosts, type NewTargetRow } from '../store/targets.ts'
import { beginRound, type EnqueueDeps, freeze } from './enqueue-posts.ts'

interface NewPostRows {
  readonly post: PostRow
  readonly targets: readonly NewTargetRow[]
  readonly checked: readonly CheckedTarget[]
  /** True if the post is published immediately. Its check has found no errors. */
  readonly isNow: boolean
}

/**
 * Stores new posts, with the same number of statements for any number of posts. Those to publish immediately are
 * enqueued with it, so that each table is written once. Refuses if an account already has one of them.
 */
export async function insertNewPosts(
  deps: EnqueueDeps,
  tx: Tx,
  built: readonly NewPostRows[],
  guard: NewGuard,
): Promise<RolledUp[]> {
  const going = built.filter(({ isNow }) => isNow)
  const frozen = going.flatMap((one) => freezeTargets(deps, one))
  const publicationIds = await enqueue(
    deps,
    tx,
    frozen.map(({ target }) => target),
  )
  await holdUnapproved(tx, frozen, publicationIds)
  const rows = built.map(({ post, targets, isNow }) => {
    if (!isNow) return { post, targets }
    const queued: PostRow = { ...post, ...beginRound(post), status: 'queued' }
    const enqueued = targets.map((row) => ({
      ...row,
      round: queued.round,
      publicationId: publicationIds.get(row.id) ?? null,
    }))
    return { post: queued, targets: enqueued }
  })
  const stored = await insertPosts(
    tx,
    rows.map(({ post }) => post),
    rows.flatMap(({ targets }) => targets),
    guard,
  )
  const queued = rows.flatMap(({ post }, index) => (built[index]?.isNow ? [post] : []))
  const eventsToEmit = new Map(queued.map(({ id }) => [id, [{ type: 'post.queued' as const }]]))
  const rolledUp = queued.length > 0 ? await rollUp(deps, tx, queued, { targets: stored, eventsToEmit }) : []
  const byId = new Map(rolledUp.map((one) => [one.post.id, one]))
  return rows.map(({ post }) => byId.get(post.id) ?? { post, targets: stored.get(post.id) ?? [] })
}

function freezeTargets(deps: EnqueueDeps, { post, targets, checked }: NewPostRows) {
  const dueAt = post.createdAt
  const latestAt = computeLatestTime(deps, post, dueAt, true)
  return targets.flatMap((row, position) => {
    const one = checked[position]
    return one ? [{ postId: post.id, profileId: post.profileId, target: freeze(one, row, { dueAt, latestAt }) }] : []
  })
}
