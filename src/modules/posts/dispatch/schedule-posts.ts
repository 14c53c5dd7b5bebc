import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Fault } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudits } from '#modules/audit/index.ts'
import { readTextsAhead } from '../check/read-ahead.ts'
import { findObstacles, refuseWarnings } from '../check/require-publishable.ts'
import { guardStored, noteAndCompare } from '../check/same-post/guard-same-post.ts'
import type { Confirmed } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import { type Fetched, fetchMedia, listUnfetchedUrls, nothingFetched, requireFetched } from '../draft/fetch-media.ts'
import { loadStoredPosts } from '../draft/load-posts.ts'
import { refuseFaults } from '../draft/refuse-faults.ts'
import { findLatestFaults, findScheduleFaults, lastTimeOf } from '../draft/times.ts'
import type { PostAtHand } from '../post-for.ts'
import { noteScheduled } from '../store/due.ts'
import type { PostRow } from '../store/posts.ts'
import { listTargetsOfPosts } from '../store/targets.ts'
import { putFetchedMedia } from './arm-post.ts'
import { listTargetsWithAccounts } from './dispatcher.ts'

interface TimedPost {
  readonly post: PostRow & Pick<PostAtHand, 'profileSamePostDays'>
  readonly scheduledAt: Date
}

interface ArmPostsOptions {
  /** The files that have been fetched for each post. */
  readonly fetched: ReadonlyMap<PostId, Fetched>
  /** Warnings that the caller accepts. If omitted, those stored with each post. */
  readonly confirmed: Confirmed | undefined
}

/**
 * Reads stored posts' long texts and fetches their remote files, before the transaction begins. Returns the files of
 * each post.
 */
export async function prepareArmings(
  deps: PostDeps,
  caller: Caller,
  posts: readonly PostRow[],
): Promise<ReadonlyMap<PostId, Fetched>> {
  const targets = await listTargetsOfPosts(deps.db, posts)
  const drafts = await loadStoredPosts(
    deps.db,
    posts.map((post) => ({ post, rows: targets.get(post.id) ?? [] })),
  )
  const fetched = new Map<PostId, Fetched>()
  for (const draft of drafts) {
    await readTextsAhead(deps, draft)
    const urls = listUnfetchedUrls(draft.post, draft.targets)
    if (urls.length > 0) fetched.set(draft.post.id, await fetchMedia(deps, caller, draft.post.profileId, urls))
  }
  return fetched
}

/**
 * Checks stored posts that get their times together. They are read with the same number of statements for any number of
 * posts; only quotas are counted post by post. Refuses with the errors of all posts. Each path includes the post's
 * place in the list.
 */
export async function armPosts<Timed extends TimedPost>(
  deps: PostDeps,
  tx: Tx,
  timed: readonly Timed[],
  { fetched, confirmed }: ArmPostsOptions,
): Promise<readonly Timed[]> {
  const targets = await listTargetsWithAccounts(
    tx,
    timed.map(({ post }) => post),
  )
  const ready: { readonly post: PostRow; readonly rows: Parameters<typeof loadStoredPosts>[1][number]['rows'] }[] = []
  for (const { post } of timed) {
    const put = await putFetchedMedia(tx, post, targets.get(post.id) ?? [], fetched.get(post.id) ?? nothingFetched)
    requireFetched(put.post, put.targets)
    ready.push({ post: put.post, rows: put.targets })
  }
  const errors: Fault[] = []
  const warnings: Fault[] = []
  const guarded: ReturnType<typeof guardStored>[] = []
  for (const [index, draft] of (await loadStoredPosts(tx, ready)).entries()) {
    const { scheduledAt: at = null } = timed[index] ?? {}
    const { id: postId, confirmedWarnings, latestAt } = draft.post
    const accepted = confirmed ?? confirmedWarnings
    const found = await findObstacles(deps, tx, draft, { confirmed: accepted, at, postId })
    const times = at
      ? [...findScheduleFaults(deps, at), ...findLatestFaults(latestAt, lastTimeOf(at, draft.targets))]
      : []
    const path = `/postIds/${index}`
    const under = (fault: Fault): Fault => ({ ...fault, path: path + fault.path })
    errors.push(...[...times, ...found.errors].map(under))
    warnings.push(...found.warnings.map(under))
    const days = timed[index]?.post.profileSamePostDays ?? 0
    const options = { path, at: at ?? deps.clock.now(), days, confirmed: accepted, isTimeKept: false }
    guarded.push(guardStored(draft, found.targets, options))
  }
  if (errors.length > 0) refuseFaults(errors)
  warnings.push(...(await noteAndCompare(tx, guarded)))
  if (warnings.length > 0) refuseWarnings(warnings)
  return timed
}

/** Schedules checked drafts in one statement, with an audit entry for each. */
export async function schedulePosts(
  { clock }: Pick<PostDeps, 'clock'>,
  tx: Tx,
  caller: Caller,
  timed: readonly TimedPost[],
): Promise<void> {
  const now = clock.now()
  await noteScheduled(
    tx,
    timed.map(({ post: { id }, scheduledAt }) => ({ id, scheduledAt })),
    now,
  )
  await writeAudits(
    tx,
    timed.map(({ post, scheduledAt }) => ({
      at: now,
      caller,
      ownerUid: post.ownerUid,
      action: 'post.updated',
      subject: toWire('post', post.id),
      changes: { scheduledAt: { from: post.scheduledAt, to: scheduledAt }, status: { from: 'draft', to: 'scheduled' } },
    })),
  )
}
