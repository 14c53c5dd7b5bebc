import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { connectBoth, withKey } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let writer: Client
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  w = await connectBoth(t)
  writer = await withKey(t, w.person, ['posts:read', 'posts:write'])
  const connected = await connectHeadless(t, w.person, 'x', w.profileId, { login: w.login })
  assert.equal(connected.status, 200, connected.text)
  await w.ada.patch(`/v1/profiles/${w.profileId}`, { timezone: 'Europe/Berlin' })
})
after(() => t[Symbol.asyncDispose]())

const create = async (more: object = {}) => {
  const body = { profileId: w.profileId, content: 'Evergreen.', platforms: ['bluesky'], ...more }
  const made = await w.ada.post('/v1/posts', body)
  assert.equal(made.status, 201, made.text)
  return made.body
}
const configure = (id: string, body: object, client = w.ada) => client.patch(`/v1/posts/${id}/recycle-config`, body)
const clonesOf = async (id: string) => (await w.ada.get(`/v1/posts/${id}/recycles`)).body

test('X rejects repeats: recycling without variations causes a warning, even at creation, and three failures end it', async () => {
  const draft = await create({ platforms: ['x'], saveAsDraft: true })
  const warned = await configure(draft.id, { enabled: true, intervalDays: 1 })
  assert.equal(warned.body.code, 'warnings_unconfirmed')
  assert.equal(warned.body.warnings[0].code, 'repeats_refused')
  const body = { profileId: w.profileId, content: 'Only once.', platforms: ['x'], recycle: { intervalDays: 1 } }
  assert.equal((await w.ada.post('/v1/posts', body)).body.warnings[0].code, 'repeats_refused')
  const long = await configure(draft.id, { enabled: true, intervalDays: 1, variations: ['ok', 'x'.repeat(300)] })
  assert.equal(long.body.errors[0].path, '/variations/1', long.text)

  const { id } = await create({
    platforms: ['x'],
    content: 'Only once.',
    recycle: { intervalDays: 1 },
    confirmWarnings: true,
  })
  await t.settle()
  assert.equal((await w.ada.get(`/v1/posts/${id}`)).body.status, 'published')
  t.sandbox.faults.add({ network: 'x', kind: 'reject', times: 3, call: 'createPost' })
  for (let day = 0; day < 4; day++) await t.advance(days(1))
  const clones = await clonesOf(id)
  assert.deepEqual(
    clones.map((clone: { status: string }) => clone.status),
    ['failed', 'failed', 'failed'],
  )
  const { recycle } = (await w.ada.get(`/v1/posts/${id}`)).body
  assert.deepEqual([recycle.enabled, recycle.endedBecause], [false, 'clones_failed'])
})

test('variations take turns, and recycling of a waiting post begins when it is published', async () => {
  const scheduledAt = new Date(t.now().getTime() + hours(1)).toISOString()
  const made = await create({ scheduledAt, recycle: { intervalDays: 1, variations: ['One.', 'Two.'] } })
  assert.deepEqual(made.recycle, { enabled: true, intervalDays: 1, variations: ['One.', 'Two.'] })
  await t.advance(hours(1))
  for (let day = 0; day < 3; day++) await t.advance(days(1))
  assert.deepEqual(
    (await clonesOf(made.id)).map((clone: { content: string }) => clone.content),
    ['One.', 'Two.', 'One.'],
  )
  const readConfig = () => w.ada.get(`/v1/posts/${made.id}/recycle-config`)
  const read = await readConfig()
  assert.deepEqual([read.status, read.body.enabled, read.body.intervalDays], [200, true, 1])
  assert.ok(Date.parse(read.body.nextAt) > t.now().getTime(), read.text)
  assert.deepEqual(read.body, (await configure(made.id, { enabled: true })).body)
  const off = await configure(made.id, { enabled: false })
  assert.deepEqual((await readConfig()).body, off.body)
  assert.deepEqual([off.body.enabled, off.body.nextAt], [false, null])
  await t.advance(days(2))
  assert.equal((await clonesOf(made.id)).length, 3)
})

test('recycling ends when its post is moved to the trash', async () => {
  const { id } = await create({ recycle: { intervalDays: 1 } })
  await t.settle()
  await w.ada.delete(`/v1/posts/${id}`)
  await t.advance(days(1) + minutes(1))
  assert.equal((await configure(id, { enabled: true, intervalDays: 2 })).body.code, 'post_in_trash')
  await w.ada.post(`/v1/posts/${id}/restore`)
  await t.advance(days(1))
  assert.deepEqual(await clonesOf(id), [])
  const { recycle } = (await w.ada.get(`/v1/posts/${id}`)).body
  assert.deepEqual([recycle.enabled, recycle.endedBecause], [false, 'trash'])
})

test('400 and 403: an interval is from 1 to 365 days, and turning recycling on requires posts:publish', async () => {
  const { id } = await create({ saveAsDraft: true })
  assert.equal((await configure(id, { enabled: true, intervalDays: 366 })).status, 400)
  assert.equal((await configure(id, { enabled: true })).body.errors[0].path, '/intervalDays')
  assert.equal((await configure(id, { enabled: true, intervalDays: 7 }, writer)).body.code, 'scope_required')
  assert.equal((await configure(id, { enabled: false }, writer)).body.enabled, false)
})

test('a recycled post is republished at the local time of its first publication, once for each date', async () => {
  const { id } = await create()
  await t.settle()
  const first = Date.parse((await w.ada.get(`/v1/posts/${id}`)).body.publishedAt)
  const on = await configure(id, { enabled: true, intervalDays: 90 })
  assert.equal(on.status, 200, on.text)
  const { nextAt, ...rest } = on.body
  assert.deepEqual(rest, { postId: id, enabled: true, intervalDays: 90, variations: [], endedBecause: null })
  const local = (at: number) => new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })
  assert.equal(local(Date.parse(nextAt)), local(first))
  await t.advance(Date.parse(nextAt) - t.now().getTime() - 1)
  assert.deepEqual(await clonesOf(id), [])
  await t.advance(1)
  const [clone, ...more] = await clonesOf(id)
  assert.equal(more.length, 0)
  assert.deepEqual(
    [clone.status, clone.recycledFromId, clone.scheduledAt, clone.recycle],
    ['published', id, nextAt, null],
  )
  // Missed by more than a day: skipped. The next date keeps the interval.
  await t.advance(days(92))
  assert.equal((await clonesOf(id)).length, 1)
  await t.advance(days(88))
  const dates = (await clonesOf(id)).map((one: { scheduledAt: string }) => Date.parse(one.scheduledAt))
  assert.deepEqual(dates.map(local), [local(first), local(first)])
  assert.equal(Math.round((dates[0] - first) / days(1)), 270)
})
