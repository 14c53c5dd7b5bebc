import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDbGate } from './db-gate.ts'

const away = () => Promise.reject(new Error('Connection terminated'))

test('concurrent tasks are limited to the number of places, and waiting tasks run in order of arrival', async () => {
  const gate = createDbGate(2)
  const order: string[] = []
  let inside = 0
  let most = 0
  const go = (name: string, nth: number) =>
    gate[nth % 2 ? 'once' : 'retryUntilUp'](async () => {
      inside += 1
      most = Math.max(most, inside)
      order.push(name)
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
    })
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(go))
  assert.deepEqual([order, most], [['a', 'b', 'c', 'd', 'e'], 2])
})

test('a failed task frees its place', async () => {
  const gate = createDbGate(1)
  await assert.rejects(gate.once(away))
  assert.equal(await gate.once(async () => 'done'), 'done')
})

test('retryUntilUp repeats the work while the database is unavailable, and reports it', async () => {
  const reports: boolean[] = []
  const done = await createDbGate(1).retryUntilUp((again) => {
    reports.push(again)
    return reports.length < 3 ? away() : Promise.resolve('done')
  })
  assert.deepEqual([done, reports], ['done', [false, true, true]])
})

test('while a task waits to retry, others can use its place', async () => {
  const gate = createDbGate(1)
  const goes: string[] = []
  const first = gate.retryUntilUp((again) => {
    goes.push(again ? 'again' : 'first')
    return again ? Promise.resolve() : away()
  })
  await gate.once(async () => void goes.push('other'))
  await first
  assert.deepEqual(goes, ['first', 'other', 'again'])
})

test('an error that waiting cannot fix is not retried', async () => {
  let goes = 0
  const fault = () => {
    goes += 1
    return Promise.reject(new TypeError('a mistake'))
  }
  await assert.rejects(createDbGate(1).retryUntilUp(fault), TypeError)
  assert.equal(goes, 1)
})

test('after `giveUp` is called, a failure is thrown at once', async () => {
  const gate = createDbGate(1)
  const tried = Promise.withResolvers<void>()
  let goes = 0
  const work = gate.retryUntilUp(() => {
    goes += 1
    tried.resolve()
    return goes < 4 ? away() : Promise.resolve()
  })
  await tried.promise
  gate.giveUp()
  await assert.rejects(work, /Connection terminated/)
})
