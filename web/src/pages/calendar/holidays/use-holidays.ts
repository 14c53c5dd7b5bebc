import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#web/app/api.ts'
import { dayKey } from '#web/lib/day.ts'

/** More holidays than a view can show. */
const most = 500
const noHolidays: readonly string[] = []

const keyOf = (day: Date | undefined): string => (day ? dayKey(day) : '')

export const holidaysQuery = (profileId: string, days: readonly Date[]) => {
  const [from, to] = [keyOf(days[0]), keyOf(days.at(-1))]
  return queryOptions({
    queryKey: ['calendar-holidays', profileId, from, to],
    queryFn: async () => (await api.listCalendarHolidays({ profileId, from, to, limit: most })).holidays,
  })
}

/** Returns the names of the holidays of each day. */
export function useHolidays(profileId: string, days: readonly Date[]): (day: Date) => readonly string[] {
  const { data } = useQuery(holidaysQuery(profileId, days))
  return useMemo(() => {
    const byDay = new Map(
      days.map((day) => {
        const key = dayKey(day)
        const names = (data ?? []).filter(({ fromDate, toDate }) => fromDate <= key && key <= toDate)
        return [key, names.length === 0 ? noHolidays : [...new Set(names.map(({ text }) => text))]]
      }),
    )
    return (day) => byDay.get(dayKey(day)) ?? noHolidays
  }, [data, days])
}
