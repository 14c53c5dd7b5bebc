import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { until } from '#test/harness/until.ts'
import { connectBoth } from '#test/world/posts.ts'

/** Requests that prefer to wait until a post is published. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

const prefer = (seconds: number, more: Record<string, string> = {}) => ({
  headers: { prefer: `respond-async, wait=${seconds}`, ...more },
})
let posts = 0
const draft = async (more: object = {}): Promise<string> => {
  posts += 1
  const content = `Waiting for number ${posts}`
  const made = await w.ada.post('/v1/posts', {
    profileId: w.profileId,
    content,
    platforms: ['bluesky'],
    saveAsDraft: true,
    ...more,
  })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
const statusOf = async (id: string): Promise<string> => (await w.ada.get(`/v1/posts/${id}`)).body.status
const isQueued = (id: string) => until('the post is queued', async () => (await statusOf(id)) === 'queued')

test('with Prefer: wait, the response of publish-now comes when the post is published, and shows it', async () => {
  const id = await draft()
  const waiting = w.ada.post(`/v1/posts/${id}/publish-now`, undefined, prefer(30))
  await isQueued(id)
  await t.settle()
  const { status, body, headers } = await waiting
  assert.deepEqual([status, body.status, headers['preference-applied']], [200, 'published', 'wait=30'])
  assert.equal(headers['etag'], (await w.ada.get(`/v1/posts/${id}`)).headers['etag'])
})

test('the response of submit keeps its form, and comes as late', async () => {
  const id = await draft()
  let isDone = false
  const waiting = w.ada.post(`/v1/queue/submit/${id}`, undefined, prefer(30)).then((answer) => {
    isDone = true
    return answer
  })
  await isQueued(id)
  assert.equal(isDone, false)
  await t.settle()
  const { body } = await waiting
  assert.deepEqual([body.success, body.postId, await statusOf(id)], [true, id, 'published'])
})

test('a created post that is not due is not waited for, and a draft neither', async () => {
  const body = { profileId: w.profileId, content: 'Later', platforms: ['bluesky'] }
  const scheduledAt = new Date(t.now().getTime() + days(3)).toISOString()
  const later = await w.ada.post('/v1/posts', { ...body, scheduledAt }, prefer(60))
  assert.deepEqual([later.status, later.body.status], [201, 'scheduled'])
  const kept = await w.ada.post('/v1/posts', { ...body, content: 'Kept', saveAsDraft: true }, prefer(60))
  assert.deepEqual([kept.status, kept.body.status], [201, 'draft'])
})

test('when the time is over, the response shows the post as it is', async () => {
  const id = await draft()
  const { status, body, headers } = await w.ada.post(`/v1/posts/${id}/publish-now`, undefined, prefer(1))
  assert.deepEqual([status, body.status, headers['preference-applied']], [200, 'queued', 'wait=1'])
  await t.settle()
})

test('a user’s fifth waiting request gets its response at once', async () => {
  const ids = [await draft(), await draft(), await draft(), await draft()]
  const waiting = ids.map((id) => w.ada.post(`/v1/posts/${id}/publish-now`, undefined, prefer(60)))
  for (const id of ids) await isQueued(id)
  const fifth = await w.ada.post(`/v1/posts/${await draft()}/publish-now`, undefined, prefer(60))
  assert.deepEqual([fifth.body.status, fifth.headers['preference-applied']], ['queued', undefined])
  await t.settle()
  for (const { body } of await Promise.all(waiting)) assert.equal(body.status, 'published')
})

test('closing the server ends the wait', async () => {
  await using other = await startApp({ beside: t })
  const id = await draft()
  const waiting = other.withToken(w.key).post(`/v1/posts/${id}/publish-now`, undefined, prefer(60))
  await isQueued(id)
  await other.app.close()
  assert.deepEqual([(await waiting).status, (await waiting).body.status], [200, 'queued'])
})
