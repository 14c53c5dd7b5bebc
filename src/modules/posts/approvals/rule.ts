import type { ProfileRole } from '#kernel/rights.ts'
import { type ApproverRole, mayApprove } from '#modules/profiles/index.ts'

/** The number of approvals that a profile's posts need, and the minimum role of the approvers. */
export interface ApprovalRule {
  readonly required: number
  readonly role: ApproverRole
}

/** One person's decision about the content identified by `digests`. */
interface Decision {
  readonly decision: 'approved' | 'rejected'
  readonly digests: readonly string[]
  /** The current role of that person in the profile. Null if they are no longer a member, or disabled. */
  readonly role: ProfileRole | null
  /** True if that person wrote or changed the post. */
  readonly hasWritten: boolean
}

/** True if a decision counts under the current rule, that is, if the person who made it could still make it. Pure. */
export const counts = (rule: ApprovalRule, { decision, role, hasWritten }: Decision): boolean =>
  role !== null && mayApprove(role, rule.role) && !(decision === 'approved' && hasWritten)

/** True if this content has as many approvals as the rule requires, and no rejection stands. Pure. */
export function isApproved(rule: ApprovalRule, digest: string, decisions: readonly Decision[]): boolean {
  const about = decisions.filter((one) => one.digests.includes(digest) && counts(rule, one))
  if (about.some(({ decision }) => decision === 'rejected')) return false
  return about.length >= rule.required
}
