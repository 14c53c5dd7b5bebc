import type { Result } from '@posthorn/sdk'
import { createContext, useContext } from 'react'

/** The user's rights in the open brand. The service checks them again on each call. */
interface Rights {
  /** The brand exceeds the owner's plan limit. Its content can only be read and deleted. */
  readonly isReadOnly: boolean
  /** Write drafts, ideas and notes: contributors, editors, admins and the owner. */
  readonly mayWrite: boolean
  /** Schedule and publish, and change what the brand publishes: editors, admins and the owner. */
  readonly mayPublish: boolean
  /** Publish a post, or submit it for approval where the brand requires one. */
  readonly maySubmit: boolean
  /** Connect accounts and change the brand: its owner and its admins. */
  readonly mayManage: boolean
  /** Approve and reject posts: the brand's approvers. */
  readonly mayApprove: boolean
  /**
   * Change, withdraw and delete a post: those who can publish, and contributors until it is published without another
   * look. The service also refuses a contributor once the post is approved.
   */
  readonly mayChange: (post: { readonly status: Status }) => boolean
  /** Cancel and delete posts, also in a read-only brand: those who can write. */
  readonly mayDelete: boolean
  /** Delete labels, also in a read-only brand: those who can publish. */
  readonly mayDeleteLabels: boolean
  /** Disconnect accounts and remove people, also in a read-only brand: its owner and its admins. */
  readonly mayRemove: boolean
}

type Brand = Result<'listProfiles'>[number]
type Status = Result<'getPost'>['status']

/** The roles that include each other, in ascending order. An approver is apart: they read and approve. */
const ranks: readonly Brand['role'][] = ['viewer', 'contributor', 'editor', 'admin', 'owner']

export function rightsOf({
  role,
  approverRole,
  readOnly: isReadOnly,
  requiredApprovals,
}: Pick<Brand, 'role' | 'approverRole' | 'readOnly' | 'requiredApprovals'>): Rights {
  const isAtLeast = (least: Brand['role']) => ranks.indexOf(role) >= ranks.indexOf(least)
  const isSeenFirst = (status: Status) =>
    status === 'draft' || (requiredApprovals > 0 && (status === 'scheduled' || status === 'queued'))
  return {
    isReadOnly,
    mayWrite: !isReadOnly && isAtLeast('contributor'),
    mayPublish: !isReadOnly && isAtLeast('editor'),
    maySubmit: !isReadOnly && isAtLeast(requiredApprovals > 0 ? 'contributor' : 'editor'),
    mayManage: !isReadOnly && isAtLeast('admin'),
    mayApprove: !isReadOnly && (role === 'approver' || isAtLeast(approverRole)),
    mayChange: ({ status }) => isAtLeast('editor') || (isAtLeast('contributor') && isSeenFirst(status)),
    mayDelete: isAtLeast('contributor'),
    mayDeleteLabels: isAtLeast('editor'),
    mayRemove: isAtLeast('admin'),
  }
}

/** The rights while the role is not known yet. The service still enforces the actual ones. */
export const unknownRights: Rights = {
  isReadOnly: false,
  mayWrite: true,
  mayPublish: true,
  maySubmit: true,
  mayManage: true,
  mayApprove: true,
  mayChange: () => true,
  mayDelete: true,
  mayDeleteLabels: true,
  mayRemove: true,
}

export const RightsContext = createContext<Rights>(unknownRights)

export const useRights = (): Rights => useContext(RightsContext)
