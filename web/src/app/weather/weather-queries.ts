import type { Input, Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

export type Fault = Result<'listSandboxFaults'>['faults'][number]
export type FaultKind = Fault['kind']

/** A fault counts its failed calls while posts are published, and no live event reports them. */
const pollMs = 3_000

export const faultsQuery = queryOptions({
  queryKey: ['sandbox', 'faults'],
  queryFn: async () => (await api.listSandboxFaults()).faults,
  refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? pollMs : false),
})

export const sandboxClockQuery = queryOptions({
  queryKey: ['sandbox', 'clock'],
  queryFn: () => api.getSandboxClock(),
})

type Details = Omit<Input<'setSandboxFault'>, 'platform' | 'kind' | 'times'>

/** The details of the kinds that have any. */
const detailsOf: Readonly<Partial<Record<FaultKind, Details>>> = {
  slow: { delayMs: 5_000 },
  slow_processing: { delayMs: 60_000 },
  rate_limit: { retryAfterMs: 15_000 },
}

export const breakNetwork = (platform: Fault['network'], kind: FaultKind, times: number | null) =>
  api.setSandboxFault({ platform, kind, ...(times === null ? {} : { times }), ...detailsOf[kind] })
