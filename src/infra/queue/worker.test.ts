import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { type Note, note, openQueue, other, until } from '#test/harness/queue.ts'
import { defineJob, handle } from './index.ts'

test('a polling worker runs a committed job at once and a delayed one at most a second late', async (t) => {
  const at: number[] = []
  const { db, queue, advance, now } = await openQueue(
    t,
    [handle(note, async () => void at.push(performance.now())), handle(other, async () => {})],
    { manual: false },
  )
  const requestCount = performance.now()
  await inTx(db, (tx) => queue.enqueue(tx, note, { text: 'now' }))
  await until('the job has run', () => at.length === 1)
  assert.ok(at[0]! - requestCount < 1_000, `took ${at[0]! - requestCount} ms`)
  await inTx(db, (tx) => queue.enqueue(tx, note, { text: 'later' }, { runAt: new Date(now().getTime() + 60_000) }))
  await sleep(100)
  assert.equal(at.length, 1)
  const due = performance.now()
  await advance(60_000)
  await until('the delayed job has run', () => at.length === 2)
  assert.ok(at[1]! - due < 1_000, `was ${at[1]! - due} ms late`)
})

test('after the database dropped every connection, jobs run again without a restart', async (t) => {
  const { db, queue, received, ask, logged } = await openQueue(t, undefined, { manual: false })
  await ask('before')
  await until('the first job has run', () => received.length === 1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'posthorn jobs'`.execute(db)
  await ask('after')
  await until('the second job has run', () => received.length === 2)
  await until('both are stored as done', async () => {
    const { rows } = await sql`select from job`.execute(db)
    return rows.length === 0
  })
  assert.ok(logged.every(({ level }) => level === 'warn'))
  assert.equal((await queue.depth())[0]!.ready, 0)
})

test('a flood of one kind leaves capacity for another', async (t) => {
  let atOnce = 0
  let most = 0
  let otherRan = false
  const gate = Promise.withResolvers<void>()
  const { db, queue } = await openQueue(
    t,
    [
      handle(note, async () => {
        most = Math.max(most, ++atOnce)
        await gate.promise
        atOnce -= 1
      }),
      handle(other, async () => {
        otherRan = true
      }),
    ],
    { manual: false },
  )
  const flood = Array.from({ length: 60 }, () => ({ job: note, data: { text: '' } }))
  await inTx(db, (tx) => queue.enqueueMany(tx, flood))
  await until('the flood fills its share', () => most === 10)
  await inTx(db, (tx) => queue.enqueue(tx, other, { text: '' }))
  await until('the other kind runs', () => otherRan)
  gate.resolve()
  await until('the flood is over', async () => (await queue.depth())[0]!.ready === 0 && atOnce === 0)
  assert.equal(most, 10)
})

test('a stop lets running jobs finish and returns the others without counting an attempt', async (t) => {
  const attempts: number[] = []
  let aborted = false
  let quickEnded = false
  const gate = Promise.withResolvers<void>()
  const { db, queue, another, logged } = await openQueue(
    t,
    [
      handle(note, async (_data, { attempt, signal }) => {
        attempts.push(attempt)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        aborted = true
        throw signal.reason
      }),
      handle(other, async () => {
        await gate.promise
        quickEnded = true
      }),
    ],
    { manual: false },
  )
  await inTx(db, (tx) =>
    queue.enqueueMany(tx, [
      { job: note, data: {} },
      { job: other, data: {} },
    ]),
  )
  await until('both run', async () => (await queue.depth()).every((row) => row.ready === 0) && attempts.length === 1)
  const stopped = queue.stop({ graceMs: 300 })
  gate.resolve()
  await stopped
  assert.ok(quickEnded && aborted)
  assert.deepEqual(
    logged.map(({ message }) => message),
    ['Jobs that did not finish in time were returned to the queue'],
  )

  const second = another()
  t.after(() => second.stop())
  await second.work(
    [
      handle(note, async (_data, { attempt }) => void attempts.push(attempt)),
      handle(other, async () => assert.fail('it ended')),
    ],
    { manual: true },
  )
  assert.equal(await second.drain(), 1)
  assert.deepEqual(attempts, [1, 1])
})

test('an attempt that takes too long is aborted and counts as failed', async (t) => {
  const brief = defineJob<Note>('test.note', { retries: 0, expireAfterMs: 30 })
  const { db, queue, ask } = await openQueue(
    t,
    [
      handle(
        brief,
        (_data, { signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ),
      handle(other, async () => {}),
    ],
    { jobs: [brief, other] },
  )
  // Only the signal ends the job, so a timer must keep the event loop alive.
  const alive = setInterval(() => {}, 1_000)
  t.after(() => clearInterval(alive))
  await ask('x')
  await queue.drain()
  const { rows } = await sql<{
    error: string
  }>`select error from job where failed_at is not null`.execute(db)
  assert.match(rows[0]!.error, /longer than 30 ms/)
})

test('a job whose worker is silent runs again elsewhere, and the late result changes nothing', async (t) => {
  const attempts: number[] = []
  const gate = Promise.withResolvers<void>()
  const { db, queue, another, advance, ask, logged } = await openQueue(t, [
    handle(note, async (_data, { attempt }) => {
      attempts.push(attempt)
      await gate.promise
      throw new Error('too late to matter')
    }),
    handle(other, async () => {}),
  ])
  await ask('x')
  const zombie = queue.drain()
  await until('it runs', () => attempts.length === 1)
  await advance(31_000)

  const heir = another()
  t.after(() => heir.stop())
  await heir.work(
    [handle(note, async (_data, { attempt }) => void attempts.push(attempt)), handle(other, async () => {})],
    { manual: true },
  )
  assert.equal(await heir.drain(), 1)
  assert.deepEqual(attempts, [1, 2])
  gate.resolve()
  assert.equal(await zombie, 1)
  assert.match(logged.at(-1)!.message, /after its lease was lost/)
  const { rows } = await sql`select from job`.execute(db)
  assert.equal(rows.length, 0, 'it is done, and no dead letter')
})

test('a job whose last attempt ends with its process becomes a dead letter and does not run again', async (t) => {
  const once = defineJob<Note>('test.note', { retries: 0 })
  const gate = Promise.withResolvers<void>()
  t.after(() => gate.resolve())
  let begun = 0
  const { db, queue, another, advance, ask, logged } = await openQueue(
    t,
    [
      handle(once, async () => {
        begun += 1
        await gate.promise
      }),
      handle(other, async () => {}),
    ],
    { jobs: [once, other] },
  )
  await ask('poison')
  const killed = queue.drain()
  await until('it runs', () => begun === 1)
  await advance(31_000)
  const heir = another()
  t.after(() => heir.stop())
  await heir.work([handle(once, async () => assert.fail('it had its only attempt')), handle(other, async () => {})], {
    manual: true,
  })
  assert.equal(await heir.drain(), 1)
  assert.equal(begun, 1)
  const { rows } = await sql<{ error: string }>`select error from job where failed_at is not null`.execute(db)
  assert.deepEqual(rows, [{ error: 'The process ended while the job was running.' }])
  assert.match(logged.at(-1)!.message, /failed permanently/)
  gate.resolve()
  await killed
})

test('jobs of a worker known to be dead run elsewhere at once', async (t) => {
  const gate = Promise.withResolvers<void>()
  const runs: string[] = []
  const waits = (who: string) => [
    handle(note, async () => {
      runs.push(who)
      await gate.promise
    }),
    handle(other, async () => {}),
  ]
  const { queue, another, ask } = await openQueue(t, waits('heir'))
  const dead = another()
  t.after(() => dead.stop())
  await dead.work(waits('dead'), { manual: true, holder: 'dead' })
  await ask('x')
  const killed = dead.drain()
  await until('it runs', () => runs.length === 1)
  assert.equal(await queue.drain(), 0)
  assert.equal(await queue.releaseAllOf('dead'), 1)
  const inherited = queue.drain()
  await until('it runs elsewhere', () => runs.length === 2)
  gate.resolve()
  assert.equal(await inherited, 1)
  await killed
  assert.deepEqual(runs, ['dead', 'heir'])
})
