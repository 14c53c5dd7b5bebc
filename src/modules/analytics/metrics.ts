/** The numbers of a post, in the order in which answers list them. */
export const metricNames = ['views', 'likes', 'comments', 'shares', 'saves', 'impressions', 'reach'] as const
export type MetricName = (typeof metricNames)[number]
export type Numbers = Readonly<Record<MetricName, number>>

/** The parts of an average rate. */
export interface RateParts {
  /** Engagement, up to what was seen. */
  readonly counted: number
  /** Impressions; else reach; else views. */
  readonly seen: number
}
