import type { Result } from '@posthorn/sdk'
import { nowDate } from '#web/lib/clock.ts'
import { addDays, dayKey, minuteOfDay, offsetMinutes } from '#web/lib/day.ts'

type Account = Result<'listAccounts'>[number]

/** A period to plan around: posts are blocked, or clocks change. */
export interface Band {
  readonly key: string
  readonly cause: 'grant' | 'quota' | 'plan' | 'clock'
  readonly from: Date
  /** Null if it lasts until someone intervenes. */
  readonly to: Date | null
  /** The account that cannot publish. Null for all of them, or none. */
  readonly account: Account | null
  /** The number of scheduled posts that it blocks. */
  readonly posts: number
  /** The plan with a sufficient limit. */
  readonly requiredPlan: string | null
  /** Minutes by which clocks go forward; negative if they go back. 0 if they do not change. */
  readonly shift: number
}

/** Combines the service's forecast with the accounts and their names. */
export function nameBands(forecast: Result<'forecastPosts'>, accounts: readonly Account[]): readonly Band[] {
  return forecast.bands.map(({ cause, from, to, accountId, posts, requiredPlan }) => ({
    key: `${cause} ${accountId} ${from}`,
    ...{ cause, posts, requiredPlan, shift: 0 },
    from: new Date(from),
    to: to === null ? null : new Date(to),
    account: accounts.find(({ id }) => id === accountId) ?? null,
  }))
}

/** Finds the clock changes in the page's time zone in the days of a view. */
export function findClockChanges(days: readonly Date[]): readonly Band[] {
  return days.flatMap((day) => {
    const shift = offsetMinutes(addDays(day, 1)) - offsetMinutes(day)
    if (shift === 0) return []
    const at = findChange(day, addDays(day, 1))
    const band = { key: `clock ${dayKey(day)}`, cause: 'clock', from: at, to: at, account: null } as const
    return [{ ...band, posts: 0, requiredPlan: null, shift }]
  })
}

/** Bisects the time between two offsets to the minute of the change. */
function findChange(before: Date, after: Date): Date {
  let [low, high] = [before.getTime(), after.getTime()]
  while (high - low > 60_000) {
    const middle = Math.floor((low + high) / 120_000) * 60_000
    if (offsetMinutes(new Date(middle)) === offsetMinutes(before)) low = middle
    else high = middle
  }
  return new Date(high)
}

/** Lists the bands in a span of days. Those that have already ended are omitted. */
export const withinDays = (bands: readonly Band[], days: readonly Date[], now: Date): readonly Band[] => {
  const [first = now] = days
  const end = addDays(days.at(-1) ?? now, 1)
  const start = first > now ? first : now
  return bands.filter(
    ({ cause, from, to }) =>
      from < end && (cause === 'clock' ? from >= first : end > now && (to === null || to > start)),
  )
}

const noBands: readonly Band[] = []

/** Groups bands by the local days that they touch, from today on. All days without any share one empty list. */
export function groupByDay(bands: readonly Band[], days: readonly Date[], now: Date): (day: Date) => readonly Band[] {
  const byDay = new Map(
    days.map((day) => {
      const touching = withinDays(bands, [day], now)
      return [dayKey(day), touching.length > 0 ? touching : noBands]
    }),
  )
  return (day) => byDay.get(dayKey(day)) ?? noBands
}

/** True on the day on which a band becomes visible: its first, or today. */
export const isFirstDay = ({ cause, from }: Band, day: Date): boolean =>
  dayKey(cause === 'clock' || from > nowDate() ? from : nowDate()) === dayKey(day)

const dayMinutes = 24 * 60

/** Returns the local minutes of a day that a band covers. */
export function minutesOn({ from, to, shift }: Band, day: Date): { readonly start: number; readonly end: number } {
  // Forward, clocks skip an hour; back, they repeat one.
  if (shift > 0) return { start: minuteOfDay(from) - shift, end: minuteOfDay(from) }
  if (shift < 0) return { start: minuteOfDay(from), end: minuteOfDay(from) - shift }
  return {
    start: from < day ? 0 : minuteOfDay(from),
    end: to === null || to >= addDays(day, 1) ? dayMinutes : minuteOfDay(to),
  }
}
