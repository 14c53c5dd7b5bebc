import { readPageFilter } from '#web/posts/filters/read-filter.ts'
import { type NetworkName, networks } from '#web/ui/marks/networks.ts'

/** Periods up to today, with their lengths in days. */
export const ranges = { '7d': 7, '28d': 28, '90d': 90, '12m': 365 } as const
export type Range = keyof typeof ranges
const steps = ['day', 'week', 'month'] as const
export type Step = (typeof steps)[number]
/** Metrics that accumulate over a period, and can therefore be charted over time. */
export const gains = ['views', 'likes', 'comments', 'shares', 'posts'] as const
export type Gain = (typeof gains)[number]

/** The search parameters of an analytics page. Each page uses some of them. */
export interface AnalyticsSearch {
  /** A number of days up to today. If omitted, the dates apply. */
  readonly range?: Range | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The second of two compared periods. */
  readonly from2?: string | undefined
  readonly to2?: string | undefined
  readonly network?: NetworkName | undefined
  readonly by?: Step | undefined
  readonly metric?: Gain | undefined
  readonly account?: string | undefined
  readonly account2?: string | undefined
  readonly author?: string | undefined
  /** A label by its name. */
  readonly label?: string | undefined
  readonly what?: 'accounts' | undefined
  /** The ID of the view that was opened. */
  readonly saved?: string | undefined
  readonly sort?: string | undefined
  /** The order of a page's second table. */
  readonly sort2?: string | undefined
}

const isOneOf = <Value extends string>(all: readonly Value[], value: unknown): value is Value =>
  all.some((one) => one === value)
const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)
const isWord = (value: unknown): value is string => typeof value === 'string' && /^-?\w{1,64}$/.test(value)
export const rangeNames = Object.keys(ranges) as Range[]
const networkNames = Object.keys(networks) as NetworkName[]

/** Reads the URL's search parameters. Any others are dropped. */
export function readAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  return {
    ...(isOneOf(rangeNames, search.range) ? { range: search.range } : {}),
    ...(isDate(search.from) && isDate(search.to) ? { from: search.from, to: search.to } : {}),
    ...(isDate(search.from2) && isDate(search.to2) ? { from2: search.from2, to2: search.to2 } : {}),
    ...(isOneOf(networkNames, search.network) ? { network: search.network } : {}),
    ...(isOneOf(steps, search.by) ? { by: search.by } : {}),
    ...(isOneOf(gains, search.metric) ? { metric: search.metric } : {}),
    ...(isWord(search.account) ? { account: search.account } : {}),
    ...(isWord(search.account2) ? { account2: search.account2 } : {}),
    ...(isWord(search.author) ? { author: search.author } : {}),
    ...readPageFilter({ label: search.label }),
    ...(search.what === 'accounts' ? { what: 'accounts' } : {}),
    ...(isWord(search.saved) ? { saved: search.saved } : {}),
    ...(isWord(search.sort) ? { sort: search.sort } : {}),
    ...(isWord(search.sort2) ? { sort2: search.sort2 } : {}),
  }
}
