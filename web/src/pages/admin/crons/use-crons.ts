import type { Input, Item } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { Messages } from '#web/i18n/index.ts'
import { sayRhythm } from '#web/ui/rhythm/rhythm-words.ts'
import type { Tone } from '#web/ui/tag.tsx'

type Config = Item<'listCronConfigs', 'configs'>
type Status = Item<'getCronStatus', 'crons'>
export type Run = Status['runs'][number]
/** A job with its schedule and its latest runs. */
export type Cron = Config & Pick<Status, 'missedAt' | 'runs'>

const keys = { configs: ['admin-crons', 'configs'], status: ['admin-crons', 'status'] }
const everyMs = 10_000
const soonMs = 1_000

export const toneOf: Readonly<Record<Run['state'], Tone>> = {
  waiting: 'busy',
  running: 'busy',
  retrying: 'waiting',
  done: 'good',
  failed: 'bad',
  died: 'bad',
}

const isUnderWay = ({ state }: Run): boolean => ['waiting', 'running'].includes(state)
/** True for a job whose latest run failed, or that missed a run. */
const needsAttention = ({ missedAt, runs: [last] }: Cron): boolean =>
  missedAt !== null || (last !== undefined && ['failed', 'died', 'retrying'].includes(last.state))

/** Fetches the jobs, those with problems first. Polls while a run is in progress. */
export function useCrons() {
  const configs = useQuery({ queryKey: keys.configs, queryFn: () => api.listCronConfigs(), refetchInterval: everyMs })
  const status = useQuery({
    queryKey: keys.status,
    queryFn: () => api.getCronStatus(),
    refetchInterval: ({ state }) =>
      state.data?.crons.some(({ runs: [last] }) => last && isUnderWay(last)) ? soonMs : everyMs,
  })
  const statusOf = new Map(status.data?.crons.map((one) => [one.name, one]))
  const crons = configs.data?.configs.flatMap((config): readonly Cron[] => {
    const known = statusOf.get(config.name)
    return known ? [{ ...config, missedAt: known.missedAt, runs: known.runs }] : []
  })
  return {
    crons: status.data && crons?.toSorted((one, other) => Number(needsAttention(other)) - Number(needsAttention(one))),
    error: configs.error ?? status.error,
    refetch: () => void Promise.all([configs.refetch(), status.refetch()]),
  }
}

/** Changes the schedule of a job, or enables or disables it. */
export function useChangeCron(name: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (params: Omit<Input<'changeCron'>, 'name'>) => api.changeCron({ name, ...params }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin-crons'] }),
  })
}

/** Runs a job now, in addition to its schedule. */
export function useRunCron(name: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.runCron({ name }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.status }),
  })
}

/** Describes a job. A job that is newer than this page shows its name. */
export function nameOfCron(name: string, { admin }: Messages): string {
  const names: Readonly<Record<string, string>> = admin.crons.names
  return names[name] ?? name
}

/** "Every day at 04:53 UTC". A schedule that cannot be described is shown as cron. */
export const saySchedule = ({ schedule, timezone }: Config, messages: Messages): string => {
  const words = sayRhythm(schedule, schedule, messages)
  return /\d:\d/.test(words) ? `${words} ${timezone}` : words
}
