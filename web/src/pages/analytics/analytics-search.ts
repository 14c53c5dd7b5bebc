import { type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'

/** Periods up to today, with their days. */
export const ranges = { '7d': 7, '28d': 28, '90d': 90, '12m': 365 } as const
export type Range = keyof typeof ranges
const steps = ['day', 'week', 'month'] as const
export type Step = (typeof steps)[number]
/** Numbers that a period gains, and so those that have a course. */
export const gains = ['views', 'likes', 'comments', 'shares', 'posts'] as const
export type Gain = (typeof gains)[number]

/** The choices in the address of an analytics page. Each page uses a part of them. */
export interface AnalyticsSearch {
  /** The last so many days; or from one date to another. */
  readonly range?: Range | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The second of two periods that are compared. */
  readonly from2?: string | undefined
  readonly to2?: string | undefined
  readonly network?: NetworkName | undefined
  readonly by?: Step | undefined
  readonly metric?: Gain | undefined
  readonly account?: string | undefined
  readonly account2?: string | undefined
  readonly what?: 'accounts' | undefined
  readonly sort?: string | undefined
}

const isOneOf = <Value extends string>(all: readonly Value[], value: unknown): value is Value =>
  all.some((one) => one === value)
const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)
const isWord = (value: unknown): value is string => typeof value === 'string' && /^-?\w{1,64}$/.test(value)
export const rangeNames = Object.keys(ranges) as Range[]
const networkNames = Object.keys(networks) as NetworkName[]

/** Reads what the address says. Anything else in it is left out. */
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
    ...(search.what === 'accounts' ? { what: 'accounts' } : {}),
    ...(isWord(search.sort) ? { sort: search.sort } : {}),
  }
}
