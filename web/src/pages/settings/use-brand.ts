import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { profilesQuery } from '#web/app/queries.ts'

export type Brand = Result<'listProfiles'>[number]
export type Me = Result<'getMe'>

/** The open profile, with the user's role in it. */
export function useBrand(): { readonly brand: Brand | undefined; readonly error: Error | null } {
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { data, error } = useQuery(profilesQuery)
  return { brand: data?.find(({ id }) => id === profileId), error }
}
