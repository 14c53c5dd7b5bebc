import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { type Note, note, openQueue, other } from '#test/harness/queue.ts'
import { defineJob, handle } from './index.ts'

test('a job exists after a commit but not after a rollback', async (t) => {
  const { db, queue, received, ask } = await openQueue(t)
  await assert.rejects(
    inTx(db, async (tx) => {
      await queue.enqueue(tx, note, { text: 'never' })
      throw new Error('changed my mind')
    }),
    /changed my mind/,
  )
  await ask('kept')
  assert.equal(await queue.drain(), 1)
  assert.deepEqual(received, ['kept'])
})

test('a mixed batch takes one statement, and all of its jobs run', async (t) => {
  const { db, queue, received } = await openQueue(t)
  await inTx(db, (tx) =>
    queue.enqueueMany(tx, [
      { job: note, data: { text: 'a' } },
      { job: other, data: { text: 'b' } },
      { job: note, data: { text: 'c' } },
    ]),
  )
  assert.equal(await queue.drain(), 3)
  assert.deepEqual(received.sort(), ['a', 'b', 'c'])
})

test('jobs of one kind run in the order in which they were enqueued', async (t) => {
  const { db, queue, received } = await openQueue(t)
  const texts = Array.from({ length: 120 }, (_, no) => String(no))
  await inTx(db, (tx) =>
    queue.enqueueMany(
      tx,
      texts.map((text) => ({ job: note, data: { text } })),
    ),
  )
  assert.equal(await queue.drain(), 120)
  assert.deepEqual(received, texts)
})

test('a delayed job waits for its time on the movable clock', async (t) => {
  const { queue, received, advance, ask, now } = await openQueue(t)
  await ask('tomorrow', { runAt: new Date(now().getTime() + 86_400_000) })
  await advance(86_399_999)
  assert.equal(await queue.drain(), 0)
  await advance(1)
  assert.equal(await queue.drain(), 1)
  assert.deepEqual(received, ['tomorrow'])
})

test('a job enqueued by a handler runs in the same drain', async (t) => {
  const { db, queue } = await openQueue(t, [
    handle(note, async ({ text }) => {
      if (text.length < 3) await inTx(db, (tx) => queue.enqueue(tx, note, { text: `${text}+` }))
    }),
    handle(other, async () => {}),
  ])
  await inTx(db, (tx) => queue.enqueue(tx, note, { text: '+' }))
  assert.equal(await queue.drain(), 3)
})

test('a failing job is retried after its delays, then becomes a logged dead letter with its error', async (t) => {
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

  const { rows } = await sql<{ name: string; data: Note; error: string }>`
    select name, data, error from job where failed_at is not null`.execute(db)
  assert.deepEqual(rows, [{ name: 'test.note', data: { text: 'x' }, error: 'broken 3' }])
  assert.deepEqual(
    logged.map(({ level }) => level),
    ['warn', 'warn', 'error'],
  )
  assert.match(logged[2]!.message, /failed permanently/)
  const depth = await queue.depth()
  assert.deepEqual(
    depth.find((row) => row.job === 'test.note'),
    { job: 'test.note', ready: 0, oldestReadyMs: 0, failed: 1 },
  )
})

test('a job whose error contains NUL, which PostgreSQL cannot store, keeps its delays and its error', async (t) => {
  const fails = handle(note, async () => {
    throw new Error('550 no\0such user')
  })
  const { db, queue, advance, ask } = await openQueue(t, [fails, handle(other, async () => {})])
  await ask('x')
  assert.equal(await queue.drain(), 1)
  for (const delayMs of [10_000, 60_000]) {
    await advance(delayMs)
    assert.equal(await queue.drain(), 1)
  }
  const { rows } = await sql<{ error: string }>`select error from job where failed_at is not null`.execute(db)
  assert.deepEqual(rows, [{ error: '550 no\uFFFDsuch user' }])
})

test('the queue depth includes the number of ready jobs and how long the oldest has waited', async (t) => {
  const { queue, ask, advance, now } = await openQueue(t)
  await ask('now')
  await ask('later', { runAt: new Date(now().getTime() + 3_600_000) })
  await advance(1_500)
  assert.deepEqual(await queue.depth(), [
    { job: 'test.note', ready: 1, oldestReadyMs: 1_500, failed: 0 },
    { job: 'test.other', ready: 0, oldestReadyMs: 0, failed: 0 },
  ])
})

test('no second job is added under a key while one waits, and the earlier time applies', async (t) => {
  const { db, queue, received, ask, now } = await openQueue(t)
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
  assert.deepEqual(received.sort(), ['first', 'no key', 'other key', 'twice'])
  await ask('first is done, so this runs', { key: 'k' })
  assert.equal(await queue.drain(), 1)
})

