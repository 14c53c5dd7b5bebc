import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { done, refused } from '#test/world/people.ts'
import { withKey } from '#test/world/posts.ts'

let t: TestApp
let root: Client
before(async () => {
  t = await startApp()
  root = await withKey(t, await t.as('root'), ['admin:read', 'admin:write'])
})
after(() => t[Symbol.asyncDispose]())

const configPath = (name: string) => `/v1/admin/cron/configs/${name}`
const statusOf = async (name: string) =>
  done(await root.get('/v1/admin/cron/status')).body.crons.find((one: { name: string }) => one.name === name)

test('200: each run is listed with its outcome and duration, and the cron with its next run', async () => {
  await t.advance(hours(1))
  const { enabled, schedule, nextRunAt, missedAt, runs } = await statusOf('jobs-sweep')
  assert.deepEqual([enabled, schedule, missedAt], [true, '3 * * * *', null])
  assert.ok(new Date(nextRunAt) > t.now())
  const [run] = runs
  assert.deepEqual([run.state, run.attempts, run.error, run.byUid], ['done', 1, null, null])
  assert.ok(run.durationMs >= 0 && run.scheduledFor.endsWith(':03:00.000Z'))
})

test('200: a changed schedule takes effect on every process within a second, and null restores the built-in one', async () => {
  const changed = done(await root.post(configPath('jobs-sweep'), { schedule: '*/2 * * * *' })).body
  assert.deepEqual(
    [changed.schedule, changed.builtInSchedule, changed.nextRuns.length],
    ['*/2 * * * *', '3 * * * *', 5],
  )
  const before = (await statusOf('jobs-sweep')).runs.length
  for (let minute = 0; minute < 4; minute++) await t.advance(minutes(1))
  assert.equal((await statusOf('jobs-sweep')).runs.length, before + 2)
  done(await root.post(configPath('jobs-sweep'), { enabled: false }))
  await t.advance(minutes(10))
  const off = await statusOf('jobs-sweep')
  assert.deepEqual([off.runs.length, off.nextRunAt, off.missedAt], [before + 2, null, null])
  const restored = done(await root.post(configPath('jobs-sweep'), { enabled: true, schedule: null })).body
  assert.equal(restored.schedule, '3 * * * *')
})

test('400: a schedule that is invalid or never runs is rejected with its field', async () => {
  for (const schedule of ['0 0 31 2 *', 'often', '99 * * * *']) {
    const answer = await root.post(configPath('jobs-sweep'), { schedule })
    refused(answer, 400, 'validation_failed')
    assert.equal(answer.body.errors[0].path, '/schedule')
  }
  refused(await root.post(configPath('nothing'), { enabled: false }), 404, 'cron_not_found')
})

test('200: a manual run is listed with the user who started it, and a run whose process died is shown as such', async () => {
  const { uid } = await t.as('root')
  const started = done(await root.post(`${configPath('audit-head')}/run`)).body
  assert.deepEqual([started.state, started.byUid], ['waiting', uid])
  // A process takes the job and dies: its lease expires, and nothing was recorded.
  await sql`update cron_run set begun_at = ph.now() where name = 'audit-head'`.execute(t.db)
  await sql`update job set attempts = 1, begun_at = ph.now(), holder = 'it', lease_until = ph.now() + interval '30 seconds'
    where name = 'audit.head'`.execute(t.db)
  assert.equal((await statusOf('audit-head')).runs[0].state, 'running')
  await sql`update job set lease_until = ph.now() - interval '1 second' where name = 'audit.head'`.execute(t.db)
  assert.equal((await statusOf('audit-head')).runs[0].state, 'died')
  await t.settle()
  const [run] = (await statusOf('audit-head')).runs
  assert.deepEqual([run.state, run.attempts], ['done', 2])
})
