import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import { idOf } from '#infra/http/schemas.ts'
import { count, zoneName } from './parts.ts'

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
    n: count.meta({ description: 'The number of publications analyzed. A post on three accounts counts three times.' }),
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
        postId: idOf('post'),
        views: count,
        engagement: count,
        score: z.number().meta({ description: 'The distance from the median in robust standard deviations.' }),
        multiple: z.number().meta({ description: 'Views as a multiple of the median.' }),
      })
      .array(),
  })
  .meta({ id: 'Outliers', description: 'The profile’s posts with at least twice its median views.' })
