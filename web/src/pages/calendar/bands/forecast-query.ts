import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

/** Forecasts what will hold the planned posts of a profile. Changes of posts and accounts make it stale. */
export const forecastQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'forecast'],
    queryFn: () => api.forecastPosts({ profileId }),
  })
