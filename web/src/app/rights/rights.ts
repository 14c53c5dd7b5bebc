import type { Result } from '@posthorn/sdk'
import { createContext, useContext } from 'react'

/** The rights of the user in the brand that is open. The service checks them again at each call. */
interface Rights {
  /** Write, plan and publish posts: everybody but viewers. */
  readonly mayWrite: boolean
  /** Connect accounts and change the brand: its owner and its admins. */
  readonly mayManage: boolean
  /** Approve and reject posts: those whom the brand has chosen for it. */
  readonly mayApprove: boolean
}

type Brand = Result<'listProfiles'>[number]

/** The roles, each with the rights of those before it. */
const ranks: readonly Brand['role'][] = ['viewer', 'editor', 'admin', 'owner']

export function rightsOf({ role, approverRole }: Pick<Brand, 'role' | 'approverRole'>): Rights {
  const isAtLeast = (least: Brand['role']) => ranks.indexOf(role) >= ranks.indexOf(least)
  return { mayWrite: isAtLeast('editor'), mayManage: isAtLeast('admin'), mayApprove: isAtLeast(approverRole) }
}

/** The rights while the role is not known: the service refuses what goes too far. */
export const unknownRights: Rights = { mayWrite: true, mayManage: true, mayApprove: true }

export const RightsContext = createContext<Rights>(unknownRights)

export const useRights = (): Rights => useContext(RightsContext)
