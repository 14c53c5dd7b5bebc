import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeTurns } from './turns.ts'

test('a long computation lets the event loop serve others in between, and still finishes', async () => {
  let served = 0
  const server = setInterval(() => served++, 1)
  const turn = takeTurns()
  for (let until = performance.now() + 200; performance.now() < until; ) await turn()
  clearInterval(server)
  assert.ok(served > 2, `${served} others were served`)
})

test('a short computation does not wait', () => {
  const turn = takeTurns()
  assert.equal(turn(), undefined)
})
