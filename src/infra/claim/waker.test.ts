import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { createLog } from '#infra/log/log.ts'
import { startApp } from '#test/harness/app.ts'
import { addLanes, addTask, openLanes } from '#test/harness/lanes.ts'
import { until } from '#test/harness/until.ts'
import { createWaker } from './index.ts'

const log = createLog({ level: 'silent' })

test('only a loop with due rows is woken', async (t) => {
  const { db, claim, advance } = await openLanes(t, { group: 'network' })
  const woken: string[] = []
  const loop = (group: string) => ({
    firstDue: (by: RawBuilder<Date>) => claim.firstDue(by, [group]),
    kick: () => void woken.push(group),
  })
  const wake = async () => {
    woken.length = 0
    await createWaker({ db, log, loops: ['quiet', 'busy', 'later'].map(loop) }).tick()
    return woken
  }
  assert.deepEqual(await wake(), [])
  await addLanes(db, 2)
  await addTask(db, 1, 0, 'busy')
  await addTask(db, 2, -60, 'later')
  assert.deepEqual(await wake(), ['busy'])
  await advance(60_000)
  assert.deepEqual(await wake(), ['busy', 'later'])
  await sql`update task set due_at = null`.execute(db)
  assert.deepEqual(await wake(), [])
})

test('deep lanes: rows of a leased lane wake no loop', async (t) => {
  const { db, claim, advance } = await openLanes(t, { deep: true })
  let woken = 0
  const kick = () => {
    woken += 1
  }
  const waker = createWaker({ db, log, loops: [{ firstDue: claim.firstDue, kick }] })
  await addLanes(db, 1)
  await addTask(db, 1)
  await waker.tick()
  assert.equal(woken, 1)
  await claim.claim(db, { lanes: 1 })
  await waker.tick()
  assert.equal(woken, 1)
  await advance(30_000)
  await waker.tick()
  assert.equal(woken, 2, 'the lease has ended')
})

test('a poll reports a row due within a second, so that it does not wait for the next poll', async (t) => {
  const { db, claim, advance } = await openLanes(t, { group: 'network' })
  let woken = 0
  const kick = () => {
    woken += 1
  }
  const loop = (group: string) => ({ firstDue: (by: RawBuilder<Date>) => claim.firstDue(by, [group]), kick })
  const waker = createWaker({ db, log, loops: [loop('one'), loop('other')] })
  await addLanes(db, 2)
  assert.equal(await waker.tick(), 1_000, 'nothing is due')
  await addTask(db, 1, -0.8, 'one')
  await addTask(db, 2, -0.3, 'other')
  assert.equal(await waker.tick(), 300)
  await advance(300)
  assert.equal(woken, 0)
  assert.equal(await waker.tick(), 500)
  assert.equal(woken, 1)
})

test('deep lanes: a poll reports when the lease of a lane with due rows ends', async (t) => {
  const { db, claim, advance } = await openLanes(t, { deep: true, notBefore: ['parked_until'] })
  const waker = createWaker({ db, log, loops: [{ firstDue: claim.firstDue, kick: () => {} }] })
  await addLanes(db, 1)
  await addTask(db, 1)
  await claim.claim(db, { lanes: 1 })
  await advance(29_300)
  assert.equal(await waker.tick(), 700)
  await sql`update lane set parked_until = ph.now() + interval '900 ms'`.execute(db)
  assert.equal(await waker.tick(), 900)
})

test('only requests that may have written something wake the loops over due rows', async () => {
  await using t = await startApp()
  const ada = await t.as('ada')
  let noted = 0
  t.deps.writes.onNote(() => {
    noted += 1
  })
  await ada.get('/v1/profiles')
  await ada.post('/v1/profiles', { name: '' })
  await t.anyone.post('/v1/profiles', { name: 'Acme' })
  const { body } = await ada.post('/v1/profiles', { name: 'Acme' })
  await until('the write is noted', () => noted > 0)
  assert.equal(noted, 1, 'neither the read nor the refused requests')
  await ada.patch(`/v1/profiles/${body.id}`, { name: 'Acme Ltd' })
  await ada.delete(`/v1/profiles/${body.id}`)
  await until('both writes are noted', () => noted === 3)
})
