/** The metrics to sort by. */
export const metrics = ['engagement', 'engagementRate', 'views', 'impressions', 'likes', 'comments', 'shares'] as const
export type ListMetric = (typeof metrics)[number]

/** The orders of the list. The service sorts, so that all posts count. */
export const listSorts = ['newest', 'oldest', ...metrics] as const
export type ListSort = (typeof listSorts)[number]
