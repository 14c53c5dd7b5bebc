import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
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
import { listTargets, rewriteTargets, type TargetRow } from '../store/targets.ts'
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
  const {
    fetched = nothingFetched,
    rows = null,
    confirmed = seen.confirmedWarnings,
    only = () => true,
    guard,
  } = options
  const { isNow = seen.intent === 'draft' } = options
  const isComplete = rows?.every(({ accountId }) => accountId !== null) === true
  const known = rows && isComplete ? rows : ((await listTargetsWithAccounts(tx, [seen])).get(seen.id) ?? [])
  const { post, targets } = await putFetchedMedia(tx, seen, known, fetched)
  requireFetched(post, targets)
  const [draft] = await loadStoredPosts(tx, [{ post, rows: targets.filter(only) }])
  if (!draft) throw new Error('one post is loaded as one draft')
  const at = isNow ? null : post.scheduledAt
  const found = await findObstacles(deps, tx, draft, { confirmed, at, postId: seen.id })
  requireNoFaults(found.errors)
  const defaults = { path: '', at: at ?? deps.clock.now(), confirmed, isTimeKept: false }
  const same = guard ? await noteAndCompare(tx, [guardStored(draft, found.targets, { ...defaults, ...guard })]) : []
  if (found.warnings.length + same.length > 0) refuseWarnings([...found.warnings, ...same])
  return { post, targets, checked: found.targets }
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
