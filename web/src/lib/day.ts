/** The local date as `2026-11-22`. */
export const dayKey = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** The local midnight at which a day begins. */
export const startOfDay = (key: string): Date => new Date(`${key}T00:00`)

/** Counts in dates and not in hours, because a day with a change of the clock has 23 or 25. */
export function addDays(day: Date, count: number): Date {
  const other = new Date(day)
  other.setDate(other.getDate() + count)
  return other
}

/** The weekday on which a week begins where the language is spoken: 0 is Sunday. */
export function firstWeekdayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } }
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7
}

/** The day on which the week of a day begins. */
export const startOfWeek = (day: Date, firstWeekday: number): Date => {
  const midnight = startOfDay(dayKey(day))
  return addDays(midnight, -((midnight.getDay() - firstWeekday + 7) % 7))
}
