import type { Result } from '@posthorn/sdk'
import { createContext, useContext } from 'react'

/** The rights of the user in the brand that is open. The service checks them again at each call. */
interface Rights {
  /** The plan of the owner has no room for the brand. Its content can be read and deleted, and nothing else. */
  readonly isReadOnly: boolean
  /** Write, plan and publish posts: everybody but viewers. */
  readonly mayWrite: boolean
  /** Connect accounts and change the brand: its owner and its admins. */
  readonly mayManage: boolean
  /** Approve and reject posts: those whom the brand has chosen for it. */
  readonly mayApprove: boolean
  /** Cancel and delete posts, also of a read-only brand: everybody but viewers. */
  readonly mayDelete: boolean
  /** Disconnect accounts and remove people, also of a read-only brand: its owner and its admins. */
  readonly mayRemove: boolean
}

type Brand = Result<'listProfiles'>[number]

/** The roles, each with the rights of those before it. */
const ranks: readonly Brand['role'][] = ['viewer', 'editor', 'admin', 'owner']

export function rightsOf({
  role,
  approverRole,
  readOnly: isReadOnly,
}: Pick<Brand, 'role' | 'approverRole' | 'readOnly'>): Rights {
  const isAtLeast = (least: Brand['role']) => ranks.indexOf(role) >= ranks.indexOf(least)
  return {
    isReadOnly,
    mayWrite: !isReadOnly && isAtLeast('editor'),
    mayManage: !isReadOnly && isAtLeast('admin'),
    mayApprove: !isReadOnly && isAtLeast(approverRole),
    mayDelete: isAtLeast('editor'),
    mayRemove: isAtLeast('admin'),
  }
}

/** The rights while the role is not known: the service refuses what goes too far. */
export const unknownRights: Rights = {
  isReadOnly: false,
  mayWrite: true,
  mayManage: true,
  mayApprove: true,
  mayDelete: true,
  mayRemove: true,
}

export const RightsContext = createContext<Rights>(unknownRights)

export const useRights = (): Rights => useContext(RightsContext)
