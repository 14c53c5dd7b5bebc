import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { openDb, openPool } from '#infra/db/client.ts'
import { createQueue, defineJob, handle } from '#infra/queue/index.ts'
import { days, hours, minutes } from '#kernel/clock.ts'
import { epoch, setTestClock } from '#test/harness/clock.ts'
import { openTestDatabase } from '#test/harness/database.ts'
import { createCrons } from './cron.ts'
import { recordRuns } from './cron-runs.ts'
import type { Cron, PlannedRun } from './planned-run.ts'

const job = defineJob<PlannedRun>('test.planned')
const hourly: Cron = { name: 'hourly', schedule: '0 * * * *', job }
const daily: Cron = { name: 'daily', schedule: '30 9 * * *', timezone: 'Europe/Berlin', job }
const log = { info() {}, warn() {}, error() {} }

async function open(t: TestContext, fail = async () => {}) {
  const database = await openTestDatabase()
  const { db, connection } = database
  let at = epoch
  const clock = { now: () => at }
  const queue = createQueue({ connection, log, clock, jobs: [job] })
  t.after(async () => {
    await queue.stop({ graceMs: 0 })
    await database[Symbol.asyncDispose]()
  })
  const ran: string[] = []
  const handled = handle(job, async ({ scheduledFor }) => {
    await fail()
    ran.push(scheduledFor)
  })
  await queue.work(recordRuns(db, [handled], [hourly]), { manual: true })
  const start = (crons: readonly Cron[], source = db) => createCrons({ db: source, clock, queue, crons, log })
  const advance = async (ms: number) => {
    at = new Date(at.getTime() + ms)
    await setTestClock(db, at)
  }
  /** Runs the queue, and returns the scheduled times that ran since the last call. */
  const runs = async () => {
    await queue.drain()
    return ran.splice(0)
  }
  return { db, connection, start, advance, runs }
}

test('each scheduled run starts its job once, with its scheduled time', async (t) => {
  const { start, advance, runs } = await open(t)
  const crons = start([hourly, daily])
  await crons.tick()
  assert.deepEqual(await runs(), [])
  await advance(hours(1) - 1)
  await crons.tick()
  assert.deepEqual(await runs(), [])
  await advance(1)
  await crons.tick()
  await crons.tick()
  assert.deepEqual(await runs(), ['2027-01-13T13:00:00.000Z'])
  await advance(hours(1))
  await crons.tick()
  assert.deepEqual(await runs(), ['2027-01-13T14:00:00.000Z'])
})

test('the time of day is in the given time zone', async (t) => {
  const { start, advance, runs } = await open(t)
  const crons = start([daily])
  await crons.tick()
  await advance(days(1))
  await crons.tick()
  assert.deepEqual(await runs(), ['2027-01-14T08:30:00.000Z'])
})

test('a run starts once on any number of nodes', async (t) => {
  const { db, connection, start, advance, runs } = await open(t)
  const elsewhere = openDb(openPool(connection, { name: 'elsewhere', max: 4, statementTimeoutMs: 5_000 }, () => {}))
  t.after(() => elsewhere.destroy())
  const nodes = [db, elsewhere, db, elsewhere, elsewhere].map((source) => start([hourly], source))
  await Promise.all(nodes.map((node) => node.tick()))
  await advance(hours(1))
  await Promise.all(nodes.map((node) => node.tick()))
  assert.deepEqual(await runs(), ['2027-01-13T13:00:00.000Z'])
})

test('of the runs missed while no process was running, only the latest is made up for', async (t) => {
  const { start, advance, runs } = await open(t)
  const minutely: Cron = { name: 'minutely', schedule: '* * * * *', job }
  const before = start([hourly, minutely])
  await before.tick()
  await advance(hours(1))
  await before.tick()
  assert.equal((await runs()).length, 2)
  await advance(days(3) + minutes(20))
  const afterwards = start([hourly, minutely])
  await afterwards.tick()
  assert.deepEqual((await runs()).sort(), ['2027-01-16T13:00:00.000Z', '2027-01-16T13:20:00.000Z'])
  await afterwards.tick()
  assert.deepEqual(await runs(), [])
})

test('a run missed by a day or more is skipped, and the next one runs', async (t) => {
  const { start, advance, runs } = await open(t)
  const weekly: Cron = { name: 'weekly', schedule: '0 12 * * 3', job }
  const first = start([weekly])
  await first.tick()
  await advance(days(7))
  await first.tick()
  assert.deepEqual(await runs(), ['2027-01-20T12:00:00.000Z'])
  await advance(days(8))
  const late = start([weekly])
  await late.tick()
  assert.deepEqual(await runs(), [])
  await advance(days(6))
  await late.tick()
  assert.deepEqual(await runs(), ['2027-02-03T12:00:00.000Z'])
})

test('a cron that never ran begins with the process and makes up for nothing', async (t) => {
  const { start, runs } = await open(t)
  await start([hourly, daily]).tick()
  assert.deepEqual(await runs(), [])
})

test('a run whose job could not be stored is not marked as started', async (t) => {
  const { db, start, advance, runs } = await open(t)
  const stranger = defineJob('test.stranger')
  const broken = start([{ ...hourly, job: stranger }])
  await broken.tick()
  await advance(hours(1))
  await assert.rejects(broken.tick(), /test\.stranger is unknown/)
  assert.deepEqual(await db.selectFrom('cronRun').selectAll().execute(), [])
  assert.deepEqual(await runs(), [])
})

test('a failed run keeps its error message, whatever characters it contains', async (t) => {
  const { start, advance, db, runs } = await open(t, async () => {
    throw new Error('550 no\0such user')
  })
  const crons = start([hourly])
  await crons.tick()
  await advance(hours(1))
  await crons.tick()
  await runs()
  const { rows } = await sql<{ error: string }>`select error from cron_run union all select error from job`.execute(db)
  assert.deepEqual(rows, [{ error: '550 no\uFFFDsuch user' }, { error: '550 no\uFFFDsuch user' }])
})

test('old runs are deleted after a month', async (t) => {
  const { db, start, advance } = await open(t)
  const crons = start([daily])
  await crons.tick()
  for (let day = 0; day < 35; day += 5) {
    await advance(days(5))
    await crons.tick()
  }
  const { rows } = await sql<{ count: number }>`select count(*) from cron_run`.execute(db)
  assert.equal(rows[0]!.count, 7)
  await advance(days(5))
  await crons.tick()
  assert.equal((await db.selectFrom('cronRun').selectAll().execute()).length, 7)
})

test('invalid crons fail at the start, with all errors together', async (t) => {
  const { start } = await open(t)
  const wrong: Cron[] = [
    { name: 'a', schedule: '99 * * * *', job },
    { name: 'b', schedule: '0 0 31 2 *', job },
    { name: 'c', schedule: '0 * * * *', timezone: 'Mars/Olympus', job },
    { ...hourly, name: 'c' },
  ]
  assert.throws(() => start(wrong), /a: .*99.*b: .*never runs.*c: "Mars\/Olympus".*c: two crons have this name/s)
})
