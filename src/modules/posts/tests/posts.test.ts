import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, minutes } from '#kernel/clock.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

test('201: a post with neither scheduledAt nor saveAsDraft is published on every platform', async () => {
  const { ada, profileId } = await connectBoth(t)
  const made = await ada.post('/v1/posts', {
    profileId,
    content: 'The lighthouse is open again.',
    platforms: ['bluesky', { platform: 'mastodon', content: 'Open again. #lighthouse' }],
  })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.status, 'queued')
  assert.deepEqual(made.body.platforms, [platformIdOf('bluesky'), 'mastodon'])
  await t.settle()
  const read = await ada.get(`/v1/posts/${made.body.id}`)
  assert.equal(read.body.status, 'published', read.text)
  for (const row of read.body.targets) {
    assert.equal(row.status, 'published')
    assert.equal(row.mode, 'sandbox')
    assert.match(row.platformUrl, /^http/)
  }
  const { body } = await ada.get(`/v1/queue/status/${made.body.id}`)
  assert.deepEqual(Object.keys(body.platforms), [platformIdOf('bluesky'), 'mastodon'])
})

test('a scheduled post is published at its time, and not before', async () => {
  const { ada, profileId } = await connectBoth(t)
  const scheduledAt = inTime(t, hours(1))
  const made = await ada.post('/v1/posts', { profileId, content: 'Later.', platforms: ['bluesky'], scheduledAt })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.status, 'scheduled')
  await t.advance(minutes(59))
  assert.equal((await ada.get(`/v1/posts/${made.body.id}`)).body.status, 'scheduled')
  await t.advance(minutes(1))
  assert.equal((await ada.get(`/v1/posts/${made.body.id}`)).body.status, 'published')
})

test('a draft is submitted, a scheduled post is cancelled and keeps its time', async () => {
  const { ada, profileId } = await connectBoth(t)
  const draft = await ada.post('/v1/posts', { profileId, content: 'D', platforms: ['bluesky'], saveAsDraft: true })
  assert.equal(draft.status, 201, draft.text)
  const submitted = await ada.post(`/v1/queue/submit/${draft.body.id}`)
  assert.equal(submitted.status, 200, submitted.text)
  assert.deepEqual(submitted.body, { success: true, postId: draft.body.id, platforms: [platformIdOf('bluesky')] })
  assert.equal((await ada.post(`/v1/queue/submit/${draft.body.id}`)).status, 403)

  const scheduledAt = inTime(t, hours(1))
  const later = await ada.post('/v1/posts', { profileId, content: 'L', platforms: ['bluesky'], scheduledAt })
  const cancelled = await ada.delete(`/v1/queue/cancel/${later.body.id}`)
  assert.equal(cancelled.status, 200, cancelled.text)
  const read = await ada.get(`/v1/posts/${later.body.id}`)
  assert.equal(read.body.status, 'draft')
  assert.equal(read.body.scheduledAt, scheduledAt)
  const again = await ada.patch(`/v1/posts/${later.body.id}`, { scheduledAt, content: 'L2' })
  assert.equal(again.status, 200, again.text)
  assert.equal(again.body.status, 'scheduled')
  const list = await ada.get('/v1/posts')
  assert.equal(list.status, 200, list.text)
  assert.ok(list.body.posts.length >= 2)
  const page = await ada.get('/v1/posts?limit=1&sort=scheduledAt')
  assert.equal(page.status, 200, page.text)
  assert.equal(page.body.posts.length, 1)
})
