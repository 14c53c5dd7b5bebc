import { z } from 'zod'
import { platformAnswer, platformInput } from '#infra/http/platforms.ts'
import { idOf, instant, text, timezone } from '#infra/http/schemas.ts'
import { fromWire, type PostId } from '#kernel/ids.ts'
import { wallTime } from '#kernel/local-time.ts'
import { networks, platformIdOf } from '#rules/network-names.ts'
import { metricNames } from './metrics.ts'
import { granularities } from './reading/buckets.ts'
import { exportTypes } from './reading/csv.ts'

/** A date or a time. A date is a day in the user's time zone. */
const dateInput = text(10, 40)
  .refine((value) => isDate(value) || z.iso.datetime({ offset: true }).safeParse(value).success, {
    error: 'must be a date such as 2026-11-21, or a time such as 2026-11-21T09:00:00Z',
  })
  .meta({ examples: ['2026-11-21'] })

const isDate = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value) && wallTime(`${value}T00:00`) !== null

const scopeFields = {
  profileId: idOf('prof').optional().meta({ description: 'Only this profile. Default: all that you can see.' }),
  platform: platformInput.optional(),
}
const zone = timezone.optional().meta({ description: 'The time zone of days and hours. Default: yours.' })
const granularity = z.enum(granularities).default('day')

const periodFields = {
  startDate: dateInput.optional().meta({
    description: 'Default, and earliest: as far back as the plan keeps numbers.',
  }),
  endDate: dateInput.optional().meta({ description: 'A date means the end of that day. Default: now.' }),
}

export const overviewQuery = z.strictObject({ ...scopeFields, ...periodFields, granularity, timezone: zone })
export const compareQuery = z.strictObject({
  ...scopeFields,
  periodAStart: dateInput,
  periodAEnd: dateInput,
  periodBStart: dateInput,
  periodBEnd: dateInput,
  granularity,
  timezone: zone,
})
export const exportQuery = z.strictObject({
  ...overviewQuery.shape,
  type: z.enum(exportTypes).default('overview'),
  format: z.enum(['csv']).default('csv'),
})
export const historyQuery = z.strictObject(periodFields)
export const outliersQuery = z.strictObject({ profileId: idOf('prof') })
export const insightsQuery = z.strictObject(scopeFields)
export const bestTimesQuery = z.strictObject({
  ...scopeFields,
  accountId: idOf('acc').optional().meta({ description: 'Only this account.' }),
  timezone: zone,
})
export const postPath = z.strictObject({ postId: idOf('post') })
export const accountPath = z.strictObject({ accountId: idOf('acc') })

const mostIds = 100
export const summaryQuery = z.strictObject({
  postIds: text(0, 4_000)
    .optional()
    .transform((value, context) => readIds(value ?? '', context))
    .meta({ documentedAs: { type: 'string' }, description: `Up to ${mostIds} ids of posts, separated by commas.` }),
})

function readIds(value: string, context: z.RefinementCtx): PostId[] {
  const texts = value.split(',').map((one) => one.trim())
  const ids = texts.filter((one) => one !== '').map((one) => fromWire('post', one))
  if (ids.length > mostIds) context.addIssue({ code: 'custom', message: `must be at most ${mostIds} ids` })
  if (ids.includes(null)) context.addIssue({ code: 'custom', message: 'must be ids of posts, separated by commas' })
  return ids.filter((id) => id !== null)
}

const zoneName = z.string().meta({ examples: ['Europe/Berlin'] })
const count = z.int().min(0)
/** Numbers may fall, since people take back what they liked: a gain may be negative. */
const gain = z.int()
const numbers = {
  views: count,
  likes: count,
  comments: count,
  shares: count,
  saves: count,
  impressions: count,
  reach: count,
}
const gains = { views: gain, likes: gain, comments: gain, shares: gain, saves: gain, impressions: gain, reach: gain }
const rate = z.number().min(0).max(100).meta({
  description: 'Likes, comments, shares and saves, in percent of impressions; else of reach; else of views.',
})
const unavailable = z
  .enum(metricNames)
  .array()
  .meta({ description: 'Numbers that the network does not tell. They are 0.' })

