import { createDueBatches, type DueBatches } from '#infra/claim/index.ts'
import type { Tx } from '#infra/db/client.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { raiseAlert } from '#modules/alerts/index.ts'
import { checkTarget } from '../check/check-draft.ts'
import type { PostDeps } from '../deps.ts'
import { loadStoredPosts, type StoredTarget } from '../draft/load-posts.ts'
import { timeOfTarget } from '../draft/times.ts'
import { type RollUpDeps, rollUp, type TargetEvent } from '../outcomes/roll-up.ts'
import { firstDuePost, lockDue, readWithin } from '../store/due.ts'
import { listPostsByIds, type PostRow } from '../store/posts.ts'
import { fillAccounts, listTargets, listTargetsOfPosts, noteRefused, type TargetsByPost } from '../store/targets.ts'
import { type EnqueueDeps, enqueuePosts } from './enqueue-posts.ts'
import { type BlockedDeps, moveBlocked } from './move-blocked.ts'

type DispatchDeps = EnqueueDeps & BlockedDeps

interface DispatcherOptions {
  /** Called after a commit that has put publications into the queue. */
  readonly onQueued?: () => void
  /** The number of posts in one transaction. */
  readonly atOnce?: number
  /**
   * The number of bytes that the publications of one transaction may hold, so that long posts with many targets do not
   * fill the memory.
   */
  readonly maxBytes?: number
}

/**
 * Creates the dispatcher of scheduled posts, which are rows with a time. It takes due rows and hands them to the engine
 * in the same transaction, so no timer can be lost, and any number of nodes may dispatch posts.
 */
export function createDispatcher(
  deps: DispatchDeps & Pick<PostDeps, 'db' | 'log'>,
  { onQueued = () => {}, atOnce = 500, maxBytes = 4 * 1_048_576 }: DispatcherOptions = {},
): DueBatches {
  return createDueBatches<PostId>({
    ...deps,
    name: 'posts',
    atOnce,
    onWorked: onQueued,
    firstDue: firstDuePost,
    lock: lockDue,
    async work(tx, ids, tried) {
      const posts = await readWithin(tx, ids, maxBytes)
      const taken = posts.map(({ id }) => id)
      tried(taken)
      await dispatchPosts(deps, tx, posts)
      return taken
    },
    failAlone: (tx, id) => failUndispatched(deps, tx, id),
  })
}

const refusal = {
  code: 'internal',
  error:
    'Posthorn could not prepare this post for publishing. Edit the post and press retry, or contact your ' +
    'server administrator.',
}

/** Fails a post that cannot be handed to the engine, and alerts the server administrators. */
async function failUndispatched(deps: RollUpDeps, tx: Tx, id: PostId): Promise<void> {
  const [post] = await listPostsByIds(tx, await lockDue(tx, { most: 1, among: [id] }))
  if (!post) return
  const targets = (await listTargets(tx, id)).filter(({ status }) => status !== 'published')
  const round = post.round + 1
  await noteRefused(
    tx,
    targets.map((target) => ({ id: target.id, refusal, round })),
  )
  await raiseAlert(tx, {
    at: deps.clock.now(),
    kind: 'post_not_dispatched',
    severity: 'critical',
    subject: toWire('post', id),
    message: 'A scheduled post failed because it couldn’t be prepared. Check the log.',
  })
  const events: TargetEvent[] = targets.map((target) => ({ ...target, type: 'post.failed' }))
  await rollUp(deps, tx, [post], {
    change: () => ({ round, intent: 'draft', saveAsDraft: false }),
    eventsToEmit: new Map([[id, events]]),
  })
}

/** Hands due posts to the engine after a final check. The caller has locked them. */
async function dispatchPosts(deps: DispatchDeps, tx: Tx, posts: readonly PostRow[]): Promise<void> {
  const byPost = await listTargetsWithAccounts(tx, posts)
  const due = posts.map((post) => {
    const targets = byPost.get(post.id) ?? []
    return { post, targets, rows: targets.filter(({ status }) => status !== 'published') }
  })
  const withTargets = due.filter(({ rows }) => rows.length > 0)
  const drafts = await loadStoredPosts(tx, withTargets)
  const requested = drafts.map((draft, index) => ({
    post: draft.post,
    targets: withTargets[index]?.targets ?? [],
    checked: draft.targets.map((target) => checkTarget(deps, draft, target)),
    timeOf: (target: StoredTarget) => timeOfTarget(draft.post.scheduledAt ?? deps.clock.now(), target),
    isNow: false,
  }))
  const moved = await moveBlocked(deps, tx, requested)
  await enqueuePosts(
    deps,
    tx,
    requested.filter(({ post }) => !moved.has(post.id)),
  )
  // A post without any remaining target becomes a draft.
  const empty = due.filter(({ rows }) => rows.length === 0).map(({ post }) => post)
  await rollUp(deps, tx, empty, { change: () => ({ intent: 'draft' }) })
}

/** Reads the targets of posts, after giving those without an account the default one of their network. */
export async function listTargetsWithAccounts(tx: Tx, posts: readonly PostRow[]): Promise<TargetsByPost> {
  const byPost = await listTargetsOfPosts(tx, posts)
  if ([...byPost.values()].flat().every(({ accountId }) => accountId !== null)) return byPost
  await fillAccounts(
    tx,
    posts.map(({ id }) => id),
  )
  return listTargetsOfPosts(tx, posts)
}
