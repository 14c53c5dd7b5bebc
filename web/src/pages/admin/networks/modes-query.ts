import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

/** Fetches the mode of each network. */
export const modesQuery = queryOptions({ queryKey: ['admin-modes'], queryFn: () => api.getPlatformsMode() })
