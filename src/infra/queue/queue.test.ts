import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTx, openPool } from '#infra/db/client.ts'
import { epoch, setTestClock } from '#test/clock.ts'
import { openTestDatabase } from '#test/database.ts'
import { openBoss } from './boss.ts'
import { createQueue, defineJob, type Handled, handle, type Job } from './index.ts'
import { isInstalled } from './rows.ts'
import { queuesOf } from './settings.ts'

interface Note {
  readonly text: string
}

const note = defineJob<Note>('test.note', { retries: 2, retryDelaysMs: [10_000, 60_000] })
const other = defineJob<Note>('test.other')

/** A queue with these two jobs, run by hand by the movable clock; what was heard and logged is kept. */
async function open(
  t: TestContext,
  handlers?: readonly Handled[],
  options: { manual?: boolean; jobs?: readonly Job[] } = {},
) {
  const database = await openTestDatabase()
  const { db, connection } = database
  const heard: string[] = []
  const logged: { level: string; message: string; fields: object }[] = []
  const write = (level: string) => (fields: object, message: string) => void logged.push({ level, message, fields })
  const log = { info: write('info'), warn: write('warn'), error: write('error') }
  let at = epoch
  const clock = { now: () => at }
  const another = () => createQueue({ connection, log, clock })
  const queue = another()
  t.after(async () => {
    await queue.stop({ graceMs: 0 })
    await database[Symbol.asyncDispose]()
  })
  const say = async (data: Note) => void heard.push(data.text)
  await queue.install(options.jobs ?? [note, other])
  logged.length = 0
  await queue.work(handlers ?? [handle(note, say), handle(other, say)], { manual: options.manual ?? true })
  const advance = async (ms: number) => {
    at = new Date(at.getTime() + ms)
    await setTestClock(db, at)
  }
  const ask = (text: string, options: { runAt?: Date; key?: string } = {}) =>
    inTx(db, (tx) => queue.enqueue(tx, note, { text }, options))
  return { db, queue, another, heard, logged, advance, ask, connection, now: () => at }
}

async function until(what: string, holds: () => boolean | Promise<boolean>, deadlineMs = 8_000) {
  const started = performance.now()
  while (!(await holds())) {
    if (performance.now() - started > deadlineMs) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await sleep(5)
  }
}

test('a job is there after the commit, and not after a rollback', async (t) => {
  const { db, queue, heard, ask } = await open(t)
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
  const { db, queue, heard } = await open(t)
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
  const { db, queue, heard } = await open(t)
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
  const { queue, heard, advance, ask, now } = await open(t)
  await ask('tomorrow', { runAt: new Date(now().getTime() + 86_400_000) })
  await advance(86_399_999)
  assert.equal(await queue.drain(), 0)
  await advance(1)
  assert.equal(await queue.drain(), 1)
  assert.deepEqual(heard, ['tomorrow'])
})

