import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { submitForApproval } from '../approvals/actions.ts'
import { mustSubmit, requireMayChange } from '../approvals/contributors.ts'
import type { PostDeps } from '../deps.ts'
import { armPost, prepareArming } from '../dispatch/arm-post.ts'
import { enqueuePost } from '../dispatch/enqueue-posts.ts'
import { withdrawPost } from '../outcomes/account-posts.ts'
import { rollUp } from '../outcomes/roll-up.ts'
import { postFor, requireMayPublish, requireMove } from '../post-for.ts'
import { type PresentedPost, presentPost } from '../reading/present.ts'

/** Sends all unpublished targets of a post now, whatever its scheduled time. */
export async function submitPost(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  trigger: 'submit' | 'publishNow',
): Promise<PresentedPost> {
  requireMayPublish(caller)
  const fetched = await prepareArming(deps, caller, id, (post) => requireMove(trigger, post))
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'write')
    requireMove(trigger, seen)
    await requireMayChange(deps, tx, seen)
    const isSubmitted = await mustSubmit(tx, seen)
    const armed = await armPost(deps, tx, seen, { fetched, isNow: true, guard: { days: seen.profileSamePostDays } })
    const { post, targets } = await enqueuePost(deps, tx, armed, {
      isToGo: ({ status }) => mayGo.has(status),
      startsAt: deps.clock.now(),
    })
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: post.ownerUid,
      action: trigger === 'submit' ? 'post.submitted' : 'post.published_now',
      subject: toWire('post', id),
      changes: { status: { from: seen.status, to: post.status } },
    })
    if (isSubmitted) await submitForApproval(deps, tx, caller, post)
    return presentPost(post, targets)
  })
}

const mayGo: ReadonlySet<string> = new Set(['pending', 'failed', 'cancelled'])

/** Cancels everything of a post that can still be cancelled. Published parts stay on the networks. */
export function cancelPost(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
): Promise<{ readonly ok: true; readonly success: true; readonly postId: PostId }> {
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'write', { alsoReadOnly: true })
    const move = requireMove('cancel', seen)
    if (move === 'nothing') return { ok: true, success: true, postId: id }
    await requireMayChange(deps, tx, seen)
    if (move === 'withdraw') await withdrawPost(tx, id)
    const [{ post }] = await rollUp(deps, tx, [seen], { change: () => ({ intent: 'draft' }) })
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: post.ownerUid,
      action: 'post.cancelled',
      subject: toWire('post', id),
      changes: { status: { from: seen.status, to: post.status } },
    })
    return { ok: true, success: true, postId: id }
  })
}
