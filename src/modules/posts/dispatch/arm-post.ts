import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Each, eachOf } from '#kernel/each.ts'
import type { Fault } from '#kernel/errors.ts'
import type { PostId } from '#kernel/ids.ts'
import type { CheckedTarget } from '../check/check-draft.ts'
import type { QuotaDeps } from '../check/expect-quota.ts'
import { readTextsAhead } from '../check/read-ahead.ts'
import { findObstacles, refuseWarnings } from '../check/require-publishable.ts'
import { guardStored, noteAndCompare } from '../check/same-post/guard-same-post.ts'
import { type Confirmed, listMediaIds, mapPostMedia } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import {
  type Fetched,
  fetchMedia,
  listFiles,
  listUnfetchedUrls,
  nothingFetched,
  requireFetched,
  useFetched,
} from '../draft/fetch-media.ts'
import { loadStoredPosts, type StoredTarget } from '../draft/load-posts.ts'
import { requireNoFaults } from '../draft/refuse-faults.ts'
import { type PostAtHand, postFor } from '../post-for.ts'
import { replaceMediaUses } from '../store/media-uses.ts'
import { type PostRow, updatePost } from '../store/posts.ts'
import { listTargets, rewriteTargets, type TargetRow, type TargetsByPost } from '../store/targets.ts'
import { listTargetsWithAccounts } from './dispatcher.ts'

/**
 * Reads a stored post's long texts and fetches its remote files, before the transaction begins. `requireMove` refuses
 * if the post cannot be armed.
 */
export async function prepareArming(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  requireMove: (post: PostAtHand) => void,
): Promise<Fetched> {
  const post = await postFor(deps, deps.db, caller, id, 'write')
  requireMove(post)
  const [draft] = await loadStoredPosts(deps.db, [{ post, rows: await listTargets(deps.db, id) }])
  if (!draft) return nothingFetched
  await readTextsAhead(deps, draft)
  return fetchMedia(
    deps,
    caller,
    post.profileId,
    listUnfetchedUrls(post, draft.targets),
    listFiles(post, draft.targets),
  )
}

interface Armed {
  readonly post: PostRow
  /** All targets of the post. */
  readonly targets: readonly TargetRow[]
  readonly checked: readonly CheckedTarget<StoredTarget>[]
}

interface ArmOptions {
  readonly fetched?: Fetched
  /** The targets of the post, if they have just been read. */
  readonly rows?: readonly TargetRow[] | null
  /** Warnings that the caller accepts. If omitted, those stored with the post. */
  readonly confirmed?: Confirmed
  /** Limits the check to these targets. */
  readonly only?: (target: TargetRow) => boolean
  /** True if the post is published now, whatever its scheduled time. */
  readonly isNow?: boolean
  /** Compares the post with others of its accounts. If omitted, the post only serves as a template. */
  readonly guard?: Guard
}

interface Guard {
  /** The `samePostDays` of the profile. */
  readonly days: number
  /** Warnings that count as accepted here, if different from the rest. */
  readonly confirmed?: Confirmed
  /** True if the post was already armed for the same time. */
  readonly isTimeKept?: boolean
}

/**
 * Makes a stored post ready to publish: inserts the fetched files, gives targets without an account the default one,
 * and checks everything. Refuses if the post cannot be published like this.
 */
export async function armPost(deps: QuotaDeps, tx: Tx, seen: PostRow, options: ArmOptions = {}): Promise<Armed> {
  const [armed] = await armPosts(deps, tx, [{ ...options, seen }])
  return armed
}

interface PostToArm extends ArmOptions {
  readonly seen: PostRow
}

/** Does the same for several posts, which are read and compared together. Refuses if one of them cannot be published. */
export async function armPosts<const Posts extends readonly PostToArm[]>(
  deps: QuotaDeps,
  tx: Tx,
  posts: Posts,
): Promise<Each<Posts, Armed>> {
  const known = await listAllTargets(tx, posts)
  const ready: Pick<Armed, 'post' | 'targets'>[] = []
  for (const { seen, fetched = nothingFetched } of posts) {
    const { post, targets } = await putFetchedMedia(tx, seen, known.get(seen.id) ?? [], fetched)
    requireFetched(post, targets)
    ready.push({ post, targets })
  }
  const drafts = await loadStoredPosts(
    tx,
    ready.map(({ post, targets }, index) => ({ post, rows: targets.filter(posts[index]?.only ?? (() => true)) })),
  )
  const armed: Armed[] = []
  const warnings: Fault[] = []
  const guarded: ReturnType<typeof guardStored>[] = []
  for (const [index, draft] of drafts.entries()) {
    const { seen, guard, ...options } = posts[index] as PostToArm
    const { confirmed = seen.confirmedWarnings, isNow = seen.intent === 'draft' } = options
    const at = isNow ? null : draft.post.scheduledAt
    const found = await findObstacles(deps, tx, draft, { confirmed, at, postId: seen.id })
    requireNoFaults(found.errors)
    warnings.push(...found.warnings)
    const defaults = { path: '', at: at ?? deps.clock.now(), confirmed, isTimeKept: false }
    if (guard) guarded.push(guardStored(draft, found.targets, { ...defaults, ...guard }))
    armed.push({ ...(ready[index] as (typeof ready)[number]), checked: found.targets })
  }
  if (guarded.length > 0) warnings.push(...(await noteAndCompare(tx, guarded)))
  if (warnings.length > 0) refuseWarnings(warnings)
  return eachOf(posts, armed)
}

/** Returns the targets of posts, each with its account. Only those that have not just been read complete are read. */
async function listAllTargets(tx: Tx, posts: readonly PostToArm[]): Promise<TargetsByPost> {
  const isComplete = ({ rows }: PostToArm) => rows?.every(({ accountId }) => accountId !== null) === true
  const read = await listTargetsWithAccounts(
    tx,
    posts.filter((post) => !isComplete(post)).map(({ seen }) => seen),
  )
  return new Map(posts.map((post) => [post.seen.id, (isComplete(post) ? post.rows : read.get(post.seen.id)) ?? []]))
}

/** Replaces URLs with the files that were fetched from them. */
export async function putFetchedMedia(tx: Tx, seen: PostRow, known: readonly TargetRow[], fetched: Fetched) {
  if (fetched.size === 0) return { post: seen, targets: known }
  const post = mapPostMedia(seen, (media) => useFetched(media, fetched))
  const targets = known.map((target) => {
    const { media } = target.overrides
    return media ? { ...target, overrides: { ...target.overrides, media: useFetched(media, fetched) } } : target
  })
  await updatePost(tx, seen.id, { media: post.media, thread: post.thread })
  await rewriteTargets(tx, targets)
  await replaceMediaUses(tx, { postId: seen.id, mediaIds: listMediaIds(post, targets) })
  return { post, targets }
}
