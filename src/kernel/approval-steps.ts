import type { GuestId, UserId } from './ids.ts'
import { hasRight, type ProfileRole } from './rights.ts'

/** The roles that a step of an approval can name: those that may approve. */
export const stepRoles = ['approver', 'editor', 'admin', 'owner'] as const satisfies readonly ProfileRole[]

/** One step of a profile's approval. It is approved when one of its people has approved the post. */
export type ApprovalStep = {
  readonly id: string
  readonly name: string
  readonly roles: readonly (typeof stepRoles)[number][]
  readonly uids: readonly UserId[]
  /** The guests who can approve the step. Missing in steps of earlier versions. */
  readonly guestIds?: readonly GuestId[]
}

/** True if a member with this role is one of the people of a step. Pure. */
export const isInStep = (
  { roles, uids }: Pick<ApprovalStep, 'roles' | 'uids'>,
  { uid, role }: { readonly uid: UserId; readonly role: ProfileRole | null },
): boolean => role !== null && hasRight(role, 'approve') && (uids.includes(uid) || roles.some((one) => one === role))

/** True if a guest is one of the people of a step. Pure. */
export const hasGuest = ({ guestIds = [] }: Pick<ApprovalStep, 'guestIds'>, id: GuestId): boolean =>
  guestIds.includes(id)
