import type { Input, Item } from '@posthorn/sdk'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type Ticket = Item<'listTickets', 'tickets'>

const key = ['admin-tickets']
const everyMs = 30_000

/** Fetches the tickets with a state, newest first. */
export const useTickets = (status: Ticket['status']) =>
  useInfiniteQuery({
    queryKey: [...key, status],
    queryFn: ({ pageParam }) => api.listTickets({ status, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: everyMs,
  })

/** Updates a ticket. */
export function useTriage(ticketId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (params: Omit<Input<'triageTicket'>, 'ticketId'>) => api.triageTicket({ ticketId, ...params }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}
