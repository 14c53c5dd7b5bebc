import type { Tx } from '#infra/db/client.ts'
import type { PostId, PostTargetId } from '#kernel/ids.ts'
import { type Change, cancel, type TargetOwner, type TargetRef } from '#modules/publishing/index.ts'
import type { PostDeps } from '../deps.ts'
import { lockPostsOfTargets, type PostRow } from '../store/posts.ts'
import { clearRemoved, listTargetsOfPosts, markRemoved, pointTo } from '../store/targets.ts'
import { type RollUpDeps, rollUp, type TargetEvent } from './roll-up.ts'

/** Responds to the engine as the owner of its targets. */
export const createTargetOwner = (deps: RollUpDeps): TargetOwner<readonly PostRow[]> => ({
  lock: (tx, targets) => lockPostsOfTargets(tx, targets.map(idOf)),
  async changed(tx, changes, locked) {
    const targetIds = changes.map(({ targetId }) => targetId)
    const posts = locked ?? (await lockPostsOfTargets(tx, targetIds))
    // Another target that begins does not change a post that is already publishing.
    if (changes.every(isBegin) && posts.every(({ status }) => status === 'publishing')) return
    const byPost = await listTargetsOfPosts(tx, posts)
    let isMoved = false
    const targets = new Map([...byPost.values()].flat().map((target) => [target.id as string, target]))
    const eventsToEmit = new Map<PostId, TargetEvent[]>()
    for (const { targetId, publicationId, from, to } of changes) {
      const target = targets.get(targetId)
      if (!target) continue
      if (target.publicationId !== publicationId) {
        // An earlier publication turns out to be published while its retry waits. The published one counts.
        if (to !== 'published' || (await cancel(tx, [targetId])).inFlight.length > 0) continue
        await pointTo(tx, targetId, publicationId)
        isMoved = true
      }
      const type = from === to ? undefined : findEvent(to)
      if (type === undefined) continue
      const { id, network, accountId, postId } = target
      eventsToEmit.set(postId, [...(eventsToEmit.get(postId) ?? []), { type, id, network, accountId }])
    }
    await rollUp(deps, tx, posts, isMoved ? { eventsToEmit } : { eventsToEmit, targets: byPost })
  },
})

const idOf = ({ targetId }: TargetRef): string => targetId

const isBegin = ({ from, to }: Change): boolean => from === 'queued' && to === 'publishing'

function findEvent(status: Change['to']): 'post.published' | 'post.failed' | 'post.needs_attention' | undefined {
  if (status === 'published' || status === 'failed') return `post.${status}`
  return status === 'unknown' ? 'post.needs_attention' : undefined
}

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
