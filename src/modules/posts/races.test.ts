import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { days, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import type { Answer, Client } from '#test/client.ts'
import { startApp, type TestApp } from '#test/harness.ts'
import { meetAt } from '#test/meet.ts'
import { connectBoth, inTime } from '#test/posts.ts'
import { createDispatcher } from './dispatcher.ts'

/** Two who act on one post at once, forced to meet: each finds what the other has left, and nothing goes out twice. */
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
const told = async (id: string, type: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from event where data ->> 'postId' = ${fromWire('post', id)!} and type = ${type}
      and data ->> 'platform' is null`.execute(t.db)
  return rows[0]?.n
}

test('two submits: one puts it into the queue, and it is there once', async () => {
  const { id, text } = await draft()
  const submit = () => ada.post(`/v1/queue/submit/${id}`)
  assert.deepEqual(codes(await meetAt(t, 'audit_entry', [submit, submit])), [200, 'post_not_submittable'])
  await t.settle()
  assert.equal(shown(text), 1)
  assert.equal(await told(id, 'post.queued'), 1)
})

test('submit and publish-now: one of them', async () => {
  const { id, text } = await draft()
  const answers = await meetAt(t, 'audit_entry', [
    () => ada.post(`/v1/queue/submit/${id}`),
    () => ada.post(`/v1/posts/${id}/publish-now`),
  ])
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  await t.settle()
  assert.equal(shown(text), 1)
})

test('submit and delete: what is in the trash does not go out', async () => {
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

test('cancel and the dispatcher: it goes out whole, or it is a draft', async () => {
  const { id, text } = await write({ scheduledAt: inTime(t, -1_000) })
  const dispatcher = createDispatcher(t.deps)
  await Promise.all([ada.delete(`/v1/queue/cancel/${id}`), dispatcher.tick()])
  await t.settle()
  const { status } = await read(id)
  assert.equal(shown(text), status === 'draft' ? 0 : 1)
})

test('two dispatchers: each post is taken by one of them', async () => {
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
    assert.equal(await told(id, 'post.queued'), 1)
  }
})

test('a change and the dispatcher: what goes out is what was said last, or was said before', async () => {
  const { id, text } = await write({ scheduledAt: inTime(t, -1_000) })
  const dispatcher = createDispatcher(t.deps)
  const [changed] = await Promise.all([ada.patch(`/v1/posts/${id}`, { content: `${text} anew` }), dispatcher.tick()])
  await t.settle()
  const anew = shown(`${text} anew`)
  assert.equal(anew + shown(text), 1)
  assert.equal(anew, changed.status === 200 ? 1 : 0)
})

test('two last targets: that they were the last is told once', async () => {
  const { id, text } = await write({ platforms: ['net-a', 'mastodon'] })
  await t.settle()
  assert.equal((await read(id)).status, 'published')
  assert.equal(await told(id, 'post.published'), 1)
  assert.equal(shown(text), 2)
})

test('restore and the end of the trash: either it is there, or it is gone', async () => {
  const { id } = await draft()
  await ada.delete(`/v1/posts/${id}`)
  const [restored, emptied] = await Promise.all([
    ada.post(`/v1/posts/${id}/restore`),
    ada.delete(`/v1/posts/trash?profileId=${w.profileId}`),
  ])
  const after = await ada.get(`/v1/posts/${id}`)
  assert.equal(after.status, restored?.status === 200 ? 200 : 404)
  assert.equal(emptied?.status, 200)
})

test('expand and expand: the platform is added once', async () => {
  const { id, text } = await write({ platforms: ['net-a'] })
  const expand = () => ada.post(`/v1/posts/${id}/expand`, { platforms: ['mastodon'] })
  assert.deepEqual(codes(await meetAt(t, 'audit_entry', [expand, expand])), [200, 'nothing_to_expand'])
  await t.settle()
  assert.equal(shown(text), 2)
})

test('retry and retry: what has failed is sent again once', async () => {
  t.sandbox.faults.add({ network: 'mastodon', kind: 'reject', times: 1, call: 'createStatus' })
  const { id, text } = await write()
  await t.settle()
  const retry = () => ada.post(`/v1/posts/${id}/retry`)
  assert.deepEqual(codes(await meetAt(t, 'audit_entry', [retry, retry])), [200, 'nothing_to_retry'])
  await t.settle()
  assert.equal(shown(text), 1)
})

test('two changes with the same If-Match: one of them', async () => {
  const { id } = await draft()
  const { headers } = await ada.get(`/v1/posts/${id}`)
  const change = (content: string) => () =>
    ada.patch(`/v1/posts/${id}`, { content }, { headers: { 'if-match': headers.etag ?? '' } })
  assert.deepEqual(codes(await meetAt(t, 'audit_entry', [change('a'), change('b')])), [200, 'precondition_failed'])
})

test('the engine begins while a post is changed: the change is refused, or what goes out is the change', async () => {
  const { id, text } = await write()
  const [changed] = await Promise.all([ada.patch(`/v1/posts/${id}`, { content: `${text} anew` }), t.settle()])
  await t.settle()
  assert.equal(shown(text) + shown(`${text} anew`), 1)
  if (changed.status === 200) assert.equal(shown(`${text} anew`), 1)
  else assert.equal(changed.status, 409)
})

test('an open transaction on the post makes the engine wait, and a withdrawal in it counts', async () => {
  const { id, text } = await write()
  const postId = fromWire('post', id)!
  const { pending } = await inTx(t.db, async (tx) => {
    await sql`select from post where id = ${postId} for no key update`.execute(tx)
    const cancelled = ada.delete(`/v1/queue/cancel/${id}`)
    return { pending: Promise.all([cancelled, t.settle()]) }
  })
  const [cancelled] = await pending
  assert.equal(cancelled.status, 200)
  await t.settle()
  assert.equal(shown(text), (await read(id)).status === 'draft' ? 0 : 1)
})

test('201: two hundred at once with one Idempotency-Key make one post', async () => {
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

test('409 profile_busy: a profile cannot go while something of it is on its way, and takes the rest along', async () => {
  const writer = await connectBoth(t)
  const wish = { profileId: writer.profileId, content: 'busy', platforms: ['mastodon'] }
  t.sandbox.faults.add({ network: 'mastodon', kind: 'error_after', times: 1, call: 'createStatus' })
  await writer.ada.post('/v1/posts', wish)
  const later = await writer.ada.post('/v1/posts', { ...wish, scheduledAt: inTime(t, days(1)) })
  await t.settle()
  const busy = await writer.person.delete(`/v1/profiles/${writer.profileId}`)
  assert.deepEqual([busy.status, busy.body?.code], [409, 'profile_busy'])
  await t.advance(minutes(2))
  assert.equal((await writer.person.delete(`/v1/profiles/${writer.profileId}`)).status, 200)
  assert.equal((await writer.ada.get(`/v1/posts/${later.body.id}`)).status, 404)
  assert.equal((await writer.person.post(`/v1/profiles/${writer.profileId}/restore`)).status, 200)
  assert.equal((await writer.ada.get(`/v1/posts/${later.body.id}`)).body.status, 'draft')
})
