import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

/** The service asks the network once in five minutes, so that asking it more often shows nothing new. */
const goodForMs = 5 * 60_000

export const readBackQuery = (id: string, targetId: string) =>
  queryOptions({
    queryKey: ['read-back', id, targetId],
    queryFn: () => api.readPostBack({ id, targetId }),
    staleTime: goodForMs,
  })
