import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { createTicker } from './ticker.ts'

test('a stopped ticker resumes after a restart', async () => {
  let ticks = 0
  const tick = async (): Promise<void> => {
    ticks += 1
  }
  const ticker = createTicker(1, tick, (error) => assert.ifError(error))
  for (const round of ['first', 'second']) {
    const before = ticks
    // The timer alone would not keep the process alive.
    const held = setInterval(() => {}, 1_000)
    ticker.start()
    await until(`it ticks in the ${round} round`, () => ticks > before)
    clearInterval(held)
    await ticker.stop()
  }
})
