import { z } from 'zod'
import { formatDays } from '../format-time.ts'
import { networkInput, requireNetwork } from '../inputs/network.ts'
import { filterProfile, profileFilter } from '../inputs/profile.ts'
import { defineTask, reads } from '../task.ts'
import { describeNumbers, listUnavailable } from './describe-numbers.ts'

const mostTopPosts = 5

const numbers = {
  posts: z.int(),
  views: z.int(),
  likes: z.int(),
  comments: z.int(),
  shares: z.int(),
  engagementRate: z.number(),
  unavailable: z
    .array(z.string())
    .describe('Metrics that the network doesn’t report. They are 0 here. The real value is unknown.'),
}

export const getAnalytics = defineTask({
  name: 'get_analytics',
  title: 'Get post analytics',
  about:
    'Returns total views, likes, comments and shares of published posts by network, and the best-performing posts.',
  scopes: ['analytics:read', 'profiles:read'],
  effect: reads,
  input: z.strictObject({
    profile: profileFilter,
    network: networkInput.exactOptional(),
    from: z.string().exactOptional().describe('The first day, such as 2026-11-01.'),
    to: z.string().exactOptional().describe('The last day (default: today).'),
    timezone: z.string().exactOptional().describe('The time zone of the days (default: yours).'),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    timezone: z.string(),
    total: z.object(numbers),
    networks: z.array(z.object({ network: z.string(), ...numbers })),
    topPosts: z.array(z.object({ post: z.string(), content: z.string(), views: z.int(), engagementRate: z.number() })),
  }),
  async run(api, { profile, network, from, to, timezone }) {
    const overview = await api.getAnalyticsOverview({
      ...(await filterProfile(api, profile)),
      ...(network === undefined ? {} : { platform: requireNetwork(network, '/network') }),
      ...(from === undefined ? {} : { startDate: from }),
      ...(to === undefined ? {} : { endDate: to }),
      ...(timezone === undefined ? {} : { timezone }),
    })
    return {
      from: overview.period.start,
      to: overview.period.end,
      timezone: overview.period.timezone,
      total: {
        posts: overview.totalPosts,
        views: overview.totalViews,
        likes: overview.totalLikes,
        comments: overview.totalComments,
        shares: overview.totalShares,
        engagementRate: overview.avgEngagementRate,
        unavailable: listUnavailable(Object.values(overview.byPlatform)),
      },
      networks: Object.values(overview.byPlatform).map(
        ({ network, posts, views, likes, comments, shares, engagementRate, unavailable }) => ({
          network,
          posts,
          views,
          likes,
          comments,
          shares,
          engagementRate,
          unavailable: [...unavailable],
        }),
      ),
      topPosts: overview.topPosts
        .slice(0, mostTopPosts)
        .map(({ postId: post, content, views, engagementRate }) => ({ post, content, views, engagementRate })),
    }
  },
  describe({ from, to, timezone, total, networks, topPosts }) {
    const best = topPosts[0]
    return [
      `${formatDays({ start: from, end: to, timezone })}: ${describeNumbers(total)}`,
      ...networks.map(({ network, ...rest }) => `- ${network}: ${describeNumbers(rest)}`),
      ...(best ? [`Best: ${best.content.replaceAll(/\s+/g, ' ').slice(0, 80).toWellFormed()} ${best.post}`] : []),
    ].join('\n')
  },
})
