import type { Tx } from '#infra/db/client.ts'
import { takeSenderAllowance } from '#modules/mail/index.ts'
import { endApprovalNotices } from '#modules/notices/index.ts'
import type { PostDeps } from '../deps.ts'
import type { PostRow } from '../store/posts.ts'
import { type Decider, nameDecider } from './decider.ts'
import { mailApprovers } from './notify.ts'
import type { Progress } from './progress.ts'

/** Passes a post on to the people of the next step. Those of the earlier ones are no longer asked. */
export async function askNextStep(
  deps: PostDeps,
  tx: Tx,
  decider: Decider,
  post: PostRow,
  { approvers, request }: Pick<Progress, 'approvers' | 'request'>,
): Promise<void> {
  const { id: postId, ownerUid, profileId } = post
  await endApprovalNotices(tx, postId)
  await deps.emit(tx, { type: 'post.approval_requested', ownerUid, profileId, postId, ...nameDecider(decider) })
  const by = request?.requestedBy ?? decider.uid ?? post.authorUid
  if (by === null) return
  const allowance = await takeSenderAllowance(
    tx,
    decider.uid ?? decider.guestId,
    'approval-requested',
    deps.clock.now(),
  )
  if (allowance.kind === 'used-up') return
  await mailApprovers(deps, tx, { post, approvers, by, note: request?.note ?? null })
}
