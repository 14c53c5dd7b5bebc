import { useQuery } from '@tanstack/react-query'
import { profilesQuery } from '#web/app/queries.ts'

/** Returns which replies of a brand wait for an approval. */
export const useReplyRule = (profileId: string) =>
  useQuery(profilesQuery).data?.find(({ id }) => id === profileId)?.inboxApprovals ?? 'none'
