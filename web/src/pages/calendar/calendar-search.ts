import { dayKey } from '#web/lib/day.ts'

export const views = ['month', 'week', 'list'] as const
export type View = (typeof views)[number]

/** The calendar's search parameters: its view and the shown day. */
export interface CalendarSearch {
  readonly view?: View
  readonly date?: string
}

const isView = (value: unknown): value is View => views.some((view) => view === value)

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && dayKey(new Date(`${value}T00:00`)) === value

export const readCalendarSearch = ({ view, date }: Record<string, unknown>): CalendarSearch => ({
  ...(isView(view) ? { view } : {}),
  ...(isDay(date) ? { date } : {}),
})
