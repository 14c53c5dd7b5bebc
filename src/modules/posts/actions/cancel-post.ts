import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { PostDeps } from '../deps.ts'
import { type RollUpDeps, rollUpPost } from '../outcomes/roll-up.ts'
import { withdrawPost } from '../outcomes/withdraw-post.ts'
import { postFor, requireMove } from '../post-for.ts'

/** Cancels everything of a post that can still be cancelled. Published parts stay on the networks. */
export function cancelPost(
  deps: Pick<PostDeps, 'db'> & RollUpDeps,
  caller: Caller,
  id: PostId,
): Promise<{ readonly success: true; readonly postId: PostId }> {
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'editor', { alsoReadOnly: true })
    const move = requireMove('cancel', seen)
    if (move === 'nothing') return { success: true, postId: id }
    if (move === 'withdraw') await withdrawPost(tx, id)
    const { post } = await rollUpPost(deps, tx, seen, { change: () => ({ intent: 'draft' }) })
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: post.ownerUid,
      action: 'post.cancelled',
      subject: toWire('post', id),
      changes: { status: { from: seen.status, to: post.status } },
    })
    return { success: true, postId: id }
  })
}
