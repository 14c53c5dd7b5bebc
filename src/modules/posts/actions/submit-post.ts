import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { PostDeps } from '../deps.ts'
import { armPost, fetchForArming } from '../dispatch/arm-post.ts'
import { enqueueTargets } from '../dispatch/enqueue-targets.ts'
import { demandMayPublish, demandMove, postFor } from '../post-for.ts'
import { type PresentedPost, presentRolledUp } from '../reading/present.ts'

/** Sends everything of a post that is not out yet to its platforms now, whatever its scheduled time. */
export async function submitPost(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  trigger: 'submit' | 'publishNow',
): Promise<PresentedPost> {
  demandMayPublish(caller)
  const fetched = await fetchForArming(deps, caller, id, (post) => demandMove(trigger, post))
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'editor')
    demandMove(trigger, seen)
    const { post, rows } = await armPost(deps, tx, seen, fetched, { isNow: true })
    const now = deps.clock.now()
    const left = rows.filter(({ status }) => status === 'pending' || status === 'failed' || status === 'cancelled')
    const results = await enqueueTargets(deps, tx, [{ post, rows: left, dueAt: now, isNow: true }])
    const presented = presentRolledUp(results, id)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: post.ownerUid,
      action: trigger === 'submit' ? 'post.submitted' : 'post.published_now',
      subject: toWire('post', id),
      changes: { status: { from: seen.status, to: presented.status } },
    })
    return presented
  })
}
