import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#web/app/api.ts'
import { accountsQuery } from '#web/app/queries.ts'
import { nowDate } from '#web/lib/clock.ts'
import { findClockChanges, groupByDay, nameBands, withinDays } from './bands.ts'

/** Returns the bands in the days of a view: all of them, and by day. */
export function useBands(profileId: string, days: readonly Date[]) {
  const { data: forecast } = useQuery(forecastQuery(profileId))
  const { data: accounts } = useQuery(accountsQuery(profileId))
  return useMemo(() => {
    const now = nowDate()
    const all = [...(forecast && accounts ? nameBands(forecast, accounts) : []), ...findClockChanges(days)]
    const bands = withinDays(all, days, now)
    return { bands, bandsOf: groupByDay(bands, days, now) }
  }, [forecast, accounts, days])
}

/** Forecasts what will block the scheduled posts of a profile. Changes of posts and accounts make it stale. */
const forecastQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'forecast'],
    queryFn: () => api.forecastPosts({ profileId }),
  })
