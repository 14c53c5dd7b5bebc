import type { Result } from '@posthorn/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { shownZone } from '#web/lib/zones.ts'
import type { NetworkName } from '#web/ui/marks/network-mark.tsx'
import type { Step } from './analytics-search.ts'
import { type Period, periodBefore } from './period.ts'
import { type PublishedFilter, publishedPostsRequest } from './posts-request.ts'

export type Overview = Result<'getAnalyticsOverview'>

export type BestTimes = Result<'getBestTimes'>

interface PeriodRequest {
  readonly profileId: string
  readonly network: NetworkName | undefined
  readonly account?: string | undefined
  readonly step: Step
  readonly a: Period
  readonly b: Period
}

/** Compares two periods. Live events make every key of `analytics` stale. */
export const comparisonQuery = ({ profileId, network, account, step, a, b }: PeriodRequest) =>
  queryOptions({
    queryKey: ['analytics', profileId, 'compare', network ?? '', account ?? '', step, a.start, a.end, b.start, b.end],
    queryFn: () =>
      api.comparePeriods({
        profileId,
        ...(network ? { platform: network } : {}),
        ...(account ? { accountId: account } : {}),
        periodAStart: a.start,
        periodAEnd: a.end,
        periodBStart: b.start,
        periodBEnd: b.end,
        granularity: step,
        timezone: shownZone(),
      }),
  })

/** A period and the previous one. */
export const overviewQuery = ({ b, ...request }: Omit<PeriodRequest, 'a'>) =>
  comparisonQuery({ ...request, a: periodBefore(b), b })

export const bestTimesQuery = (profileId: string, network: NetworkName | undefined, accountId: string | undefined) =>
  queryOptions({
    queryKey: ['analytics', profileId, 'best-times', network ?? '', accountId ?? ''],
    queryFn: () =>
      api.getBestTimes({
        profileId,
        ...(network ? { platform: network } : {}),
        ...(accountId ? { accountId } : {}),
        timezone: shownZone(),
      }),
  })

export const outliersQuery = (profileId: string) =>
  queryOptions({ queryKey: ['analytics', profileId, 'outliers'], queryFn: () => api.listOutliers({ profileId }) })

export const accountNumbersQuery = queryOptions({
  queryKey: ['analytics', 'accounts'],
  queryFn: () => api.listAccountMetrics(),
})

export const insightsQuery = (profileId: string) =>
  queryOptions({ queryKey: ['analytics', profileId, 'insights'], queryFn: () => api.getAccountInsights({ profileId }) })

export const accountHistoryQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['analytics', 'account', accountId],
    queryFn: () => api.getAccountMetricsHistory({ accountId }),
  })

export const postHistoryQuery = (postId: string) =>
  queryOptions({
    queryKey: ['analytics', 'post', postId, 'history'],
    queryFn: () => api.getPostMetricsHistory({ postId }),
  })

export const postNumbersQuery = (postId: string) =>
  queryOptions({ queryKey: ['analytics', 'post', postId], queryFn: () => api.getPostMetrics({ postId }) })

/** The metrics of posts by label, or of one label only. */
export const labelsQuery = (profileId: string, { start, end }: Period, label?: string) =>
  queryOptions({
    queryKey: ['analytics', profileId, 'labels', start, end, label ?? ''],
    queryFn: () =>
      api.getLabelMetrics({
        profileId,
        ...(label ? { label } : {}),
        startDate: start,
        endDate: end,
        timezone: shownZone(),
      }),
  })

/** Published posts with their metrics, sorted by the service. */
export const publishedPostsQuery = (profileId: string, sort: string, filter: PublishedFilter) =>
  infiniteQueryOptions({
    queryKey: ['analytics', profileId, 'posts', sort, filter],
    queryFn: async ({ pageParam }) => {
      const { posts, nextCursor } = await api.listPosts({
        ...publishedPostsRequest(profileId, sort, filter),
        ...(pageParam ? { cursor: pageParam } : {}),
      })
      const numbers = posts.length === 0 ? {} : await api.summarizePosts({ postIds: posts.map(({ id }) => id).join() })
      return { posts: posts.map((post) => ({ post, numbers: numbers[post.id] ?? null })), nextCursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