const period = z
  .object({
    start: instant,
    end: instant,
    granularity: z.enum(granularities),
    timezone: zoneName,
    clampedFrom: instant
      .nullable()
      .meta({ description: 'The requested start, if the plan does not reach that far back.' }),
  })
  .meta({ id: 'AnalyticsPeriod' })

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
    description: 'The local date on which the bucket begins; of an hour also its time.',
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
      description: 'By bucket, what all posts gained, also those that were published earlier.',
    }),
    gained: z.object({ posts: count, ...gains }).meta({ description: 'The sum of `dailyTrend`.' }),
  })
  .meta({
    id: 'AnalyticsOverview',
    description: 'The newest numbers of what was published in a period, and what all posts gained in it.',
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
    deltaPercent: compared(z.number().nullable()).meta({ description: 'In percent of a; null where a is 0.' }),
  })
  .meta({ id: 'AnalyticsComparison' })

export const postMetrics = z
  .object({
    ...platformAnswer,
    accountId: idOf('acc'),
    ...numbers,
    engagementRate: rate,
    fetchedAt: instant,
    unavailable,
  })
  .meta({ id: 'PostMetrics', description: 'The numbers of a post on one account at one time.' })

export const summary = z
  .record(z.string(), z.object({ views: count, likes: count, comments: count, shares: count, engagementRate: rate }))
  .meta({ id: 'PostsSummary', description: 'By the id of the post, its numbers on all accounts together.' })

const accountCounts = {
  followers: count,
  following: count,
  totalPosts: count.meta({ description: 'As the network says; else the posts that were published here.' }),
  ...numbers,
}
const fetchedAt = instant.nullable().meta({ description: 'Null until the first look at the account.' })
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
    description: 'What a network says of an account, and the numbers of all posts that it published here.',
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
        windowDays: count.meta({ description: 'The days in which the numbers were gained.' }),
        fetchedAt,
        unavailable: unavailableOfAccount,
      })
      .array(),
  })
  .meta({ id: 'AccountInsights', description: 'What the posts of each account gained in the last days.' })

const enough = z.boolean().meta({ description: 'False: there are too few posts to claim anything.' })
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
      description: '`engagement` where no network tells how often posts were seen.',
    }),
    n: count.meta({ description: 'The posts that the answer is computed from, by account.' }),
    enough,
    bestTimes: time.array(),
    worstTimes: time.array(),
    heatmap: z.number().array().array().meta({ description: 'Scores of seven days by 24 hours; 0: no posts.' }),
    samples: count.array().array().meta({ description: 'Posts by day and hour.' }),
  })
  .meta({ id: 'BestTimes', description: 'Weekdays and hours by the engagement of the posts published in them.' })

export const outliers = z
  .object({
    metric: z.literal('views'),
    median: z.number(),
    sampleSize: count,
    enough,
    outliers: z
      .object({
        postId: idOf('post'),
        views: count,
        engagement: count,
        score: z.number().meta({ description: 'The distance from the median in robust standard deviations.' }),
        multiple: z.number().meta({ description: 'Views as a multiple of the median.' }),
      })
      .array(),
  })
  .meta({ id: 'Outliers', description: 'The posts of a profile that were seen at least twice as often as its median.' })

const refreshedPlatform = z.object({ accounts: count, posts: count, failed: count }).optional()
export const refreshed = z
  .object({
    ok: z.literal(true),
    refreshedAtMs: z.int(),
    ...Object.fromEntries(networks.map((network) => [platformIdOf(network), refreshedPlatform])),
  })
  .meta({
    id: 'AnalyticsRefresh',
    description: 'By platform, the accounts and posts that were read, and the accounts that could not be read.',
  })
