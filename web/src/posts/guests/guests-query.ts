import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type Guest = Result<'listGuests'>[number]

/** The clients of a brand, for members who can publish. */
export const guestsQuery = (profileId: string) =>
  queryOptions({ queryKey: ['guests', profileId], queryFn: () => api.listGuests({ id: profileId }) })
