import { type ApprovalStep, isInStep } from '#kernel/approval-steps.ts'
import type { UserId } from '#kernel/ids.ts'
import type { ProfileRole } from '#kernel/rights.ts'
import { type ApproverRole, mayApprove } from '#modules/profiles/index.ts'

/** The approvals that a profile's posts need. */
export interface ApprovalRule {
  readonly required: number
  /** The minimum role of the approvers, without steps. */
  readonly role: ApproverRole
  /** If there are any, each step needs one approval, and the number and the role do not apply. */
  readonly steps: readonly ApprovalStep[]
}

/** One person's decision about the content identified by `digests`. */
export interface Decision {
  readonly uid: UserId
  readonly decision: 'approved' | 'rejected'
  readonly digests: readonly string[]
  /** The step that was decided. Null without steps. */
  readonly stepId: string | null
  /** The current role of that person in the profile. Null if they are no longer a member, or disabled. */
  readonly role: ProfileRole | null
  /** True if that person wrote or changed the post. */
  readonly hasWritten: boolean
}

/**
 * True if a decision counts under the current rule, that is, if the person who made it could still make it. The owner
 * also decides for steps that no one else can decide. Pure.
 */
export function counts(rule: ApprovalRule, decision: Omit<Decision, 'digests'>): boolean {
  const { role, hasWritten, stepId } = decision
  if (role === null || (decision.decision === 'approved' && hasWritten)) return false
  if (rule.steps.length === 0) return mayApprove(role, rule.role)
  const inStep = (step: ApprovalStep) => role === 'owner' || isInStep(step, decision)
  return rule.steps.some((step) => (decision.decision === 'rejected' || step.id === stepId) && inStep(step))
}

/** True if this content has the approvals that the rule requires, and no rejection stands. Pure. */
export function isApproved(rule: ApprovalRule, digest: string, decisions: readonly Decision[]): boolean {
  const about = decisions.filter((one) => one.digests.includes(digest) && counts(rule, one))
  if (about.some(({ decision }) => decision === 'rejected')) return false
  if (rule.steps.length === 0) return about.length >= rule.required
  return rule.steps.every(({ id }) => about.some(({ stepId }) => stepId === id))
}
