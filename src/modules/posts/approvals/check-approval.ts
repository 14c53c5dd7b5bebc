import type { Caller } from '#kernel/caller.ts'
import type { PostId } from '#kernel/ids.ts'
import type { PostIssue } from '../check/check-draft.ts'
import type { PostDeps } from '../deps.ts'
import type { NewDraft } from '../draft/load-posts.ts'
import { findSeenPost } from '../store/posts.ts'
import { findStage } from './stage.ts'
import { listApprovers, listApprovingGuests, readRules } from './store.ts'

/**
 * Reports the steps in which only the owner can approve this post, or no one, so that no post waits unnoticed. The
 * caller counts as a writer.
 */
export async function checkApproval(
  { db }: PostDeps,
  caller: Caller,
  { profile }: NewDraft,
  postId: PostId | null,
): Promise<readonly PostIssue[]> {
  const rule = (await readRules(db, [profile.id])).get(profile.id)
  if (!rule || rule.steps.length === 0) return []
  const seen = postId === null ? undefined : await findSeenPost(db, caller.uid, postId, false)
  const before = seen?.profileId === profile.id ? seen : { authorUid: caller.uid, editedBy: [] }
  const post = { ...before, editedBy: [...before.editedBy, caller.uid] }
  const members = (await listApprovers(db, [profile.id])).get(profile.id) ?? []
  const guests = await listApprovingGuests(db, profile.id, postId)
  return rule.steps.flatMap((step) => {
    const alone = { ...rule, steps: [step] }
    const { approvers, isStuck } = findStage({ rule: alone, post, altTextWriters: [], decisions: [], members, guests })
    if (!isStuck) return []
    const { name } = step
    return approvers.length > 0
      ? [
          {
            code: 'approval_left_to_owner',
            message: `Only the owner can approve the step “${name}”.`,
            params: { name },
          },
        ]
      : [
          {
            code: 'approval_impossible',
            message: `No one can approve the step “${name}”.`,
            fix: 'Add someone to the step in the settings of the profile.',
            params: { name },
          },
        ]
  })
}
