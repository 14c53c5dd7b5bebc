import { readLocale } from '#web/lib/locale.ts'
import { formatLateness } from '#web/lib/time.ts'

/** "14 ms", "1.2 s": a duration. */
export const formatTook = (ms: number): string =>
  ms < 1_000
    ? new Intl.NumberFormat(readLocale(), { style: 'unit', unit: 'millisecond', unitDisplay: 'short' }).format(ms)
    : formatLateness(ms)
