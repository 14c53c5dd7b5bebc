import { before } from '#kernel/clock.ts'
import { longestRunMs } from './actions/start-run.ts'
import type { Run } from './store.ts'

export const presentRun = (run: Run, now: Date) => ({
  ...run,
  names: [...run.names],
  results: run.results.map(({ code = null, ...result }) => ({ ...result, code })),
  status: statusOf(run, now),
})

function statusOf({ names, results, createdAt, finishedAt }: Run, now: Date): 'running' | 'passed' | 'failed' | 'died' {
  const isComplete = results.length === names.length
  if (finishedAt !== null && isComplete) return results.every(({ ok }) => ok) ? 'passed' : 'failed'
  return finishedAt !== null || createdAt < before(now, longestRunMs) ? 'died' : 'running'
}
