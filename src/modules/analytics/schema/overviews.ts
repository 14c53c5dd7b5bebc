import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'
import { count, gains, numbers, period, rate, unavailable } from './parts.ts'

/** Responses about what was published in a period, and what was gained in it. */

const topPost = z.object({
  postId: idOf('post'),
  content: z.string().meta({ description: 'The first 140 characters.' }),
  publishedAt: instant,
  platforms: z.string().array(),
  networks: platformAnswer.network.array(),
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
    totalPosts: count.meta({ description: 'Posts published in the period. A post on three accounts counts as three.' }),
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
