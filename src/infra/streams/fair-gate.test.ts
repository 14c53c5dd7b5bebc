import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as round } from 'node:timers/promises'
import { createFairGate } from './fair-gate.ts'

test('one iteration of the event loop handles a limited number of chunks, in request order', async () => {
  const gate = createFairGate(3)
  const worked: number[] = []
  const work = async (who: number): Promise<void> => {
    await gate.turn()
    worked.push(who)
  }
  const all = Promise.all(Array.from({ length: 8 }, (_, who) => work(who)))
  const afterEachRound: number[] = []
  while (worked.length < 8) {
    await Promise.resolve()
    afterEachRound.push(worked.length)
    await round()
  }
  await all
  assert.deepEqual(worked, [0, 1, 2, 3, 4, 5, 6, 7])
  for (const [n, count] of afterEachRound.entries()) assert.ok(count <= 3 * (n + 1), `${count} after ${n + 1} rounds`)
})

test('a single stream continues at once, and the next iteration may handle the same number of chunks', async () => {
  const gate = createFairGate(2)
  for (let n = 0; n < 3; n += 1) {
    assert.deepEqual([gate.turn(), gate.turn()], [undefined, undefined])
    await round()
  }
})
