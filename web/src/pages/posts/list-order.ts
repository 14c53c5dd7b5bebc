import type { Input, Result } from '@posthorn/sdk'
import { type ListMetric, type ListSort, metrics } from './list-sort.ts'

export type PostNumbers = Result<'summarizePosts'>[string]

export const isMetric = (sort: ListSort): sort is ListMetric => metrics.some((one) => one === sort)

/** Returns the order of a tab: scheduled posts begin with the next one, all others with the latest. */
export const usualSort = (tab: string): ListSort => (tab === 'scheduled' ? 'oldest' : 'newest')

export const requestOfSort = (sort: ListSort): Pick<Input<'listPosts'>, 'sort' | 'order'> =>
  isMetric(sort) ? { sort } : { sort: 'date', ...(sort === 'oldest' && { order: 'asc' }) }

/** Reads the value of a metric. */
export const readMetric = (metric: ListMetric, numbers: PostNumbers): number =>
  metric === 'engagement' ? numbers.likes + numbers.comments + numbers.shares + numbers.saves : numbers[metric]
