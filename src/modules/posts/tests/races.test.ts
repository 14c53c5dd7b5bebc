import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { days, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer, Client } from '#test/harness/client.ts'
import { meetAt, meetHalfway } from '#test/world/meet.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { purgeTrash } from '../actions/trash.ts'
import { createDispatcher } from '../dispatch/dispatcher.ts'

/** Two concurrent actions on one post, forced to meet: each sees the other's result, and nothing is published twice. */
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

let count = 0
async function write(body: object = {}): Promise<{ id: string; text: string }> {
  count += 1
  const text = `race ${count}`
  const made = await ada.post('/v1/posts', { profileId: w.profileId, content: text, platforms: ['mastodon'], ...body })
  assert.equal(made.status, 201, made.text)
  return { id: made.body.id, text }
}
const draft = () => write({ saveAsDraft: true })
const read = async (id: string) => (await ada.get(`/v1/posts/${id}`)).body
const shown = (text: string) => t.sandbox.ledger.entries({}).filter((entry) => entry.text === text).length
const codes = (answers: readonly Answer[]) => answers.map(({ status, body }) => body?.code ?? status).sort()
const countEvents = async (id: string, type: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from event where data ->> 'postId' = ${fromWire('post', id)!} and type = ${type}
      and data ->> 'network' is null`.execute(t.db)
  return rows[0]?.n
}

test('two concurrent submits enqueue the post once', async () => {
  const { id, text } = await draft()
  const submit = () => ada.post(`/v1/queue/submit/${id}`)
  assert.deepEqual(codes(await meetAt(t, 'audit_entry', [submit, submit])), [200, 'post_not_submittable'])
  await t.settle()
  assert.equal(shown(text), 1)
  assert.equal(await countEvents(id, 'post.queued'), 1)
})

test('of concurrent submit and publish-now, one succeeds', async () => {
  const { id, text } = await draft()
  const answers = await meetAt(t, 'audit_entry', [
    () => ada.post(`/v1/queue/submit/${id}`),
    () => ada.post(`/v1/posts/${id}/publish-now`),
  ])
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  await t.settle()
  assert.equal(shown(text), 1)
})

test('concurrent submit and delete: a post in the trash is not published', async () => {
  const { id, text } = await draft()
  const answers = await meetAt(t, 'audit_entry', [
    () => ada.post(`/v1/queue/submit/${id}`),
    () => ada.delete(`/v1/posts/${id}`),
  ])
  assert.equal(answers[1]?.status, 200)
  await t.settle()
  assert.ok((await read(id)).deletedAt)
  assert.equal(shown(text), 0)
})

test('a cancellation concurrent with the dispatcher: a cancelled post is not published', async () => {
  const dispatcher = createDispatcher(t.deps)
  const cancelled = await write({ scheduledAt: inTime(t, -1_000) })
  const cancel = (id: string) => () => ada.delete(`/v1/queue/cancel/${id}`)
  const [, taken] = await meetHalfway(t, 'audit_entry', cancel(cancelled.id), () => dispatcher.tick())
  assert.equal(taken, 0, 'it does not wait for a locked post')
  const queued = await write({ scheduledAt: inTime(t, -1_000) })
  await meetHalfway(t, 'event', () => dispatcher.tick(), cancel(queued.id))
  await t.settle()
  for (const { id, text } of [cancelled, queued]) {
    assert.equal((await read(id)).status, 'draft')
    assert.equal(shown(text), 0)
  }
})

test('each post is dispatched by only one of two dispatchers', async () => {
  const made = []
  for (let n = 0; n < 6; n++) made.push(await write({ scheduledAt: inTime(t, -1_000) }))
  const [a, b] = [createDispatcher(t.deps), createDispatcher(t.deps)]
  const taken = await Promise.all([a.tick(), b.tick(), a.tick(), b.tick()])
  assert.equal(
    taken.reduce((sum, n) => sum + n, 0),
    made.length,
  )
  await t.settle()
  for (const { id, text } of made) {
    assert.equal(shown(text), 1)
    assert.equal(await countEvents(id, 'post.queued'), 1)
  }
})

test('a change concurrent with the dispatcher: the changed post is published', async () => {
  const dispatcher = createDispatcher(t.deps)
  const changing = await write({ scheduledAt: inTime(t, -1_000) })
  const change =
    ({ id, text }: typeof changing) =>
    () =>
      ada.patch(`/v1/posts/${id}`, { content: `${text} again` })
  const [first] = await meetHalfway(t, 'audit_entry', change(changing), () => dispatcher.tick())
  const queued = await write({ scheduledAt: inTime(t, -1_000) })
  const [, second] = await meetHalfway(t, 'event', () => dispatcher.tick(), change(queued))
  assert.deepEqual([first.status, second.status], [200, 200])
  await t.settle()
  for (const { text } of [changing, queued]) assert.deepEqual([shown(text), shown(`${text} again`)], [0, 1])
})

test('two last targets at the same time: the final event is emitted once', async () => {
  const { id, text } = await write({ platforms: ['bluesky', 'mastodon'] })
  await t.settle()
  assert.equal((await read(id)).status, 'published')
  assert.equal(await countEvents(id, 'post.published'), 1)
  assert.equal(shown(text), 2)
})

test('a restore concurrent with a purge: the post is either restored or deleted', async () => {
  const restore = (id: string) => () => ada.post(`/v1/posts/${id}/restore`)
  const empty = () => ada.delete(`/v1/posts/trash?profileId=${w.profileId}`)
  const purge = () => purgeTrash(t.db, t.now(), new AbortController().signal)
  for (const end of [empty, purge]) {
    const [kept, gone] = [await draft(), await draft()]
    await ada.delete(`/v1/posts/${kept.id}`)
    const [restored] = await meetHalfway<Answer, unknown>(t, 'audit_entry', restore(kept.id), end)
    assert.equal(restored.status, 200)
    await ada.delete(`/v1/posts/${gone.id}`)
    const [, late] = await meetHalfway<unknown, Answer>(t, 'post_target', end, restore(gone.id))
    assert.equal(late.status, 404)
    const found = [await ada.get(`/v1/posts/${kept.id}`), await ada.get(`/v1/posts/${gone.id}`)]
    assert.deepEqual(codes(found), [200, 'post_not_found'])
  }
})

test('two concurrent expansions add the platform once', async () => {
  const { id, text } = await write({ platforms: ['bluesky'] })
  const expand = () => ada.post(`/v1/posts/${id}/expand`, { platforms: ['mastodon'] })
  assert.deepEqual(codes(await meetAt(t, 'audit_entry', [expand, expand])), [200, 'nothing_to_expand'])
  await t.settle()
  assert.equal(shown(text), 2)
})

test('two concurrent retries send the failed target once', async () => {
  t.sandbox.faults.add({ network: 'mastodon', kind: 'reject', times: 1, call: 'createStatus' })
  const { id, text } = await write()
  await t.settle()
  const retry = () => ada.post(`/v1/posts/${id}/retry`)
  assert.deepEqual(codes(await meetAt(t, 'audit_entry', [retry, retry])), [200, 'nothing_to_retry'])
  await t.settle()
  assert.equal(shown(text), 1)
})

test('of two changes with the same If-Match, one succeeds', async () => {
  const { id } = await draft()
  const { headers } = await ada.get(`/v1/posts/${id}`)
  const change = (content: string) => () =>
    ada.patch(`/v1/posts/${id}`, { content }, { headers: { 'if-match': headers.etag ?? '' } })
  assert.deepEqual(codes(await meetAt(t, 'audit_entry', [change('a'), change('b')])), [200, 'precondition_failed'])
})

test('a change is accepted before the engine begins, and refused afterwards', async () => {
  const engine = t.anotherEngine()
  const change =
    ({ id, text }: Awaited<ReturnType<typeof write>>) =>
    () =>
      ada.patch(`/v1/posts/${id}`, { content: `${text} again` })
  const changing = await write()
  const [first] = await meetHalfway(t, 'audit_entry', change(changing), () => engine.tick())
  assert.equal(first.status, 200)
  await t.settle()
  assert.deepEqual([shown(changing.text), shown(`${changing.text} again`)], [0, 1])

  const begun = await write()
  const [, second] = await meetHalfway(t, 'publication_call', () => engine.tick(), change(begun))
  assert.deepEqual([second.status, second.body.code], [409, 'post_not_editable'])
  await t.settle()
  assert.deepEqual([shown(begun.text), shown(`${begun.text} again`)], [1, 0])
})

test('a cancellation takes effect before the engine begins; a post already published by then stays published', async () => {
  const engine = t.anotherEngine()
  const cancel = (id: string) => () => ada.delete(`/v1/queue/cancel/${id}`)
  const withdrawn = await write()
  await meetHalfway(t, 'audit_entry', cancel(withdrawn.id), () => engine.tick())
  await t.settle()
  assert.deepEqual([shown(withdrawn.text), (await read(withdrawn.id)).status], [0, 'draft'])
  const begun = await write()
  const [, late] = await meetHalfway(t, 'publication_part', () => engine.tick(), cancel(begun.id))
  assert.equal(late.status, 200)
  await t.settle()
  assert.deepEqual([shown(begun.text), (await read(begun.id)).status], [1, 'published'])
})

test('201: two hundred concurrent requests with one Idempotency-Key create one post', async () => {
  const body = { profileId: w.profileId, content: 'two hundred', platforms: ['mastodon'] }
  const ask = () => ada.post('/v1/posts', body, { headers: { 'idempotency-key': 'two hundred' } })
  const answers = await Promise.all(Array.from({ length: 200 }, ask))
  const made = answers.filter(({ status }) => status === 201)
  assert.ok(made.length >= 1)
  assert.equal(new Set(made.map(({ body: { id } }) => id)).size, 1)
  for (const answer of answers.filter(({ status }) => status !== 201))
    assert.equal(answer.body.code, 'idempotency_in_progress')
  assert.equal((await ask()).headers['idempotency-replayed'], 'true')
  await t.settle()
  assert.equal(shown('two hundred'), 1)
})

test('409 profile_busy: a profile cannot be deleted while it publishes; its other posts are withdrawn with it', async () => {
  const writer = await connectBoth(t)
  const draft = { profileId: writer.profileId, content: 'busy', platforms: ['mastodon'] }
  t.sandbox.faults.add({ network: 'mastodon', kind: 'error_after', times: 1, call: 'createStatus' })
  await writer.ada.post('/v1/posts', draft)
  const later = await writer.ada.post('/v1/posts', { ...draft, scheduledAt: inTime(t, days(1)) })
  await t.settle()
  const busy = await writer.person.delete(`/v1/profiles/${writer.profileId}`)
  assert.deepEqual([busy.status, busy.body?.code], [409, 'profile_busy'])
  await t.advance(minutes(2))
  assert.equal((await writer.person.delete(`/v1/profiles/${writer.profileId}`)).status, 200)
  assert.equal((await writer.ada.get(`/v1/posts/${later.body.id}`)).status, 404)
  assert.equal((await writer.person.post(`/v1/profiles/${writer.profileId}/restore`)).status, 200)
  assert.equal((await writer.ada.get(`/v1/posts/${later.body.id}`)).body.status, 'draft')
})
