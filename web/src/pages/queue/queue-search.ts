import { type PageSearch, readPageFilter } from '#web/posts/filters/read-filter.ts'

interface QueueSearch extends PageSearch {
  /** The first day of the list. Today without it. */
  readonly from?: string
  /** True while drafts are being scheduled. */
  readonly plan?: true
  /** The plan of posting times that is shown. The first one without it. */
  readonly times?: string
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && Date.parse(value) > 0

export const readQueueSearch = ({ from, plan, times, ...search }: Record<string, unknown>): QueueSearch => ({
  ...readPageFilter(search),
  ...(isDay(from) ? { from } : {}),
  ...(plan === true ? { plan } : {}),
  ...(typeof times === 'string' ? { times } : {}),
})
