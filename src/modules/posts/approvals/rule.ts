import { type ApprovalStep, hasGuest, isInStep } from '#kernel/approval-steps.ts'
import type { GuestId, UserId } from '#kernel/ids.ts'
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

/** A decision of a member or a guest about the content identified by `digests`. */
export interface Decision {
  /** Null if a guest decided. */
  readonly uid: UserId | null
  /** Null if a member decided. */
  readonly guestId: GuestId | null
  /** True if the guest can still approve. The end of their link does not matter, unless it was revoked. */
  readonly isGuestAble: boolean
  readonly decision: 'approved' | 'rejected'
  readonly digests: readonly string[]
  /** The step that was decided. Null without steps. */
  readonly stepId: string | null
  /** The current role of that person in the profile. Null if they are no longer a member, or disabled. */
  readonly role: ProfileRole | null
  /** True if that person wrote or changed the post. */
  readonly hasWritten: boolean
  /** The person who decided, as their address, which a member and a guest can share, or else their ID. */
  readonly person: string
}

/**
 * True if a decision counts under the current rule, that is, if the person who made it could still make it. The owner
 * also decides for steps that no one else can decide. A guest’s decision counts only in a step that names the guest. Pure.
 */
export function counts(rule: ApprovalRule, decision: Omit<Decision, 'digests'>): boolean {
  const { uid, guestId, role, hasWritten, stepId } = decision
  if (decision.decision === 'approved' && hasWritten) return false
  const isIn = (step: ApprovalStep): boolean => {
    if (guestId !== null) return decision.isGuestAble && hasGuest(step, guestId)
    return uid !== null && (role === 'owner' || isInStep(step, { uid, role }))
  }
  if (rule.steps.length === 0) return guestId === null && role !== null && mayApprove(role, rule.role)
  return rule.steps.some((step) => (decision.decision === 'rejected' || step.id === stepId) && isIn(step))
}

/** True if this content has the approvals that the rule requires, and no rejection stands. Pure. */
export function isApproved(rule: ApprovalRule, digest: string, decisions: readonly Decision[]): boolean {
  const about = decisions.filter((one) => one.digests.includes(digest) && counts(rule, one))
  if (about.some(({ decision }) => decision === 'rejected')) return false
  if (rule.steps.length === 0) return about.length >= rule.required
  return findPassed(rule.steps, about).size === rule.steps.length
}

/**
 * Returns the steps that someone has approved, each of them a different person. Someone who is a member and a guest passes
 * one. Expects decisions that count. Pure.
 */
export function findPassed(
  steps: readonly ApprovalStep[],
  decisions: readonly Pick<Decision, 'decision' | 'stepId' | 'person'>[],
): ReadonlySet<string> {
  const passed = new Set<string>()
  const people = new Set<string>()
  for (const { id } of steps) {
    const one = decisions.find(
      ({ decision, stepId, person }) => decision === 'approved' && stepId === id && !people.has(person),
    )
    if (!one) continue
    passed.add(id)
    people.add(one.person)
  }
  return passed
}
