import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf, instant } from '#infra/http/schemas.ts'
import { networks, platformIdOf } from '#rules/network-names.ts'
import { metricNames } from '../metrics.ts'
import { count, gain, numbers, rate, unavailable } from './parts.ts'

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
  .record(z.string(), z.object({ views: count, likes: count, comments: count, shares: count, engagementRate: rate }))
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
