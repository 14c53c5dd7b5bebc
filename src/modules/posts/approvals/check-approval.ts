import type { Caller } from '#kernel/caller.ts'
import type { GuestId, PostId, UserId } from '#kernel/ids.ts'
import type { PostIssue } from '../check/check-draft.ts'
import type { PostDeps } from '../deps.ts'
import type { NewDraft } from '../draft/load-posts.ts'
import { findSeenPost } from '../store/posts.ts'
import { findStage } from './stage.ts'
import { listApprovers, listApprovingGuests, listGuestsOfPosts, readRules } from './store.ts'

interface ApprovalAhead {
  /** The first decision about the post. Null if its profile requires no approvals. */
  readonly first: {
    readonly step: { readonly id: string; readonly name: string } | null
    readonly approvers: readonly { readonly uid: UserId; readonly name: string }[]
    readonly guestApprovers: readonly { readonly guestId: GuestId; readonly name: string }[]
    readonly isLeftToOwner: boolean
  } | null
  readonly issues: readonly PostIssue[]
}

/**
 * Finds who can approve this post first. Reports the steps in which only the owner can, or no one, so that no post waits
 * unnoticed. The caller counts as a writer.
 */
export async function checkApproval(
  { db }: PostDeps,
  caller: Caller,
  { profile }: NewDraft,
  postId: PostId | null,
): Promise<ApprovalAhead> {
  const rule = (await readRules(db, [profile.id])).get(profile.id)
  if (!rule) return { first: null, issues: [] }
  const seen = postId === null ? undefined : await findSeenPost(db, caller.uid, postId, false)
  const own = seen?.profileId === profile.id ? seen : undefined
  const before = own ?? { authorUid: caller.uid, editedBy: [] }
  const post = { ...before, editedBy: [...before.editedBy, caller.uid] }
  const members = (await listApprovers(db, [profile.id])).get(profile.id) ?? []
  const named = rule.steps.flatMap(({ guestIds = [] }) => guestIds)
  const guests = own
    ? ((await listGuestsOfPosts(db, named, [own.id])).get(own.id) ?? [])
    : await listApprovingGuests(db, profile.id)
  const nothing = { altTextWriters: [], decisions: [] }
  const stage = findStage({ rule, post, members, guests, ...nothing })
  const { current } = stage
  const first = {
    step: current && { id: current.id, name: current.name },
    approvers: stage.approvers.map(({ uid, name }) => ({ uid, name })),
    guestApprovers: stage.guests.map(({ id, name }) => ({ guestId: id, name })),
    isLeftToOwner: stage.isStuck,
  }
  const issues = rule.steps.flatMap((step): PostIssue[] => {
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
  return { first, issues }
}
