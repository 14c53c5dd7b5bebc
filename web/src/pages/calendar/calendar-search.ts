import { type PageSearch, readPageFilter } from '#web/posts/filters/read-filter.ts'

export const views = ['month', 'week', 'list'] as const
export type View = (typeof views)[number]

/** The states to filter by. */
const states = ['draft', 'scheduled', 'published', 'failed'] as const
export type StateFilter = (typeof states)[number]

/** The calendar's search parameters: its view, the shown day, and the filters. */
export interface CalendarSearch extends PageSearch {
  readonly view?: View
  readonly date?: string
  readonly state?: StateFilter
  /** True if free posting times are shown. */
  readonly free?: true
}

const isView = (value: unknown): value is View => views.some((view) => view === value)
const isStateFilter = (value: unknown): value is StateFilter => states.some((state) => state === value)

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isDate(value)

/** False for a date that no month has, such as February 30. */
function isDate(day: string): boolean {
  const date = new Date(`${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

export const readCalendarSearch = ({
  view,
  date,
  state,
  free,
  ...search
}: Record<string, unknown>): CalendarSearch => ({
  ...(isView(view) ? { view } : {}),
  ...(isDay(date) ? { date } : {}),
  ...readPageFilter(search),
  ...(isStateFilter(state) ? { state } : {}),
  ...(free === true ? { free } : {}),
})
