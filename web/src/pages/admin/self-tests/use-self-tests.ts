import type { Item, Result } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { Messages } from '#web/i18n/index.ts'
import { type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'
import type { Tone } from '#web/ui/tag.tsx'

export type SelfTest = Item<'listSelfTests', 'tests'>
export type SelfTestRun = Result<'getSelfTestRun'>
export type TestResult = SelfTestRun['results'][number]

const keys = { tests: ['self-tests', 'list'], runs: ['self-tests', 'runs'] }
/** Live events report the reader's own runs. Those of others are polled. */
const soonMs = 1_000
const seldomMs = 15_000

export const toneOf: Readonly<Record<SelfTestRun['status'], Tone>> = {
  running: 'busy',
  passed: 'good',
  failed: 'bad',
  died: 'bad',
}

export const useTests = () =>
  useQuery({ queryKey: keys.tests, queryFn: () => api.listSelfTests(), staleTime: Infinity })

/** Fetches the latest runs, newest first, and polls while one is in progress. */
export const useRuns = () =>
  useQuery({
    queryKey: keys.runs,
    queryFn: () => api.listSelfTestRuns({}),
    refetchInterval: ({ state }) => (state.data?.runs[0]?.status === 'running' ? soonMs : seldomMs),
  })

/** Starts the given tests, or all of them. */
export function useStart() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (names?: readonly string[]) => api.runSelfTests(names ? { names: [...names] } : {}),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.runs }),
  })
}

/** Finds the latest result of each test in the recent runs. */
export function findLatest(runs: readonly SelfTestRun[]): ReadonlyMap<string, TestResult> {
  const latest = new Map<string, TestResult>()
  for (const result of runs.flatMap((run) => run.results)) if (!latest.has(result.name)) latest.set(result.name, result)
  return latest
}

/** The network that a test is about, if any. */
export function networkOf(test: string): NetworkName | null {
  const name = test.startsWith('network:') ? test.slice('network:'.length) : ''
  return name in networks ? (name as NetworkName) : null
}

/** Names a test by what it checks or by its network. A test that is newer than this page keeps its name. */
export function nameOfTest(test: string, { admin }: Messages): string {
  const names: Readonly<Record<string, string>> = admin.selfTests.names
  const network = networkOf(test)
  return names[test] ?? (network ? networks[network].name : test)
}
