import type { Tx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { PostRow } from '../store/posts.ts'
import type { ApprovalRule } from './rule.ts'
import { readRules } from './store.ts'

/**
 * Returns the approval rule of the post's profile. Refuses if the post is already published, or its profile has no
 * rule.
 */
export async function requireOpen(tx: Tx, post: PostRow): Promise<ApprovalRule> {
  if (post.deletedAt) refuse('post_in_trash')
  if (post.status === 'published' || post.status === 'publishing')
    refuse('post_wrong_status', { detail: `The post is ${post.status}.` })
  const rule = (await readRules(tx, [post.profileId])).get(post.profileId)
  return (
    rule ??
    refuse('approval_not_required', {
      detail: 'To require approvals, set `requiredApprovals` on the profile.',
    })
  )
}
