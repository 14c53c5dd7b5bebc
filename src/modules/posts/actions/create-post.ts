import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Each, eachOf } from '#kernel/each.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudits } from '#modules/audit/index.ts'
import { enqueue } from '#modules/publishing/index.ts'
import { submitForApproval } from '../approvals/actions.ts'
import { mustSubmit } from '../approvals/contributors.ts'
import { holdUnapproved } from '../approvals/gate.ts'
import type { CheckedTarget } from '../check/check-draft.ts'
import { guardNew } from '../check/same-post/guard-same-post.ts'
import { listMediaIds } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import { beginRound, type EnqueueDeps, freeze } from '../dispatch/enqueue-posts.ts'
import { buildRows } from '../draft/build-rows.ts'
import { labelPosts } from '../draft/label-posts.ts'
import { requireUses } from '../draft/resolve-media.ts'
import { computeLatestTime, timeOfTarget } from '../draft/times.ts'
import { type RolledUp, rollUp } from '../outcomes/roll-up.ts'
import { type PresentedPost, presentPost } from '../reading/present.ts'
import type { PostRow } from '../store/posts.ts'
import type { NewGuard } from '../store/same-posts.ts'
import { insertPosts, type NewTargetRow } from '../store/targets.ts'
import { type PreparedPost, toArming, whose } from './prepare-posts.ts'

type Lineage = Pick<PostRow, 'kind' | 'rootPostId' | 'parentId' | 'ideaId'>

/**
 * Stores prepared posts, all of them or none, with one statement per table: drafts, posts with a time, and posts to
 * publish immediately, which are enqueued together with them. `lineageOf` says how each is related to the first.
 */
export async function createPosts<const Posts extends readonly PreparedPost[]>(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  prepared: Posts,
  lineageOf: (first: PostRow, index: number) => Partial<Lineage> = () => ({}),
): Promise<Each<Posts, PresentedPost>> {
  const now = deps.clock.now()
  // The rule of a profile may have changed since the posts were prepared.
  const submits: boolean[] = []
  for (const { draft } of prepared) submits.push(!draft.input.saveAsDraft && (await mustSubmit(tx, whose(draft))))
  const built = prepared.map((one) => ({
    ...buildRows(one.draft, caller, now, one.digests),
    checked: one.checked,
    isNow: !one.draft.input.saveAsDraft && one.draft.scheduledAt === null,
  }))
  const [first] = built
  const related = built.map((one, index) => ({
    ...one,
    post: first ? { ...one.post, ...lineageOf(first.post, index) } : one.post,
  }))
  const armings = prepared.map((one, index) => toArming(one, related[index]?.post.id ?? null, now))
  const labeled = await labelPosts(tx, related, now)
  const stored = await insertNewPosts(deps, tx, labeled, guardNew(armings))
  await requireUses(
    tx,
    related.map(({ post, targets }) => ({ postId: post.id, mediaIds: listMediaIds(post, targets) })),
  )
  await writeAudits(
    tx,
    stored.map(({ post }) => ({
      at: now,
      caller,
      ownerUid: post.ownerUid,
      action: 'post.created',
      subject: toWire('post', post.id),
      changes: { status: { from: null, to: post.status } },
    })),
  )
  for (const [index, { post }] of stored.entries()) if (submits[index]) await submitForApproval(deps, tx, caller, post)
  const presented = stored.map(({ post, targets }) => presentPost(post, targets))
  return eachOf(prepared, presented)
}

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
async function insertNewPosts(
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
  return targets.flatMap((row, position) => {
    const one = checked[position]
    if (!one) return []
    const dueAt = timeOfTarget(post.createdAt, row)
    const latestAt = computeLatestTime(deps, post, dueAt, true)
    return [{ postId: post.id, profileId: post.profileId, target: freeze(one, row, { dueAt, latestAt }) }]
  })
}
