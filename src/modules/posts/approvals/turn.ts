import { type ApprovalStep, isInStep } from '#kernel/approval-steps.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { mayApprove } from '#modules/profiles/index.ts'
import type { PostAtHand } from '../post-for.ts'
import type { Progress } from './progress.ts'
import type { ApprovalRule } from './rule.ts'

/** Refuses someone who may approve nothing under this rule. */
export function requireApprover(rule: ApprovalRule, { uid }: Caller, { role }: PostAtHand): void {
  if (rule.steps.length === 0) {
    if (!mayApprove(role, rule.role))
      refuse('profile_role_required', { detail: `The role ${rule.role} is required to approve posts of this profile.` })
  } else if (role !== 'owner' && !rule.steps.some((step) => isInStep(step, { uid, role })))
    refuse('profile_role_required', {
      detail: `Only the people of ${nameAll(rule.steps)} can approve posts of this profile.`,
    })
}

interface Turn {
  readonly role: PostAtHand['role']
  /** The step that the caller means. Undefined for the current one. */
  readonly stepId: string | undefined
}

/** Returns the step that an approval is for. Refuses if others decide first, or the caller has approved already. */
export function requireTurn(
  { current, approvers, decisions, people }: Progress,
  rule: ApprovalRule,
  { uid }: Caller,
  { role, stepId }: Turn,
): ApprovalStep | null {
  if (rule.steps.length === 0) return null
  // If only a rejection stands, the person who made it can change it.
  const step = current ?? rule.steps.find((one) => isInStep(one, { uid, role })) ?? null
  if (stepId !== undefined && stepId !== step?.id)
    refuse('approval_not_your_turn', { detail: step ? `The next step is ${quote(step)}.` : 'All steps are approved.' })
  if (!current || approvers.some((one) => one.uid === uid)) return step
  const approved = decisions.filter((one) => one.isCurrent && one.decision === 'approved')
  const own = approved.find((one) => one.uid === uid)
  const done = rule.steps.find(({ id }) => id === own?.stepId)
  const self = people.members.find((one) => one.uid === uid)
  const asGuest = approved.find((one) => one.guestId !== null && one.person === self?.person)
  if (asGuest && isInStep(current, { uid, role })) refuse('approval_by_same_person', { detail: hasApprovedAsGuest })
  return refuse('approval_not_your_turn', {
    detail: done
      ? `You have approved ${quote(done)}. Someone else has to approve ${quote(current)}.`
      : `The next step is ${quote(current)}, which others approve.`,
  })
}

/** Returns the step that a rejection is for. The people of later steps can’t reject a post before its turn. */
export function requireMayReject(
  { current, approvers }: Progress,
  rule: ApprovalRule,
  { uid }: Caller,
  role: PostAtHand['role'],
): ApprovalStep | null {
  if (rule.steps.length === 0) return null
  const reached = current ? rule.steps.slice(0, rule.steps.findIndex(({ id }) => id === current.id) + 1) : rule.steps
  const own = reached.findLast((step) => isInStep(step, { uid, role }))
  const step = approvers.some((one) => one.uid === uid) ? current : (own ?? null)
  if (step || (role === 'owner' && !current)) return step
  return refuse('approval_not_your_turn', {
    detail: current ? `The next step is ${quote(current)}, which others decide.` : 'All steps are decided.',
  })
}

const hasApprovedAsGuest =
  'A guest with your email address has approved another step of this post. Someone else has to approve this one.'

const quote = ({ name }: ApprovalStep): string => `the step “${name}”`
const nameAll = (steps: readonly ApprovalStep[]): string =>
  `the steps ${steps.map(({ name }) => `“${name}”`).join(', ')}`
