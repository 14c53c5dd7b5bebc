import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { getAnalytics } from '#tasks/analytics/get-analytics.ts'
import { apiAt } from '#tasks/api.ts'
import { runTask } from '#tasks/run-task.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openRoom } from '#test/harness/process.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'

/** Metrics as shown to people, on the command line and in a chat. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let room: Awaited<ReturnType<typeof openRoom>>
before(async () => {
  t = await startApp({ sandbox: true, numbers: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  w = await connectBoth(t)
  room = await openRoom()
  done(await w.person.patch('/v1/auth/me', { timezone: 'Pacific/Auckland' }))
  done(await connectHeadless(t, w.person, 'threads', w.profileId, { login: w.login }))
  const { profileId } = w
  done(await w.ada.post('/v1/posts', { profileId, platforms: ['threads'], content: 'The gulls are back.' }), 201)
  await t.settle()
  await t.advance(days(1))
})
after(async () => {
  await room[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

const type = async (args: readonly string[]): Promise<string> => {
  const { status, out, err } = await room.ask(args, { POSTHORN_URL: t.url, POSTHORN_API_KEY: w.key })
  assert.equal(status, 0, out + err)
  return out
}

test('the table shows the engagement rate that the API returns', async () => {
  const period = ['--from', '2027-01-01', '--to', '2027-01-31']
  const { byPlatform } = JSON.parse(await type(['analytics', ...period, '--json']))
  const { engagementRate } = byPlatform.threads
  assert.ok(engagementRate > 0 && engagementRate <= 100)
  const table = await type(['analytics', ...period])
  assert.match(table, new RegExp(`threads .* ${engagementRate.toFixed(1)}%`))
})

test('a period is shown as its first and last day in the reader’s time zone', async () => {
  const period = { from: '2027-01-02', to: '2027-01-20' }
  assert.match(await type(['analytics', '--from', period.from]), /^2027-01-02 to 2027-01-15: /)
  const api = apiAt({ url: t.url, key: w.key })
  const { text } = await runTask(
    getAnalytics,
    api,
    { ...period, timezone: 'UTC', to: '2027-01-13' },
    { timezone: 'UTC' },
  )
  assert.match(text, /^2027-01-02 to 2027-01-13: /)
  const local = await runTask(getAnalytics, api, period, { timezone: 'UTC' })
  assert.match(local.text, /^2027-01-02 to 2027-01-15: /)
})

test('a metric that no network reports is omitted, not shown as 0', async () => {
  const { profileId } = w
  done(await w.ada.post('/v1/posts', { profileId, platforms: ['bluesky'], content: 'The gulls are gone.' }), 201)
  await t.settle()
  assert.match(await type(['analytics', '--from', '2027-01-01']), /^bluesky +0 *$/m)
  const task = { network: 'bluesky', timezone: 'UTC', from: '2027-01-01', to: '2027-01-31' }
  const read = async () =>
    (await runTask(getAnalytics, apiAt({ url: t.url, key: w.key }), task, { timezone: 'UTC' })).text
  assert.match(await read(), /: 0 posts, no metrics yet$/m)
  await t.advance(days(1))
  assert.match(await read(), /\n- bluesky: 1 post, \d+ likes?, \d+ comments?, \d+ shares?$/m)
})
