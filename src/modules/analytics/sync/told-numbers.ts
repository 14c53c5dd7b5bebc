import type { Metrics } from '#connectors/connector.ts'
import { metricNames, type Numbers } from '../metrics.ts'

/** No post has more. A server that reports more is wrong, and must not cause sums that overflow a column. */
const mostPlausible = 1e12

/**
 * Returns the metrics that a network reported. A quote is a share with its own comment, so it counts as a share. What
 * the network did not report, or cannot be true, is left out.
 */
export function toldNumbers({ quotes, ...counts }: NonNullable<Metrics['counts']>): Partial<Numbers> {
  const reported = quotes === undefined ? counts : { ...counts, shares: (counts.shares ?? 0) + quotes }
  return Object.fromEntries(
    metricNames.flatMap((name) => {
      const value = reported[name]
      return value !== undefined && isPlausible(value) ? [[name, value]] : []
    }),
  )
}

const isPlausible = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= mostPlausible

/** Returns a count of an account, or null if the network did not report a plausible one. */
export const toldCount = (value: number | null | undefined): number | null =>
  value != null && isPlausible(value) ? value : null
