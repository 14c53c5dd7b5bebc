/** The metrics of a post, in the order in which responses list them. */
export const metricNames = ['views', 'likes', 'comments', 'shares', 'saves', 'impressions', 'reach'] as const
export type MetricName = (typeof metricNames)[number]
export type Numbers = Readonly<Record<MetricName, number>>

export const noNumbers: Numbers = { views: 0, likes: 0, comments: 0, shares: 0, saves: 0, impressions: 0, reach: 0 }

/** The parts of an average rate. */
export interface RateParts {
  /** Engagement, up to what was seen. */
  readonly counted: number
  /** Impressions, or else reach, or else views. */
  readonly seen: number
}

/** Returns the engagement rate in percent, 0 to 100, with two decimals. It is 0 if nothing was seen. */
export const rateOf = ({ counted, seen }: RateParts): number =>
  seen > 0 ? Math.round((counted / seen) * 10_000) / 100 : 0

const engagementOf = ({ likes, comments, shares, saves }: Numbers): number => likes + comments + shares + saves

/** Returns the parts of a post's rate. A rate is at most 100, even if more likes than views were counted. */
export function ratePartsOf(numbers: Numbers): RateParts {
  const seen = numbers.impressions || numbers.reach || numbers.views
  return { counted: Math.min(engagementOf(numbers), seen), seen }
}
