import { setTimeout as sleep } from 'node:timers/promises'
import { inTx } from '#infra/db/client.ts'
import { seconds } from '#kernel/clock.ts'
import type { RunId } from '#kernel/ids.ts'
import type { Finding, SelfTest, SelfTestDeps } from './deps.ts'
import { selfTests } from './self-tests.ts'
import { addResult, findRun, finishRun, type TestResult } from './store.ts'

const longestTestMs = seconds(30)

/**
 * Runs the tests that have no result yet, one after the other, and stores and announces each. A run whose process died
 * is continued by the next one.
 */
export async function performRun(
  deps: SelfTestDeps,
  id: RunId,
  onResult: (result: TestResult) => void = () => {},
): Promise<void> {
  const run = await findRun(deps.db, id)
  if (!run || run.finishedAt !== null) return
  const done = new Set(run.results.map(({ name }) => name))
  for (const test of selfTests.filter(({ name }) => run.names.includes(name) && !done.has(name))) {
    const result = await perform(deps, test)
    await inTx(deps.db, async (tx) => {
      await addResult(tx, id, result)
      const { name, ok, detail } = result
      if (run.startedBy !== null)
        await deps.emit(tx, { type: 'test.progress', ownerUid: run.startedBy, runId: id, name, ok, detail })
    })
    onResult(result)
  }
  await inTx(deps.db, (tx) => finishRun(tx, id, deps.clock.now()))
}

async function perform(deps: SelfTestDeps, test: SelfTest): Promise<TestResult> {
  const beganMs = deps.clock.now().getTime()
  const { ok, code, detail } = await withinTime(test, deps)
  const finishedAt = deps.clock.now()
  return {
    name: test.name,
    ok,
    code,
    detail,
    durationMs: finishedAt.getTime() - beganMs,
    finishedAt: finishedAt.toISOString(),
  }
}

/**
 * A test that throws or hangs has failed. Its error is logged rather than returned, because it could contain anything.
 */
async function withinTime(test: SelfTest, deps: SelfTestDeps): Promise<Finding> {
  const over = new AbortController()
  const late = sleep(longestTestMs, null, { signal: over.signal, ref: false }).catch(() => null)
  try {
    const finding = await Promise.race([test.run(deps), late])
    return finding ?? { ok: false, code: 'test_too_slow', detail: `Didn’t finish within ${longestTestMs / 1_000} s.` }
  } catch (error) {
    deps.log.warn({ event: 'self_tests.failed', name: test.name, err: error }, 'Self-test failed')
    return { ok: false, code: 'test_broke', detail: 'Unexpected failure. Check the log.' }
  } finally {
    over.abort()
  }
}
