import { days } from '#kernel/clock.ts'
import { describeNumbers, listUnavailable } from '#tasks/analytics/describe-numbers.ts'
import { formatDays } from '#tasks/format-time.ts'
import { findProfileId } from '#tasks/inputs/profile.ts'
import { clientCommand } from '../client-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { analyticsRow } from '../rows/accounts.ts'

/** The metrics that make up the engagement rate. */
const rated = ['likes', 'comments', 'shares', 'saves'] as const

export const analytics = clientCommand(analyticsRow, async ({ api, flags, out, profile, now }) => {
  const within = profile === undefined ? {} : { profileId: await findProfileId(api, profile) }
  const overview = await api.getAnalyticsOverview({
    ...within,
    startDate: flags.from ?? new Date(now().getTime() - days(30)).toISOString(),
    ...(flags.to === undefined ? {} : { endDate: flags.to }),
  })
  if (out.isJson) out.show(overview, () => [])
  else {
    const { period, byPlatform } = overview
    const rows = Object.values(byPlatform)
    const total = {
      posts: overview.totalPosts,
      views: overview.totalViews,
      likes: overview.totalLikes,
      comments: overview.totalComments,
      shares: overview.totalShares,
      unavailable: listUnavailable(rows),
    }
    out.show(null, () => [`${formatDays(period)}: ${describeNumbers(total)}.`, ''])
    // The cell of a metric that a network does not report is empty, not 0.
    const cell = (name: 'views' | 'likes' | 'comments' | 'shares') => (row: (typeof rows)[number]) =>
      row.unavailable.includes(name) ? null : row[name]
    const isRated = ({ unavailable }: (typeof rows)[number]) => rated.some((name) => !unavailable.includes(name))
    out.table(
      rows,
      [
        { title: 'NETWORK', of: ({ network }) => network },
        { title: 'POSTS', of: ({ posts }) => posts },
        { title: 'VIEWS', of: cell('views') },
        { title: 'LIKES', of: cell('likes') },
        { title: 'COMMENTS', of: cell('comments') },
        { title: 'SHARES', of: cell('shares') },
        { title: 'ENGAGEMENT', of: (row) => (isRated(row) ? `${row.engagementRate.toFixed(1)}%` : null) },
      ],
      'No data for this period.',
    )
  }
  return exitCodes.done.status
})
