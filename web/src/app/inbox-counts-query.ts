import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

const pollMs = 60_000

/** The number of conversations by what they wait for. It is fetched again while the page is visible. */
export const inboxCountsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['inbox', profileId, 'counts'],
    queryFn: () => api.getInboxCounts({ profileId }),
    refetchInterval: pollMs,
  })
