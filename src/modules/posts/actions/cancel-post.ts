import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { cancel } from '#modules/publishing/index.ts'
import type { PostDeps } from '../deps.ts'
import { type RollUpDeps, rollUp } from '../outcomes/roll-up.ts'
import { demandMove, postFor } from '../post-for.ts'
import { type PostRow, updatePost } from '../store/posts.ts'
import { targetsOf } from '../store/targets.ts'

export type WithdrawDeps = RollUpDeps

/**
 * Cancels those publications of a post of which nothing is or may be visible; the others run to their end. Returns the
 * targets of those others.
 */
export async function withdraw(tx: Tx, id: PostId): Promise<readonly string[]> {
  const rows = (await targetsOf(tx, [id])).get(id) ?? []
  const live = rows.filter(({ publicationId }) => publicationId !== null).map((row) => row.id)
  return live.length === 0 ? [] : (await cancel(tx, live)).inFlight
}

/** Cancels everything of a post that can still be cancelled. Shown parts stay on the networks. */
export function cancelPost(
  deps: Pick<PostDeps, 'db'> & WithdrawDeps,
  caller: Caller,
  id: PostId,
): Promise<{ readonly success: true; readonly postId: PostId }> {
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'editor')
    const move = demandMove('cancel', seen)
    if (move === 'nothing') return { success: true, postId: id }
    if (move === 'withdraw') await withdraw(tx, id)
    const post: PostRow = await updatePost(tx, id, { intent: 'draft' })
    const results = await rollUp(deps, tx, [post])
    const now = deps.clock.now()
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: seen.ownerUid,
      action: 'post.cancelled',
      subject: toWire('post', id),
      changes: { status: { from: seen.status, to: results.get(id)?.post.status ?? seen.status } },
    })
    return { success: true, postId: id }
  })
}
