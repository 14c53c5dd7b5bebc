import { type ApprovalStep, hasGuest, isInStep } from '#kernel/approval-steps.ts'
import type { UserId } from '#kernel/ids.ts'
import type { ProfileRole } from '#kernel/rights.ts'
import { mayApprove } from '#modules/profiles/index.ts'
import { hasWritten } from '../draft/editors.ts'
import type { PostRow } from '../store/posts.ts'
import { type ApprovalRule, type Decision, findPassed } from './rule.ts'
import type { ApprovingGuest } from './store.ts'

type StepStatus = 'approved' | 'rejected' | 'current' | 'later'

/** A step of the approval of one post, with the decision in it. */
interface StepState {
  readonly step: ApprovalStep
  readonly status: StepStatus
}

/** A member who may be among the people of a step. */
interface Member {
  readonly uid: UserId
  readonly role: ProfileRole
  /** The address, which a guest can share, or else the ID. */
  readonly person: string
}

interface Question<Person extends Member> {
  readonly rule: ApprovalRule
  readonly post: Pick<PostRow, 'authorUid' | 'editedBy'>
  /** The users who wrote alt texts of the post's files. */
  readonly altTextWriters: readonly string[]
  /** The decisions that count, about the current content. */
  readonly decisions: readonly Pick<Decision, 'decision' | 'stepId' | 'person'>[]
  readonly members: readonly Person[]
  /** The guests whose link shows the post and lets them approve. */
  readonly guests: readonly ApprovingGuest[]
}

export interface Stage<Person extends Member> {
  readonly steps: readonly StepState[]
  /** The step that is decided next. Null without steps, and once all are approved. */
  readonly current: ApprovalStep | null
  /** The people who can approve the post now. */
  readonly approvers: readonly Person[]
  /** The guests who can approve it now. */
  readonly guests: readonly ApprovingGuest[]
  /** True if no one of the current step can approve the post, so that it is left to the owner. */
  readonly isStuck: boolean
}

/**
 * Returns where a post is in its approval: the state of each step, and who can approve it now. No one approves what they
 * wrote, or two steps of one post, also not once as a member and once as a guest. If no one else of a step can approve, the owner can. Pure.
 */
export function findStage<Person extends Member>(question: Question<Person>): Stage<Person> {
  const { rule, post, altTextWriters, decisions, members } = question
  const hasApproved = (person: string) => decisions.some((one) => one.decision === 'approved' && one.person === person)
  const isGuestFree = ({ person, hasWritten: wrote }: ApprovingGuest) => !wrote && !hasApproved(person)
  const isFree = ({ uid, person }: Person) =>
    !hasWritten(post, uid) && !altTextWriters.includes(uid) && !hasApproved(person)
  const { steps, current } = findSteps(rule, decisions)
  if (!current) {
    const isOver =
      rule.steps.length > 0 || decisions.filter(({ decision }) => decision === 'approved').length >= rule.required
    const approvers = isOver ? [] : members.filter((one) => mayApprove(one.role, rule.role) && isFree(one))
    return { steps, current, approvers, guests: [], isStuck: false }
  }
  const people = members.filter((one) => isInStep(current, one) && isFree(one))
  const owner = members.filter((one) => one.role === 'owner' && isFree(one))
  const guests = question.guests.filter((one) => hasGuest(current, one.id) && isGuestFree(one))
  return people.length + guests.length > 0
    ? { steps, current, approvers: people, guests, isStuck: false }
    : { steps, current, approvers: owner, guests, isStuck: true }
}

/** Returns the state of each step, and the step that is decided next. Pure. */
export function findSteps(
  rule: ApprovalRule,
  decisions: Question<Member>['decisions'],
): Pick<Stage<Member>, 'steps' | 'current'> {
  const decided = ({ id }: ApprovalStep) => decisions.filter(({ stepId }) => stepId === id)
  const isRejected = (step: ApprovalStep) => decided(step).some(({ decision }) => decision === 'rejected')
  const passed = findPassed(rule.steps, decisions)
  const isDone = (step: ApprovalStep) => passed.has(step.id) && !isRejected(step)
  const current = rule.steps.find((step) => !isDone(step)) ?? null
  return {
    steps: rule.steps.map((step) => ({ step, status: statusOf(step, current, { isRejected, isDone }) })),
    current,
  }
}

function statusOf(
  step: ApprovalStep,
  current: ApprovalStep | null,
  { isRejected, isDone }: Readonly<Record<'isRejected' | 'isDone', (step: ApprovalStep) => boolean>>,
): StepStatus {
  if (isDone(step)) return 'approved'
  if (isRejected(step)) return 'rejected'
  return step === current ? 'current' : 'later'
}
