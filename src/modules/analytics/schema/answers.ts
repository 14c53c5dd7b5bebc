import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'
import { pictureFields } from '#modules/posts/index.ts'
import { networks, platformIdOf } from '#rules/network-names.ts'
import { metricNames } from '../metrics.ts'
import { count, gain, gains, numbers, period, rate, unavailable, zoneName } from './parts.ts'

/** Responses about single posts and accounts. */
export const postMetrics = z
  .object({
    ...platformAnswer,
    accountId: idOf('acc'),
    ...numbers,
    engagementRate: rate,
    fetchedAt: instant,
    unavailable,
  })
  .meta({ id: 'PostMetrics', description: 'The metrics of a post on one account at one time.' })

export const summary = z
  .record(z.string(), z.object({ ...numbers, engagementRate: rate }))
  .meta({ id: 'PostsSummary', description: 'The total metrics of each post across all accounts, by post ID.' })

const accountCounts = {
  followers: count,
  following: count,
  totalPosts: count.meta({
    description: 'The count that the network reports, or the number of posts published through Posthorn.',
  }),
  ...numbers,
}
const fetchedAt = instant.nullable().meta({ description: 'Null until the account’s metrics are first read.' })
const unavailableOfAccount = z.enum(['followers', 'following', ...metricNames]).array()

export const accountMetrics = z
  .object({
    accountId: idOf('acc'),
    ...platformAnswer,
    ...accountCounts,
    fetchedAt,
    unavailable: unavailableOfAccount,
  })
  .meta({
    id: 'AccountMetrics',
    description: 'The network’s metrics for an account, and the metrics of all posts published to it through Posthorn.',
  })

const insight = {
  followers: count,
  views: gain,
  likes: gain,
  comments: gain,
  shares: gain,
  saves: gain,
  impressions: gain,
}
export const insights = z
  .object({
    totals: z.object(insight),
    byAccount: z
      .object({
        accountId: idOf('acc'),
        ...platformAnswer,
        ...insight,
        windowDays: count.meta({ description: 'The number of days that the gains cover.' }),
        fetchedAt,
        unavailable: unavailableOfAccount,
      })
      .array(),
  })
  .meta({ id: 'AccountInsights', description: 'What each account’s posts gained in recent days.' })

const refreshedPlatform = z.object({ accounts: count, posts: count, failed: count }).optional()
export const refreshed = z
  .object({
    ok: z.literal(true),
    refreshedAtMs: z.int(),
    ...Object.fromEntries(networks.map((network) => [platformIdOf(network), refreshedPlatform])),
  })
  .meta({
    id: 'AnalyticsRefresh',
    description: 'The accounts and posts that were read, and the accounts that could not be read, by platform.',
  })

/** Responses about what was published in a period, and what was gained in it. */
const namedPost = {
  postId: idOf('post'),
  content: z.string().meta({ description: 'The first 140 characters.' }),
  thumbnailUrl: pictureFields.thumbnailUrl,
  publishedAt: instant,
  platforms: z.string().array(),
  networks: platformAnswer.network.array(),
}

const topPost = z.object({
  ...namedPost,
  ...numbers,
  engagementRate: rate,
})

const bucket = z.object({
  date: z.string().meta({
    description: 'The local date on which the bucket begins. Hourly buckets also include the time.',
    examples: ['2026-11-21'],
  }),
  start: instant,
  posts: count.meta({ description: 'Posts published in the bucket, by account.' }),
  ...gains,
})

export const overview = z
  .object({
    period,
    totalPosts: count.meta({
      description: 'The same as `totalTargets`: a post on three accounts counts as three.',
    }),
    totalTargets: count.meta({
      description: 'The publications of posts in the period, one for each account that a post was published to.',
    }),
    totalViews: count,
    totalLikes: count,
    totalComments: count,
    totalShares: count,
    totalSaves: count,
    totalImpressions: count,
    totalReach: count,
    avgEngagementRate: rate,
    byPlatform: z.record(
      z.string(),
      z.object({ network: platformAnswer.network, posts: count, ...numbers, engagementRate: rate, unavailable }),
    ),
    topPosts: topPost.array().meta({ description: 'The ten posts with the highest engagement.' }),
    dailyTrend: bucket.array().meta({
      description: 'What all posts gained in each bucket, including posts published earlier.',
    }),
    gained: z.object({ posts: count, ...gains }).meta({ description: 'The sum of `dailyTrend`.' }),
  })
  .meta({
    id: 'AnalyticsOverview',
    description: 'The latest metrics of the posts published in a period, and what all posts gained during it.',
  })

const compared = <Value extends z.ZodType>(value: Value) =>
  z.object({
    totalPosts: value,
    totalTargets: value.meta({ description: 'The publications of posts, one for each account.' }),
    totalViews: value,
    totalLikes: value,
    totalComments: value,
    totalShares: value,
    avgEngagementRate: value,
  })

export const comparison = z
  .object({
    a: overview,
    b: overview,
    delta: compared(z.number()).meta({ description: 'b minus a.' }),
    deltaPercent: compared(z.number().nullable()).meta({ description: 'In percent of `a`. Null if `a` is 0.' }),
  })
  .meta({ id: 'AnalyticsComparison' })

const labelled = { posts: count, ...numbers, engagementRate: rate }

export const labels = z
  .object({
    period,
    labels: z
      .object({ label: z.string().meta({ examples: ['how-to'] }), ...labelled })
      .array()
      .meta({ description: 'The 100 tags with the highest engagement. A post with two tags counts toward both.' }),
    unlabelled: z.object(labelled).meta({ description: 'Posts without tags, and permanently deleted posts.' }),
    hasMore: z.boolean().meta({ description: 'True if there are more than 100 tags.' }),
  })
  .meta({ id: 'AnalyticsLabels', description: 'The latest metrics of the posts published in a period, by tag.' })

/** Responses that draw conclusions: which times are good, and which posts stand out. */
const enough = z.boolean().meta({ description: 'False if there are too few posts for a result.' })
const time = z.object({
  day: z.int().min(0).max(6).meta({ description: '0 is Sunday.' }),
  hour: z.int().min(0).max(23),
  label: z.string().meta({ examples: ['Tue 09:00'] }),
  score: z.number().min(0).max(100),
})

export const bestTimes = z
  .object({
    platform: platformAnswer.platform.nullable(),
    network: platformAnswer.network.nullable(),
    timezone: zoneName,
    basis: z.enum(['engagementRate', 'engagement']).meta({
      description: '`engagement` if no network reports how often posts were seen.',
    }),
    n: count.meta({
      description: 'How many published posts were analyzed. A post on three accounts counts three times.',
    }),
    enough,
    bestTimes: time.array(),
    worstTimes: time.array(),
    heatmap: z.number().array().array().meta({ description: 'Scores of seven days by 24 hours. 0 means no posts.' }),
    samples: count.array().array().meta({ description: 'Publications by day and hour.' }),
  })
  .meta({
    id: 'BestTimes',
    description: 'Weekdays and hours, scored by the engagement of the posts published in them.',
  })

export const outliers = z
  .object({
    metric: z.literal('views'),
    median: z.number(),
    sampleSize: count,
    enough,
    outliers: z
      .object({
        ...namedPost,
        views: count,
        engagement: count,
        score: z.number().meta({ description: 'The distance from the median in robust standard deviations.' }),
        multiple: z.number().meta({ description: 'Views as a multiple of the median.' }),
      })
      .array(),
  })
  .meta({ id: 'Outliers', description: 'The profile’s posts with at least twice its median views.' })
