import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { Refusal } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { PostDeps } from '../deps.ts'
import { armPost } from '../dispatch/arm-post.ts'
import { rollUpPost } from '../outcomes/roll-up.ts'
import { postFor, requireMayPublish, requireMove } from '../post-for.ts'
import { type PresentedPost, presentPost } from '../reading/present.ts'
import { updatePost } from '../store/posts.ts'

/**
 * Restores a post from the trash. A post whose time is in the future and that has no errors is scheduled again. Any
 * other becomes a draft.
 */
export function restorePost(deps: PostDeps, caller: Caller, id: PostId): Promise<PresentedPost> {
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'editor')
    requireMove('restore', seen)
    const now = deps.clock.now()
    const isAhead = seen.intent === 'scheduled' && seen.scheduledAt !== null && seen.scheduledAt > now
    if (isAhead) requireMayPublish(caller)
    const restored = await updatePost(tx, id, { deletedAt: null, updatedAt: now, version: seen.version + 1 })
    let isScheduled = isAhead
    if (isAhead) {
      try {
        // The same post may have been scheduled for this time in the meantime.
        const guard = { days: seen.profileSamePostDays, confirmed: seen.confirmedWarnings }
        await armPost(deps, tx, restored, { confirmed: true, guard })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        isScheduled = false
      }
    }
    const { post, targets } = await rollUpPost(deps, tx, restored, {
      change: () => ({ intent: isScheduled ? 'scheduled' : 'draft' }),
    })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: post.ownerUid,
      action: 'post.restored',
      subject: toWire('post', id),
      changes: { status: { from: seen.status, to: post.status } },
    })
    return presentPost(post, targets)
  })
}
