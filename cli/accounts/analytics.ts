import { days } from '#kernel/clock.ts'
import { findProfileId } from '#tasks/inputs/profile.ts'
import { clientCommand } from '../client-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { analyticsRow } from '../rows/accounts.ts'

export const analytics = clientCommand(analyticsRow, async ({ api, flags, out, profile, now }) => {
  const within = profile === undefined ? {} : { profileId: await findProfileId(api, profile) }
  const overview = await api.getAnalyticsOverview({
    ...within,
    startDate: flags.from ?? dayOf(new Date(now().getTime() - days(30))),
    endDate: flags.to ?? dayOf(now()),
  })
  if (out.isJson) out.show(overview, () => [])
  else {
    const { period, byPlatform, totalPosts, totalViews, totalLikes, totalComments, totalShares } = overview
    out.show(null, () => [
      `${dayOf(new Date(period.start))} to ${dayOf(new Date(period.end))}: ${totalPosts} posts, ${totalViews} views, ` +
        `${totalLikes} likes, ${totalComments} comments, ${totalShares} shares.`,
      '',
    ])
    // A number that a network does not tell is left empty, and is not 0.
    const cell = (name: 'views' | 'likes' | 'comments' | 'shares') => (row: (typeof rows)[number]) =>
      row.unavailable.includes(name) ? null : row[name]
    const rows = Object.values(byPlatform)
    out.table(
      rows,
      [
        { title: 'NETWORK', of: ({ network }) => network },
        { title: 'POSTS', of: ({ posts }) => posts },
        { title: 'VIEWS', of: cell('views') },
        { title: 'LIKES', of: cell('likes') },
        { title: 'COMMENTS', of: cell('comments') },
        { title: 'SHARES', of: cell('shares') },
        { title: 'ENGAGEMENT', of: ({ engagementRate }) => `${(engagementRate * 100).toFixed(1)} %` },
      ],
      'There are no numbers of this time.',
    )
  }
  return exitCodes.done.status
})

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
