import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

/** Operations on many posts, with a result for each. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let ada: Client
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  ada = w.ada
})
after(() => t[Symbol.asyncDispose]())

const write = async (body: object = {}): Promise<string> => {
  const post = { profileId: w.profileId, content: 'one of many', platforms: ['bluesky'], saveAsDraft: true, ...body }
  const made = await ada.post('/v1/posts', post)
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
const read = async (id: string) => (await ada.get(`/v1/posts/${id}`)).body
const many = async (what: string, body: object, by: Client = ada) => {
  const answer = await by.post(`/v1/posts/bulk/${what}`, body)
  assert.equal(answer.status, 200, answer.text)
  const { succeeded, failed, results } = answer.body
  assert.deepEqual(
    [succeeded + failed, results.filter(({ ok }: { ok: boolean }) => ok).length],
    [results.length, succeeded],
  )
  return results.map(({ ok, problem }: { ok: boolean; problem: { code: string } | null }) =>
    ok ? 'ok' : problem?.code,
  )
}

test('bulk/schedule: drafts get the requested or the stored time, and each draft is refused separately', async () => {
  const [at, later] = [inTime(t, hours(1)), inTime(t, hours(2))]
  const [timed, remembering, timeless] = [await write(), await write({ scheduledAt: later }), await write()]
  const long = await write({ content: 'x'.repeat(301) })
  const foreign = await connectBoth(t)
  const theirs = (await foreign.ada.post('/v1/posts', { profileId: foreign.profileId, saveAsDraft: true })).body.id
  const posts = [
    { postId: timed, scheduledAt: at },
    ...[remembering, timeless, long, theirs].map((postId) => ({ postId })),
    { postId: 'post_01kajv4z00e008000000000001' },
  ]
  const withTime = posts.map((one) => (one.postId === long ? { ...one, scheduledAt: at } : one))
  assert.deepEqual(await many('schedule', { posts: withTime }), [
    'ok',
    'ok',
    'post_without_time',
    'validation_failed',
    'post_forbidden',
    'post_not_found',
  ])
  assert.deepEqual([(await read(timed)).status, (await read(timed)).scheduledAt], ['scheduled', at])
  assert.deepEqual([(await read(remembering)).status, (await read(remembering)).scheduledAt], ['scheduled', later])
  assert.equal((await read(long)).status, 'draft')
})

test('bulk/reschedule: moves scheduled posts and schedules no others', async () => {
  const at = inTime(t, days(1))
  const [armed, draft] = [await write({ saveAsDraft: false, scheduledAt: inTime(t, hours(5)) }), await write()]
  const posts = [armed, draft].map((postId) => ({ postId, scheduledAt: at }))
  assert.deepEqual(await many('reschedule', { posts }), ['ok', 'post_not_scheduled'])
  assert.equal((await read(armed)).scheduledAt, at)
  assert.equal((await read(draft)).status, 'draft')
})

test('bulk/cancel and bulk/delete: each post has its own result, and repeating a call has no effect', async () => {
  const [first, second] = [await write({ saveAsDraft: false, scheduledAt: inTime(t, hours(5)) }), await write()]
  assert.deepEqual(await many('cancel', { postIds: [first, second] }), ['ok', 'ok'])
  assert.equal((await read(first)).status, 'draft')
  for (let n = 0; n < 2; n++) assert.deepEqual(await many('delete', { postIds: [first, second] }), ['ok', 'ok'])
  assert.ok((await read(second)).deletedAt)
  assert.deepEqual(await many('schedule', { posts: [{ postId: first }] }), ['post_in_trash'])
})

test('400 and 403: a post listed twice, too many posts, and a key without permission to publish are refused', async () => {
  const id = await write()
  const twice = await ada.post('/v1/posts/bulk/cancel', { postIds: [id, id] })
  assert.deepEqual([twice.status, twice.body.errors[0].path], [400, '/postIds'])
  const tooMany = { postIds: Array.from({ length: 51 }, () => id) }
  assert.equal((await ada.post('/v1/posts/bulk/delete', tooMany)).status, 400)
  const key = await withKey(t, w.person, ['posts:read', 'posts:write'])
  const refused = await key.post('/v1/posts/bulk/schedule', {
    posts: [{ postId: id, scheduledAt: inTime(t, hours(1)) }],
  })
  assert.deepEqual([refused.status, refused.body.requiredScope], [403, 'posts:publish'])
  assert.deepEqual(await many('cancel', { postIds: [id] }, key), ['ok'])
})
