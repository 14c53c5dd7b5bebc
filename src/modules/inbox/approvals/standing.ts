import { createHash } from 'node:crypto'
import type { Db } from '#infra/db/client.ts'
import { isInStep } from '#kernel/approval-steps.ts'
import type { AccountId, InboxItemId, ProfileId, UserId } from '#kernel/ids.ts'
import { canonical } from '#kernel/json.ts'
import type { ProfileRole } from '#kernel/rights.ts'
import {
  type ApprovalRule,
  type Approver,
  findStage,
  isApproved,
  isCounted,
  listApprovers,
  type Stage,
} from '#modules/posts/index.ts'
import { mayApprove } from '#modules/profiles/index.ts'
import type { FoundReply } from '../store/replies.ts'
import { type ListedReplyDecision, listReplyDecisions } from '../store/reply-approvals.ts'
import { readReplyRules } from '../store/reply-rules.ts'

interface Content {
  readonly text: string
  readonly itemId: InboxItemId
  readonly accountId: AccountId
}

/** Returns the hash of what an approver reads: the words, what they answer, and the account. */
const hashReply = ({ text, itemId, accountId }: Content): string =>
  createHash('sha256').update(canonical({ text, itemId, accountId })).digest('hex')

/** True for those who approve something under a rule. Pure. */
export const mayDecide = (
  { steps, role: least }: ApprovalRule,
  { uid, role }: { readonly uid: UserId; readonly role: ProfileRole },
): boolean =>
  steps.length === 0 ? mayApprove(role, least) : role === 'owner' || steps.some((step) => isInStep(step, { uid, role }))

/** The place of a reply in its approval. */
export interface Standing {
  readonly contentHash: string
  readonly rule: ApprovalRule
  readonly stage: Stage<Approver>
  /** The people who can approve it now. */
  readonly approvers: readonly Approver[]
  /** The people who wrote it, and cannot approve it. */
  readonly writers: readonly UserId[]
  readonly approvals: number
  readonly isApproved: boolean
  readonly rejection: ListedReplyDecision | null
}

/**
 * Returns the people who cannot approve a reply because they wrote it. Where only the replies of programs wait, a person
 * approves those of the programs that they use.
 */
const writersOf = (reply: FoundReply, hasAll: boolean): readonly UserId[] =>
  hasAll ? [...(reply.authorUid === null ? [] : [reply.authorUid]), ...reply.editedBy] : []

/** Reads where replies are in their approval, by the rule that their brand has now. */
export async function readStandings(
  db: Db,
  replies: readonly FoundReply[],
): Promise<ReadonlyMap<FoundReply['id'], Standing>> {
  if (replies.length === 0) return new Map()
  const profiles = [...new Set(replies.map(({ profileId }): ProfileId => profileId))]
  const rules = await readReplyRules(db, profiles)
  const members = await listApprovers(db, profiles)
  const decisions = Map.groupBy(
    await listReplyDecisions(
      db,
      replies.map(({ id }) => id),
    ),
    ({ replyId }) => replyId,
  )
  return new Map(
    replies.flatMap((reply) => {
      const rule = rules.get(reply.profileId)
      if (!rule) return []
      const writers = writersOf(reply, rule.hasAll)
      const of = decisions.get(reply.id) ?? []
      return [[reply.id, judge(reply, rule, { writers, decisions: of, members: members.get(reply.profileId) ?? [] })]]
    }),
  )
}

interface People {
  readonly writers: readonly UserId[]
  readonly decisions: readonly ListedReplyDecision[]
  readonly members: readonly Approver[]
}

function judge(reply: FoundReply, rule: ApprovalRule, { writers, decisions, members }: People): Standing {
  const contentHash = hashReply(reply)
  const about = decisions
    .filter((one) => one.contentHash === contentHash)
    .map((one) => ({
      ...one,
      guestId: null,
      isGuestAble: false,
      digests: [contentHash],
      hasWritten: writers.includes(one.uid),
    }))
  const counting = about.filter((one) => isCounted(rule, one))
  const stage = findStage({
    rule,
    post: { authorUid: null, editedBy: [...writers] },
    altTextWriters: [],
    decisions: counting,
    members,
    guests: [],
  })
  // A rule that was made easier sends nothing, so one more approval is required.
  const hasEnough = isApproved(rule, contentHash, about)
  const approvers = hasEnough
    ? members.filter((one) => mayDecide(rule, one) && !writers.includes(one.uid))
    : stage.approvers
  return {
    contentHash,
    rule,
    stage,
    approvers,
    writers,
    approvals: counting.filter(({ decision }) => decision === 'approved').length,
    isApproved: hasEnough,
    rejection: decisions.findLast(({ decision }) => decision === 'rejected') ?? null,
  }
}
