import type { ApprovalStep } from '#kernel/approval-steps.ts'
import { caps } from '#kernel/caps.ts'
import { refuse } from '#kernel/errors.ts'
import { hasRight, type ProfileRole, type Right, rightsOf } from '#kernel/rights.ts'

/** The roles that an invitation or an admin can grant. */
export const grantedRoles = [
  'viewer',
  'contributor',
  'approver',
  'editor',
  'admin',
] as const satisfies readonly ProfileRole[]
export type GrantedRole = (typeof grantedRoles)[number]

/** True if one role has every right of another. */
export const includesRole = (role: ProfileRole, other: ProfileRole): boolean =>
  rightsOf[other].every((right) => hasRight(role, right))

/** The minimum roles for approving that a profile can require, in ascending order. */
export const approverRoles = ['editor', 'admin', 'owner'] as const satisfies readonly ProfileRole[]
export type ApproverRole = (typeof approverRoles)[number]

/** Values for the replies of the inbox that wait for an approval, in ascending order. */
export const inboxApprovalRules = ['none', 'programs', 'all'] as const
export type InboxApprovals = (typeof inboxApprovalRules)[number]

/** True if a role may approve posts of a profile with this `approverRole`. An approver always may. */
export const mayApprove = (role: ProfileRole, least: ApproverRole): boolean =>
  role === 'approver' || (hasRight(role, 'approve') && includesRole(role, least))

/**
 * Refuses to make someone an approver unless the caller may approve. Otherwise an admin could get around a rule that
 * requires the owner. The same holds for a role that a step of the approval names.
 */
export function requireMayGrant({ role, approverRole, approvalSteps }: Granting, granted: GrantedRole | null): void {
  if (granted === null || mayApprove(role, approverRole)) return
  if (granted === 'approver' || approvalSteps.some(({ roles }) => roles.some((one) => one === granted)))
    refuse('profile_role_required', {
      detail: `The role ${approverRole} is required to make someone an ${granted} of this profile. Your role is ${role}.`,
    })
}

/** True if an admin of the profile may give someone this role. The directory of a company can do no more. */
export const mayBeGranted = ({ approverRole, approvalSteps }: Omit<Granting, 'role'>, granted: GrantedRole): boolean =>
  mayApprove('admin', approverRole) ||
  (granted !== 'approver' && !approvalSteps.some(({ roles }) => roles.some((one) => one === granted)))

interface Granting {
  readonly role: ProfileRole
  readonly approverRole: ApproverRole
  readonly approvalSteps: readonly ApprovalStep[]
}

/** The role that grants each right and the least else, and what the right allows, as worded in refusals. */
export const rightMeaning: Readonly<Record<Right, { readonly least: ProfileRole; readonly allows: string }>> = {
  read: { least: 'viewer', allows: 'read this profile' },
  write: { least: 'contributor', allows: 'write drafts for this profile' },
  publish: { least: 'editor', allows: 'schedule, publish and change what this profile publishes' },
  approve: { least: 'approver', allows: 'approve posts of this profile' },
  manage: { least: 'admin', allows: 'change this profile, connect accounts, link profiles and manage members' },
  own: { least: 'owner', allows: 'delete or restore this profile' },
}

/**
 * The maximum number of members and open invitations of a profile. The limit keeps their lists short enough to return
 * in full.
 */
export const membersMax = caps.peopleOfProfile
