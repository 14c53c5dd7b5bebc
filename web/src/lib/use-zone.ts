import { useQuery } from '@tanstack/react-query'
import { profilesQuery } from '#web/app/queries.ts'
import { readersZone } from './zones.ts'

/** Returns the time zone in which a profile plans: its own, or that of the reader. */
export function useZone(profileId: string): string {
  const profiles = useQuery(profilesQuery)
  return profiles.data?.find(({ id }) => id === profileId)?.timezone ?? readersZone()
}
