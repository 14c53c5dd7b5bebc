import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type StockKind = 'photo' | 'gif'

/** The providers that a server administrator has set up. Without one, pages show nothing of stock photos and GIFs. */
export const stockProvidersQuery = queryOptions({
  queryKey: ['stock', 'providers'],
  queryFn: async () => (await api.listStockProviders()).providers,
  staleTime: 300_000,
})
