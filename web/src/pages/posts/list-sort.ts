import type { Input, Result } from '@posthorn/sdk'

/** The metrics to sort by. */
const metrics = ['engagement', 'engagementRate', 'views', 'impressions', 'likes', 'comments', 'shares'] as const
type ListMetric = (typeof metrics)[number]

/** The orders of the list. The service sorts, so that all posts count. */
export const listSorts = ['newest', 'oldest', ...metrics] as const
export type ListSort = (typeof listSorts)[number]

export type PostNumbers = Result<'summarizePosts'>[string]

export const isMetric = (sort: ListSort): sort is ListMetric => metrics.some((one) => one === sort)

/** Returns the order of a tab: scheduled posts begin with the next one, all others with the latest. */
export const usualSort = (tab: string): ListSort => (tab === 'scheduled' ? 'oldest' : 'newest')

export const requestOfSort = (sort: ListSort): Pick<Input<'listPosts'>, 'sort' | 'order'> =>
  isMetric(sort) ? { sort } : { sort: 'date', ...(sort === 'oldest' && { order: 'asc' }) }

/** Reads the value of a metric. */
export const readMetric = (metric: ListMetric, numbers: PostNumbers): number =>
  metric === 'engagement' ? numbers.likes + numbers.comments + numbers.shares + numbers.saves : numbers[metric]
