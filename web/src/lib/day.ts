/** The local date as `2026-11-22`. */
export const dayKey = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** The weekday on which a week begins where the language is spoken: 0 is Sunday. */
export function firstWeekdayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } }
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7
}
