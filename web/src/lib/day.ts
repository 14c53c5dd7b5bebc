/** The local date as `2026-11-22`. */
export const dayKey = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** The local midnight that starts a day. */
export const startOfDay = (key: string): Date => new Date(`${key}T00:00`)

/** Adds days by date, because a day on which clocks change has 23 or 25 hours. */
export function addDays(day: Date, count: number): Date {
  const other = new Date(day)
  other.setDate(other.getDate() + count)
  return other
}

/** The first day of the week in a language's region: 0 is Sunday. */
export function firstWeekdayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } }
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7
}

/** Returns the first day of a day's week. */
export const startOfWeek = (day: Date, firstWeekday: number): Date => {
  const midnight = startOfDay(dayKey(day))
  return addDays(midnight, -((midnight.getDay() - firstWeekday + 7) % 7))
}
