import { useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { accountNumbersQuery } from '#web/pages/analytics/analytics-queries.ts'

/** The numbers of an account that its row shows. */
export interface AccountNumbers {
  /** Absent if the network does not report it, or it was not read yet. */
  readonly followers?: number
  readonly scheduled: {
    readonly count: number
    /** True if the brand has more scheduled posts than were counted. */
    readonly isPartial: boolean
  }
}

const maxCounted = 100

/** Reads the followers and the scheduled posts of each account of a brand. */
export function useAccountNumbers(profileId: string): (accountId: string) => AccountNumbers | undefined {
  const metrics = useQuery(accountNumbersQuery).data
  const posts = useQuery({
    queryKey: ['posts', profileId, 'scheduled-by-account'],
    queryFn: () => api.listPosts({ profileId, status: ['scheduled'], sort: 'scheduled', limit: maxCounted }),
  }).data
  return (accountId) => {
    if (!posts) return undefined
    const row = metrics?.find((one) => one.accountId === accountId)
    const count = posts.posts.filter(({ targets }) => targets.some((target) => target.accountId === accountId)).length
    return {
      ...(row?.fetchedAt && !row.unavailable.includes('followers') ? { followers: row.followers } : {}),
      scheduled: { count, isPartial: posts.nextCursor !== null },
    }
  }
}
