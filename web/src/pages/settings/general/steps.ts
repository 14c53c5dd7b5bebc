import type { Brand } from '../use-brand.ts'

type Step = Brand['approvalSteps'][number]
type Role = Step['roles'][number]

/** A step while it is edited. `who` has the roles and the IDs of members and guests. */
export interface DraftStep {
  readonly key: string
  readonly id?: string
  readonly name: string
  readonly who: readonly string[]
}

/** The roles that a step can name. */
export const stepRoles = ['approver', 'editor', 'admin', 'owner'] as const satisfies readonly Role[]

const isRole = (one: string): one is (typeof stepRoles)[number] => stepRoles.some((role) => role === one)

export const isGuest = (one: string): boolean => one.startsWith('gst_')

export const toDraftSteps = (steps: Brand['approvalSteps']): readonly DraftStep[] =>
  steps.map(({ id, name, roles, uids, guestIds }) => ({ key: id, id, name, who: [...roles, ...uids, ...guestIds] }))

export const toGivenSteps = (steps: readonly DraftStep[]) =>
  steps.map(({ id, name, who }) => ({
    ...(id && { id }),
    name: name.trim(),
    roles: who.filter(isRole),
    uids: who.filter((one) => !isRole(one) && !isGuest(one)),
    guestIds: who.filter(isGuest),
  }))
