import { z } from 'zod'
import { instant } from '#infra/http/schemas.ts'
import { metricNames } from '../metrics.ts'
import { granularities } from '../reading/buckets.ts'

/** Parts used in several responses. */

export const zoneName = z.string().meta({ examples: ['Europe/Berlin'] })
export const count = z.int().min(0)
/** Metrics may fall, since people can take back likes, so a gain may be negative. */
export const gain = z.int()
export const numbers = {
  views: count,
  likes: count,
  comments: count,
  shares: count,
  saves: count,
  impressions: count,
  reach: count,
}
export const gains = {
  views: gain,
  likes: gain,
  comments: gain,
  shares: gain,
  saves: gain,
  impressions: gain,
  reach: gain,
}
export const rate = z.number().min(0).max(100).meta({
  description:
    'Likes, comments, shares and saves as a percentage of impressions, or of reach or views if the network does not report impressions.',
})
export const unavailable = z
  .enum(metricNames)
  .array()
  .meta({ description: 'Metrics that the network does not report. Their values are 0.' })

export const period = z
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