test('what a handler asks for runs in the same drain', async (t) => {
  const { db, queue } = await open(t, [
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
  const { db, queue, advance, ask, logged } = await open(t, [fails, handle(other, async () => {})])
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
  const { queue, ask, advance, now } = await open(t)
  await ask('now')
  await ask('later', { runAt: new Date(now().getTime() + 3_600_000) })
  await advance(1_500)
  assert.deepEqual(await queue.depth(), [
    { job: 'test.note', ready: 1, oldestReadyMs: 1_500, failed: 0 },
    { job: 'test.other', ready: 0, oldestReadyMs: 0, failed: 0 },
  ])
})

test('a key adds no second job while one waits, and the earlier time holds', async (t) => {
  const { db, queue, heard, ask, now } = await open(t)
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
  const { db, queue, heard, ask } = await open(t)
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
  const { db, queue } = await open(t)
  const stranger = defineJob('test.stranger')
  await assert.rejects(
    inTx(db, (tx) => queue.enqueue(tx, stranger, {})),
    /test\.stranger is not installed/,
  )
})

test('start fails when an installed job has no handler, or a handler no job', async (t) => {
  const { another, queue } = await open(t)
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
  const { db, another } = await open(t)
  await sql`drop schema jobs cascade`.execute(db)
  const second = another()
  t.after(() => second.stop())
  await assert.rejects(second.start(), /not installed in this database; run the migrations first/)
})

test('many processes install at once, and again, and the queues are as the jobs say', async (t) => {
  const { db, another } = await open(t)
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
  const { db, another } = await open(t)
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
  const { db, queue, ask } = await open(t)
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

test('a polling worker runs a committed job at once, and a delayed one at most a second late', async (t) => {
  const at: number[] = []
  const { db, queue, advance, now } = await open(
    t,
    [handle(note, async () => void at.push(performance.now())), handle(other, async () => {})],
    { manual: false },
  )
  const asked = performance.now()
  await inTx(db, (tx) => queue.enqueue(tx, note, { text: 'now' }))
  await until('the job has run', () => at.length === 1)
  assert.ok(at[0]! - asked < 1_000, `took ${at[0]! - asked} ms`)
  await inTx(db, (tx) => queue.enqueue(tx, note, { text: 'later' }, { runAt: new Date(now().getTime() + 60_000) }))
  await sleep(100)
  assert.equal(at.length, 1)
  const due = performance.now()
  await advance(60_000)
  await until('the delayed job has run', () => at.length === 2)
  assert.ok(at[1]! - due < 1_000, `was ${at[1]! - due} ms late`)
})

test('a flood of one kind leaves room for another', async (t) => {
  let open_ = 0
  let most = 0
  let otherRan = false
  const gate = Promise.withResolvers<void>()
  const { db, queue } = await open(
    t,
    [
      handle(note, async () => {
        most = Math.max(most, ++open_)
        await gate.promise
        open_ -= 1
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
  await until('the flood is over', async () => (await queue.depth())[0]!.ready === 0 && open_ === 0)
  assert.equal(most, 10)
})

test('stopping lets running jobs end, and hands back the rest at the price of no try', async (t) => {
  const attempts: number[] = []
  let aborted = false
  let quickEnded = false
  const gate = Promise.withResolvers<void>()
  const { db, queue, another } = await open(
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

test('a try that takes too long is aborted and counts as failed', async (t) => {
  const brief = defineJob<Note>('test.note', { retries: 0, expireAfterMs: 30 })
  const { db, queue, ask } = await open(
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
  // Held by its signal alone, so the event loop needs something to stay for.
  const alive = setInterval(() => {}, 1_000)
  t.after(() => clearInterval(alive))
  await ask('x')
  await queue.drain()
  const { rows } = await sql<{
    sourceOutput: { message: string }
  }>`select source_output from jobs.job where name = 'dead'`.execute(db)
  assert.match(rows[0]!.sourceOutput.message, /longer than 30 ms/)
})

test("a job whose worker is silent runs again elsewhere, and the silent worker's late answer changes nothing", async (t) => {
  const attempts: number[] = []
  const gate = Promise.withResolvers<void>()
  const { db, queue, another, connection, advance, ask, logged, now } = await open(t, [
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

  const pool = openPool(connection, { name: 'supervisor', max: 1, statementTimeoutMs: 5_000 }, () => {})
  const log = { info() {}, warn() {}, error() {} }
  const supervisor = openBoss({ pool, clock: { now }, log, supervise: false, migrate: false })
  await supervisor.start()
  await supervisor.supervise()
  await supervisor.stop({ graceful: false })
  await pool.end()

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
  assert.match(logged.at(-1)!.message, /after it had been taken away/)
  const { rows } = await sql<{ state: string }>`select state from jobs.job where name = 'test.note'`.execute(db)
  assert.deepEqual(rows, [{ state: 'completed' }])
})
