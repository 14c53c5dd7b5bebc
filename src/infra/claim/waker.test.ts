import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '#infra/log/log.ts'
import { addLanes, addTask, openLanes } from '#test/harness/lanes.ts'
import { createWaker } from './index.ts'

const log = createLog({ level: 'silent' })

test('a loop is woken while its rows are due, and no other', async (t) => {
  const { db, claim, advance } = await openLanes(t, { group: 'network' })
  const woken: string[] = []
  const loop = (group: string) => ({ isDue: claim.isDue([group]), kick: () => void woken.push(group) })
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

test('deep lanes: rows of a lane that is leased wake nobody', async (t) => {
  const { db, claim, advance } = await openLanes(t, { deep: true })
  let woken = 0
  const kick = () => {
    woken += 1
  }
  const waker = createWaker({ db, log, loops: [{ isDue: claim.isDue(), kick }] })
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
