import type { Tx } from '#infra/db/client.ts'
import { checkTarget } from '../check/check-draft.ts'
import { loadStoredPosts } from '../draft/load-stored-posts.ts'
import { rollUp } from '../outcomes/roll-up.ts'
import { fillAccounts } from '../store/fill-accounts.ts'
import type { PostRow } from '../store/posts.ts'
import { listTargetsOfPosts, type TargetsByPost } from '../store/targets.ts'
import { type EnqueueDeps, enqueuePosts } from './enqueue-posts.ts'

/** Hands due posts to the engine after a final check. The caller has locked them. */
export async function dispatchPosts(deps: EnqueueDeps, tx: Tx, posts: readonly PostRow[]): Promise<void> {
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
    dueAt: draft.post.scheduledAt ?? deps.clock.now(),
    isNow: false,
  }))
  await enqueuePosts(deps, tx, requested)
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
