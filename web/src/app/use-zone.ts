import { useQuery } from '@tanstack/react-query'
import { readersZone } from '../lib/zones.ts'
import { profilesQuery } from './queries.ts'

/** Returns the time zone in which a profile schedules posts: its own, or the reader's. */
export function useZone(profileId: string): string {
  const profiles = useQuery(profilesQuery)
  return profiles.data?.find(({ id }) => id === profileId)?.timezone ?? readersZone()
}
