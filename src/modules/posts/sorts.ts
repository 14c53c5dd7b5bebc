/** The orders of a list of posts that have one direction. */
export const fixedSorts = ['createdAt', 'scheduledAt', 'scheduled'] as const

/** The metrics that a list of posts can be sorted by. */
const metricSorts = [
  'views',
  'impressions',
  'reach',
  'likes',
  'comments',
  'shares',
  'saves',
  'engagement',
  'engagementRate',
] as const
export type MetricSort = (typeof metricSorts)[number]

export const sorts = [...fixedSorts, 'date', ...metricSorts] as const
type Sort = (typeof sorts)[number]

export const isMetric = (sort: Sort): sort is MetricSort => metricSorts.some((one) => one === sort)
