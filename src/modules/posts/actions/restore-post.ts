import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { Refusal } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { PostDeps } from '../deps.ts'
import { armPost } from '../dispatch/arm-post.ts'
import { nothingFetched } from '../draft/find-media.ts'
import { rollUp } from '../outcomes/roll-up.ts'
import { demandMayPublish, demandMove, postFor } from '../post-for.ts'
import { type PresentedPost, presentRolledUp } from '../reading/present.ts'
import { updatePost } from '../store/posts.ts'

/**
 * Takes a post out of the trash. A post that still has its time ahead and no faults is scheduled again; any other
 * becomes a draft.
 */
export function restorePost(deps: PostDeps, caller: Caller, id: PostId): Promise<PresentedPost> {
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'editor')
    demandMove('restore', seen)
    const now = deps.clock.now()
    const isAhead = seen.intent === 'scheduled' && seen.scheduledAt !== null && seen.scheduledAt > now
    if (isAhead) demandMayPublish(caller)
    const changes = { deletedAt: null, updatedAt: now, version: seen.version + 1 }
    let post = await updatePost(tx, id, isAhead ? changes : { ...changes, intent: 'draft' })
    if (isAhead) {
      try {
        post = (await armPost(deps, tx, post, nothingFetched, { confirmed: true })).post
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        post = await updatePost(tx, id, { intent: 'draft' })
      }
    }
    const presented = presentRolledUp(await rollUp(deps, tx, [post]), id)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: seen.ownerUid,
      action: 'post.restored',
      subject: toWire('post', id),
      changes: { status: { from: seen.status, to: presented.status } },
    })
    return presented
  })
}
