import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { type Note, note, openQueue, other } from '#test/harness/queue.ts'
import { defineJob, handle } from './index.ts'
import { isInstalled } from './rows.ts'
import { queuesOf } from './settings.ts'

test('a job is there after the commit, and not after a rollback', async (t) => {
  const { db, queue, heard, ask } = await openQueue(t)
  await assert.rejects(
    inTx(db, async (tx) => {
      await queue.enqueue(tx, note, { text: 'never' })
      throw new Error('changed my mind')
    }),
    /changed my mind/,
  )
  await ask('kept')
  assert.equal(await queue.drain(), 1)
  assert.deepEqual(heard, ['kept'])
})

test('a mixed batch is one statement and all of it runs', async (t) => {
  const { db, queue, heard } = await openQueue(t)
  await inTx(db, (tx) =>
    queue.enqueueMany(tx, [
      { job: note, data: { text: 'a' } },
      { job: other, data: { text: 'b' } },
      { job: note, data: { text: 'c' } },
    ]),
  )
  assert.equal(await queue.drain(), 3)
  assert.deepEqual(heard.sort(), ['a', 'b', 'c'])
})

test('jobs of one kind run in the order in which they were asked for', async (t) => {
  const { db, queue, heard } = await openQueue(t)
  const texts = Array.from({ length: 120 }, (_, no) => String(no))
  await inTx(db, (tx) =>
    queue.enqueueMany(
      tx,
      texts.map((text) => ({ job: note, data: { text } })),
    ),
  )
  assert.equal(await queue.drain(), 120)
  assert.deepEqual(heard, texts)
})

test('a delayed job waits for its time by the movable clock', async (t) => {
  const { queue, heard, advance, ask, now } = await openQueue(t)
  await ask('tomorrow', { runAt: new Date(now().getTime() + 86_400_000) })
  await advance(86_399_999)
  assert.equal(await queue.drain(), 0)
  await advance(1)
  assert.equal(await queue.drain(), 1)
  assert.deepEqual(heard, ['tomorrow'])
})

test('what a handler asks for runs in the same drain', async (t) => {
  const { db, queue } = await openQueue(t, [
    handle(note, async ({ text }) => {
      if (text.length < 3) await inTx(db, (tx) => queue.enqueue(tx, note, { text: `${text}+` }))
    }),
    handle(other, async () => {}),
  ])
  await inTx(db, (tx) => queue.enqueue(tx, note, { text: '+' }))
  assert.equal(await queue.drain(), 3)
})

test('a failing job is tried again after its own delays, then lands among the dead with its error, and a log line says so', async (t) => {
  const attempts: number[] = []
  const fails = handle(note, async (_data, { attempt }) => {
    attempts.push(attempt)
    throw new Error(`broken ${attempt}`)
  })
  const { db, queue, advance, ask, logged } = await openQueue(t, [fails, handle(other, async () => {})])
  await ask('x')
  assert.equal(await queue.drain(), 1)
  await advance(9_999)
  assert.equal(await queue.drain(), 0)
  await advance(1)
  assert.equal(await queue.drain(), 1)
  await advance(59_999)
  assert.equal(await queue.drain(), 0)
  await advance(1)
  assert.equal(await queue.drain(), 1)
  assert.deepEqual(attempts, [1, 2, 3])

  const { rows } = await sql<{ sourceName: string; data: Note; sourceOutput: { message: string } }>`
    select source_name, data, source_output from jobs.job where name = 'dead'`.execute(db)
  assert.deepEqual(rows, [{ sourceName: 'test.note', data: { text: 'x' }, sourceOutput: { message: 'broken 3' } }])
  assert.deepEqual(
    logged.map(({ level }) => level),
    ['warn', 'warn', 'error'],
  )
  assert.match(logged[2]!.message, /failed for good/)
  const depth = await queue.depth()
  assert.deepEqual(
    depth.find((row) => row.job === 'test.note'),
    { job: 'test.note', ready: 0, oldestReadyMs: 0, failed: 1 },
  )
})

test('the depth counts what may run now, and how long the oldest of it waits', async (t) => {
  const { queue, ask, advance, now } = await openQueue(t)
  await ask('now')
  await ask('later', { runAt: new Date(now().getTime() + 3_600_000) })
  await advance(1_500)
  assert.deepEqual(await queue.depth(), [
    { job: 'test.note', ready: 1, oldestReadyMs: 1_500, failed: 0 },
    { job: 'test.other', ready: 0, oldestReadyMs: 0, failed: 0 },
  ])
})

