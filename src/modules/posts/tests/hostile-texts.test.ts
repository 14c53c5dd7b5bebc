import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

const platforms = ['bluesky', 'mastodon']

test('a thread of a hundred parts full of tags can be checked, and text that is far too long gets a short message', async () => {
  const thread = Array.from({ length: 99 }, (_, nth) => ({ content: `${nth} ${'#a '.repeat(3_000)}` }))
  const { status, body, text } = await w.ada.post('/v1/posts/validate', {
    profileId: w.profileId,
    platforms,
    content: '@'.concat('a'.repeat(20_000), '@@'),
    thread,
  })
  assert.equal(status, 200)
  assert.equal(body.canPublish, false)
  const codes = new Set(body.errors.map(({ code }: { code: string }) => code))
  assert.deepEqual([...codes].sort(), ['text_too_long', 'thread_too_long'])
  assert.ok(text.length < 1_000_000, `${text.length}`)
})

test('a refusal and a validation list at most a hundred errors, and say if there are more', async () => {
  const media = Array.from({ length: 35 }, (_, nth) => ({ storagePath: `uploads/${nth}` }))
  const draft = { profileId: w.profileId, platforms, content: 'x', media, thread: [{ media }, { media }, { media }] }
  const validated = await w.ada.post('/v1/posts/validate', draft)
  assert.deepEqual([validated.body.errors.length, validated.body.truncated], [100, true])
  const refused = await w.ada.post('/v1/posts', draft)
  assert.equal(refused.status, 400)
  assert.deepEqual([refused.body.errors.length, refused.body.truncated], [100, true])
  assert.ok(refused.body.detail.length <= 2_001)
  const bulk = await w.ada.post('/v1/posts/bulk', { posts: [draft, draft] })
  assert.deepEqual([bulk.status, bulk.body.errors.length, bulk.body.truncated], [400, 100, true])
})

test('a long text that a network accepts can be checked, stored and changed, and is never altered', async () => {
  const content = `${'word '.repeat(59)}\n`
  const thread = Array.from({ length: 20 }, (_, nth) => ({ content: `${nth} ${content}`.slice(0, 300) }))
  const draft = { profileId: w.profileId, platforms, content, thread, scheduledAt: inTime(t, hours(2)) }
  const made = await w.ada.post('/v1/posts', draft)
  assert.equal(made.status, 201, made.text)
  const changed = await w.ada.patch(`/v1/posts/${made.body.id}`, { content: `${content}more` })
  assert.equal(changed.status, 200, changed.text)
  assert.equal(changed.body.content, `${content}more`)
  const now = await w.ada.post(`/v1/queue/submit/${made.body.id}`)
  assert.equal(now.status, 200, now.text)
})

test('400: a post with more than 200 files, or with too many settings or metadata entries, is rejected', async () => {
  const media = Array.from({ length: 35 }, (_, nth) => ({ storagePath: `uploads/${nth}` }))
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, {}]))
  const cases = [
    [{ media, thread: Array.from({ length: 5 }, () => ({ media })) }, 'must not contain more than 200 files in all'],
    [{ metadata: members(9_000) }, 'must have at most 20 properties'],
    [{ settings: members(9_000) }, 'must have at most 30 properties'],
    [{ settings: { bluesky: members(9_000) } }, 'must have at most 200 properties'],
  ] as const
  for (const [params, message] of cases) {
    const { status, body } = await w.ada.post('/v1/posts', { profileId: w.profileId, content: 'x', ...params })
    assert.deepEqual([status, body.errors.map((fault: { message: string }) => fault.message)], [400, [message]])
  }
})
