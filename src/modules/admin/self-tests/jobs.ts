import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { minutes } from '#kernel/clock.ts'
import type { RunId } from '#kernel/ids.ts'
import type { SelfTestDeps } from './deps.ts'
import { performRun } from './perform-run.ts'

export const runSelfTests = defineJob<{ readonly runId: RunId }>('admin.self-tests', {
  expireAfterMs: minutes(12),
  retries: 2,
})

export const selfTestHandlers = (deps: SelfTestDeps): readonly Handled[] => [
  handle(runSelfTests, ({ runId }) => performRun(deps, runId)),
]
