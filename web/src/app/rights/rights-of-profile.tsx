import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { profilesQuery } from '../queries.ts'
import { RightsContext, rightsOf, unknownRights } from './rights.ts'

interface ProviderProps {
  readonly profileId: string
  readonly children: ReactNode
}

/** Tells its content what the user may do in the profile. */
export function RightsOfProfile({ profileId, children }: ProviderProps) {
  const profile = useQuery(profilesQuery).data?.find(({ id }) => id === profileId)
  const rights = useMemo(() => (profile ? rightsOf(profile) : unknownRights), [profile])
  return <RightsContext value={rights}>{children}</RightsContext>
}
