import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

const mostShown = 50

/** The newest notices, and the number of unread ones. Live events keep it current. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: () => api.listNotices({ limit: mostShown }),
})
