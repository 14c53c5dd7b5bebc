import type { Tx } from '#infra/db/client.ts'
import type { PostTargetId } from '#kernel/ids.ts'
import type { PostDeps } from '../deps.ts'
import { lockPostsOfTargets } from '../store/posts.ts'
import { clearRemoved, listTargetsOfPosts, markRemoved } from '../store/targets.ts'
import type { TargetEvent } from './derive-outcome.ts'
import { rollUp } from './roll-up.ts'

interface Presence {
  /** Published targets that are missing on their networks. */
  readonly removed: readonly PostTargetId[]
  /** Published targets that are present on their networks. */
  readonly present: readonly PostTargetId[]
}

/**
 * Records whether published targets are still on their networks. A target that turns out to be missing keeps its
 * status, since it was published. It gets `removedAt`, and one event is sent. A target that is back loses `removedAt`.
 */
export async function notePresence(
  deps: Pick<PostDeps, 'clock' | 'emit'>,
  tx: Tx,
  { removed, present }: Presence,
): Promise<void> {
  await clearRemoved(tx, present)
  if (removed.length === 0) return
  const posts = await lockPostsOfTargets(tx, removed)
  const newlyRemoved = new Set<string>(await markRemoved(tx, removed, deps.clock.now()))
  const targets = await listTargetsOfPosts(tx, posts)
  const eventsToEmit = new Map(
    posts.map(({ id: postId }) => {
      const gone = (targets.get(postId) ?? []).filter(({ id }) => newlyRemoved.has(id))
      return [
        postId,
        gone.map(({ id, network, accountId }): TargetEvent => ({ type: 'post.removed', id, network, accountId })),
      ]
    }),
  )
  await rollUp(deps, tx, posts, { eventsToEmit, targets })
}
