import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type Guest = Result<'listGuests'>[number]

/** The clients of a brand, for members who can publish. */
export const guestsQuery = (profileId: string) =>
  queryOptions({ queryKey: ['guests', profileId], queryFn: () => api.listGuests({ id: profileId }) })

export type Brand = Result<'listProfiles'>[number]

const ranks = ['editor', 'admin', 'owner']

/** True if the user may weaken the rule of approvals of a brand. Pure. */
export const mayWeaken = ({ role, approverRole }: Pick<Brand, 'role' | 'approverRole'>): boolean =>
  ranks.indexOf(role) >= ranks.indexOf(approverRole)
