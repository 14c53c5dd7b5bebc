import type { Tx } from '#infra/db/client.ts'
import type { PostTargetId } from '#kernel/ids.ts'
import type { PostDeps } from '../deps.ts'
import { lockPostsOfTargets } from '../store/posts.ts'
import { clearRemoved, markRemoved, targetsOf } from '../store/targets.ts'
import { rollUp, type Said } from './roll-up.ts'

interface Presence {
  /** Published targets that their networks do not have any more. */
  readonly removed: readonly PostTargetId[]
  /** Published targets that their networks have. */
  readonly present: readonly PostTargetId[]
}

/**
 * Records whether published targets are still on their networks. A target that turns out to be gone keeps its status:
 * it was published. It gets `removedAt`, and one event; a target that is back loses it.
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
  const rows = await targetsOf(
    tx,
    posts.map(({ id }) => id),
  )
  const said = new Map(
    posts.map(({ id }) => {
      const gone = (rows.get(id) ?? []).filter((row) => newlyRemoved.has(row.id))
      return [id, gone.map(({ id, network, accountId }): Said => ({ type: 'post.removed', id, network, accountId }))]
    }),
  )
  await rollUp(deps, tx, posts, said, rows)
}