test('a key adds no second job while one waits, and the earlier time holds', async (t) => {
  const { db, queue, heard, ask, now } = await openQueue(t)
  await ask('first', { key: 'k', runAt: new Date(now().getTime() + 60_000) })
  await ask('second', { key: 'k' })
  await ask('other key', { key: 'l' })
  await ask('no key')
  await inTx(db, (tx) =>
    queue.enqueueMany(tx, [
      { job: note, data: { text: 'twice' }, key: 'm' },
      { job: note, data: { text: 'twice' }, key: 'm' },
    ]),
  )
  assert.equal(await queue.drain(), 4)
  assert.deepEqual(heard.sort(), ['first', 'no key', 'other key', 'twice'])
  await ask('first is done, so this runs', { key: 'k' })
  assert.equal(await queue.drain(), 1)
})

test('a keyed job does not run before whoever asked for it again has committed', async (t) => {
  const { db, queue, heard, ask } = await openQueue(t)
  await ask('once', { key: 'k' })
  await inTx(db, async (tx) => {
    await queue.enqueue(tx, note, { text: 'again' }, { key: 'k' })
    const { rows } = await sql`select id from jobs.job where name = 'test.note' for update skip locked`.execute(db)
    assert.deepEqual(rows, [])
  })
  assert.equal(await queue.drain(), 1)
  assert.deepEqual(heard, ['once'])
})

test('an unknown job is refused, and its transaction with it', async (t) => {
  const { db, queue } = await openQueue(t)
  const stranger = defineJob('test.stranger')
  await assert.rejects(
    inTx(db, (tx) => queue.enqueue(tx, stranger, {})),
    /test\.stranger is not installed/,
  )
})

test('start fails when an installed job has no handler, or a handler no job', async (t) => {
  const { another, queue } = await openQueue(t)
  const second = another()
  t.after(() => second.stop())
  await second.start()
  const nothing = async () => {}
  await assert.rejects(
    second.work([handle(note, nothing)]),
    /No handler for the job test\.other; add it in app\/jobs\.ts/,
  )
  const stranger = defineJob('test.stranger')
  const all = [handle(note, nothing), handle(other, nothing), handle(stranger, nothing)]
  await assert.rejects(second.work(all), /test\.stranger is not installed/)
  await assert.rejects(second.work([handle(note, nothing), handle(note, nothing)]), /Two jobs are called test\.note/)
  await assert.rejects(queue.install([note, note]), /Two jobs are called test\.note/)
})

test('start says so when the queue is not installed', async (t) => {
  const { db, another } = await openQueue(t)
  await sql`drop schema jobs cascade`.execute(db)
  const second = another()
  t.after(() => second.stop())
  await assert.rejects(second.start(), /not installed in this database; run the migrations first/)
})

test('many processes install at once, and again, and the queues are as the jobs say', async (t) => {
  const { db, another } = await openQueue(t)
  await sql`drop schema jobs cascade`.execute(db)
  const queues = Array.from({ length: 4 }, another)
  t.after(() => Promise.all(queues.map((queue) => queue.stop())))
  await Promise.all(queues.map((queue) => queue.install([note, other])))
  await queues[0]!.install([{ ...note, retries: 7 }, other])
  const { rows } = await sql<{ name: string; retryLimit: number; deletionSeconds: number; heartbeatSeconds: number }>`
    select name, retry_limit, deletion_seconds, heartbeat_seconds from jobs.queue
    where name in ('test.note', 'dead') order by name`.execute(db)
  assert.deepEqual(rows[1], { name: 'test.note', retryLimit: 7, deletionSeconds: 3_600, heartbeatSeconds: 30 })
})

test('installing what is installed already touches nothing, and the schema is that of the pinned pg-boss', async (t) => {
  const { db, another } = await openQueue(t)
  const written = () => sql`select name, xmin::text from jobs.queue order by name`.execute(db)
  const before = await written()
  assert.equal(await isInstalled(db, queuesOf([note, other])), true)
  assert.equal(await isInstalled(db, queuesOf([note])), false)
  assert.equal(await isInstalled(db, queuesOf([{ ...note, expireAfterMs: 1_000 }, other])), false)
  const again = another()
  t.after(() => again.stop())
  await again.install([other, note])
  assert.deepEqual((await written()).rows, before.rows)
})

test('a kind of job that is no more is taken out, and what waits of it lies among the dead', async (t) => {
  const { db, queue, ask } = await openQueue(t)
  await ask('too late')
  await queue.install([other])
  const { rows } = await sql<{ sourceName: string; data: Note }>`
    select source_name, data from jobs.job where name = 'dead'`.execute(db)
  assert.deepEqual(rows, [{ sourceName: 'test.note', data: { text: 'too late' } }])
  assert.deepEqual(
    (await queue.depth()).map((row) => row.job),
    ['test.other'],
  )
})
