import type { Input, Result } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type QueueState = Result<'getQueue'>
export type NetworkQueue = QueueState['publishing'][number]
/** A network, or all of them. */
export type Scope = NonNullable<Input<'pauseQueue'>['platform']> | null

const key = ['admin-queue']
const everyMs = 3_000

/** Polls the queue, because most changes in it come from other users. */
export const useQueue = () => useQuery({ queryKey: key, queryFn: () => api.getQueue(), refetchInterval: everyMs })

/** Pauses a network, or all of them. */
export function usePause() {
  const show = useShow()
  return useMutation({ mutationFn: (params: Input<'pauseQueue'>) => api.pauseQueue(params), onSuccess: show })
}

/** Resumes a network, or all of them. */
export function useResume() {
  const show = useShow()
  return useMutation({ mutationFn: (params: Input<'resumeQueue'>) => api.resumeQueue(params), onSuccess: show })
}

/** Updates the page with the queue from a response. The networks page shows pauses, too. */
function useShow() {
  const queries = useQueryClient()
  return (state: QueueState) => {
    queries.setQueryData(key, state)
    return queries.invalidateQueries({ queryKey: ['admin-health'] })
  }
}