test('a keyed job does not run before a transaction that enqueued it again has committed', async (t) => {
  const { db, queue, received, ask } = await openQueue(t)
  await ask('once', { key: 'k' })
  await inTx(db, async (tx) => {
    await queue.enqueue(tx, note, { text: 'again' }, { key: 'k' })
    const { rows } = await sql`select id from job where name = 'test.note' for update skip locked`.execute(db)
    assert.deepEqual(rows, [])
  })
  assert.equal(await queue.drain(), 1)
  assert.deepEqual(received, ['once'])
})

test('an unknown job is refused, and its transaction is rolled back', async (t) => {
  const { db, queue } = await openQueue(t)
  const stranger = defineJob('test.stranger')
  await assert.rejects(
    inTx(db, (tx) => queue.enqueue(tx, stranger, {})),
    /test\.stranger is unknown; add it to the list in app\/jobs\/jobs\.ts/,
  )
})

test('a start fails if a job has no handler, a handler has no job, or two jobs have the same name', async (t) => {
  const { another } = await openQueue(t)
  const second = another()
  t.after(() => second.stop())
  const nothing = async () => {}
  await assert.rejects(
    second.work([handle(note, nothing)]),
    /No handler for the job test\.other; add it in app\/jobs\/job-handlers\.ts/,
  )
  const stranger = defineJob('test.stranger')
  const all = [handle(note, nothing), handle(other, nothing), handle(stranger, nothing)]
  await assert.rejects(second.work(all), /test\.stranger is missing from the list in app\/jobs\/jobs\.ts/)
  await assert.rejects(second.work([handle(note, nothing), handle(note, nothing)]), /Two jobs are called test\.note/)
  assert.throws(() => another([note, note]), /Two jobs are called test\.note/)
})

test('a job unknown to this version waits a day for a later version, then becomes a dead letter at the next start', async (t) => {
  const { db, another, ask, advance, logged } = await openQueue(t)
  await ask('too late')
  await advance(86_400_000)
  const early = another([other])
  t.after(() => early.stop())
  await early.work([handle(other, async () => {})], { manual: true })
  assert.deepEqual(
    (await sql`select from job where failed_at is null`.execute(db)).rows,
    [{}],
    'the upgrade may be in progress',
  )

  await advance(1)
  const next = another([other])
  t.after(() => next.stop())
  await next.work([handle(other, async () => {})], { manual: true })
  assert.equal(await next.drain(), 0)
  const { rows } = await sql<{ name: string; data: Note; error: string }>`
    select name, data, error from job where failed_at is not null`.execute(db)
  assert.deepEqual(rows, [
    { name: 'test.note', data: { text: 'too late' }, error: 'This version of Posthorn does not know the job.' },
  ])
  assert.deepEqual(
    (await next.depth()).map((row) => row.job),
    ['test.other'],
  )
  assert.deepEqual(
    logged.map(({ message }) => message),
    ['Unknown jobs were moved to the dead letter queue'],
  )
})

test('a job not taken for 14 days becomes a dead letter, which is deleted after 30 days', async (t) => {
  const { db, queue, ask, advance, now } = await openQueue(t)
  const day = 86_400_000
  const dead = async () =>
    (await sql<{ error: string }>`select error from job where failed_at is not null`.execute(db)).rows
  await ask('x', { runAt: new Date(now().getTime() + day) })
  await advance(15 * day)
  await queue.sweep()
  assert.deepEqual(await dead(), [])
  await advance(1)
  await queue.sweep()
  assert.deepEqual(await dead(), [{ error: 'No worker took the job in time.' }])
  assert.equal(await queue.drain(), 0)
  await advance(30 * day)
  await queue.sweep()
  assert.equal((await dead()).length, 1)
  await advance(1)
  await queue.sweep()
  assert.deepEqual(await dead(), [])
})

test('while the worker’s condition is false, no job is taken', async (t) => {
  const { another, ask } = await openQueue(t)
  let isOurs = false
  const received: string[] = []
  const second = another()
  t.after(() => second.stop())
  const handlers = [handle(note, async ({ text }) => void received.push(text)), handle(other, async () => {})]
  await second.work(handlers, { manual: true, onlyIf: () => sql<boolean>`${isOurs}::boolean` })
  await ask('x')
  assert.equal(await second.drain(), 0)
  isOurs = true
  assert.equal(await second.drain(), 1)
  assert.deepEqual(received, ['x'])
})
