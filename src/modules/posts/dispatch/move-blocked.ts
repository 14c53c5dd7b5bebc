import type { Tx } from '#infra/db/client.ts'
import type { PostId } from '#kernel/ids.ts'
import { needOf, windowStart } from '#modules/publishing/index.ts'
import { listUnapproved } from '../approvals/gate.ts'
import type { CheckedTarget } from '../check/check-draft.ts'
import { listQuotaCases } from '../check/expect-quota.ts'
import type { BlockedGuard, BlockedPost, PostDeps } from '../deps.ts'
import type { StoredTarget } from '../draft/load-posts.ts'
import type { PostRow } from '../store/posts.ts'
import { countBefore } from '../store/quota.ts'
import type { TargetRow } from '../store/targets.ts'

export type BlockedDeps = Pick<PostDeps, 'connectors' | 'config' | 'clock'> & {
  readonly guards: { readonly blockedPosts: BlockedGuard }
}

interface DuePost {
  readonly post: PostRow
  readonly targets: readonly TargetRow[]
  readonly checked: readonly CheckedTarget<StoredTarget>[]
}

/**
 * Moves due posts whose plan of posting times does so if they lack an approval or if a quota of their accounts is used
 * up. The caller has locked the posts. Returns the posts that are not to be enqueued now.
 */
export async function moveBlocked(deps: BlockedDeps, tx: Tx, due: readonly DuePost[]): Promise<ReadonlySet<PostId>> {
  const { blockedPosts } = deps.guards
  const planIds = new Set(due.flatMap((one) => (isUntouched(one) ? (one.post.slotPlanId ?? []) : [])))
  if (planIds.size === 0) return new Set()
  const moving = await blockedPosts.listMoving(tx, [...planIds])
  const movable = due.filter((one) => one.post.slotPlanId && moving.has(one.post.slotPlanId) && isUntouched(one))
  if (movable.length === 0) return new Set()
  const blocked = await listBlocked(deps, tx, due, new Set(movable))
  return blocked.length === 0 ? new Set() : blockedPosts.move(tx, blocked)
}

/**
 * True if nothing of the post was ever begun, and all of it could be published. A post with its own latest time is not
 * moved, and one with an error fails at its time, so that its author learns of it.
 */
const isUntouched = ({ post, targets, checked }: DuePost): boolean =>
  post.slotPlanId !== null &&
  post.latestAt === null &&
  targets.every(
    ({ publicationId, status, attempts }) => publicationId === null || (status === 'cancelled' && attempts === 0),
  ) &&
  checked.every(({ errors, outgoing }) => errors.length === 0 && outgoing !== null)

async function listBlocked(
  deps: BlockedDeps,
  tx: Tx,
  due: readonly DuePost[],
  movable: ReadonlySet<DuePost>,
): Promise<readonly BlockedPost[]> {
  const contents = [...movable].flatMap(({ post, checked }) =>
    checked.flatMap(({ target: { network }, outgoing }) =>
      outgoing ? [{ postId: post.id, profileId: post.profileId, target: { network, snapshot: outgoing } }] : [],
    ),
  )
  const unapproved = new Set((await listUnapproved(tx, contents)).map(({ postId }) => postId))
  const isFull = countingQuotas(deps, tx)
  const blocked: BlockedPost[] = []
  for (const one of due) {
    const { post, checked } = one
    const mayMove = movable.has(one)
    if (mayMove && unapproved.has(post.id)) blocked.push({ post, block: 'approval' })
    else if (await isFull(checked, mayMove)) blocked.push({ post, block: 'quota' })
  }
  return blocked
}

/**
 * Counts quotas as the ledger does: what was begun, and what will be begun before. Posts of the same batch count in
 * their order, because several may be due late. If the count is too low, the ledger still holds the post.
 */
function countingQuotas(deps: BlockedDeps, tx: Tx) {
  const used = new Map<string, number>()
  const now = deps.clock.now()
  return async (checked: readonly CheckedTarget[], mayMove: boolean): Promise<boolean> => {
    const needs: { readonly key: string; readonly need: number }[] = []
    let isFull = false
    for (const { quotas, cost } of listQuotaCases(deps, checked)) {
      for (const [quota, of] of quotas) {
        const key = JSON.stringify([of, quota])
        const known = used.get(key) ?? (await countBefore(tx, of, quota, windowStart(quota, now)))
        used.set(key, known)
        const need = needOf(quota, cost)
        needs.push({ key, need })
        isFull ||= known + need > quota.max
      }
    }
    if (isFull && mayMove) return true
    for (const { key, need } of needs) used.set(key, (used.get(key) ?? 0) + need)
    return false
  }
}
