import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { hours } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { createDispatcher } from './dispatcher.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

const schedule = async (content: string, more: object = {}): Promise<string> => {
  const draft = { profileId: w.profileId, content, platforms: ['bluesky', 'mastodon'], scheduledAt: inTime(t, -1_000) }
  const made = await w.ada.post('/v1/posts', { ...draft, ...more })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

/** Returns a dispatcher that counts its database statements. */
function counting() {
  const counted = { statements: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      counted.statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const dispatcher = createDispatcher({ ...t.deps, db: t.deps.db.withPlugin(plugin) })
  return { counted, dispatcher }
}

test('forty due posts are dispatched in the same number of statements as one', async () => {
  const took: number[] = []
  for (const many of [1, 40]) {
    for (let n = 0; n < many; n++) await schedule(`${many} at once, no ${n}`)
    const { counted, dispatcher } = counting()
    assert.equal(await dispatcher.tick(), many)
    took.push(counted.statements)
  }
  await t.settle()
  assert.equal(took[0], took[1])
  assert.ok(took[0]! < 20, `${took[0]} statements`)
})

test('a target that has become invalid fails with a reason, and the other targets are published', async () => {
  const id = await schedule('fine there', { scheduledAt: inTime(t, hours(1)) })
  const longer = 'x'.repeat(400)
  // As if the network's limit had been lowered after the post was written.
  await t.db.updateTable('post').set({ content: longer }).where('post.id', '=', fromWire('post', id)!).execute()
  await t.advance(hours(2))
  const { status, targets } = (await w.ada.get(`/v1/posts/${id}`)).body
  assert.equal(status, 'partial')
  assert.deepEqual(
    targets.map((row: { status: string; errorCode: string | null }) => [row.status, row.errorCode]),
    [
      ['failed', 'text_too_long'],
      ['published', null],
    ],
  )
  assert.match(targets[0].error, /400 .* 300/)
  const refused = await w.ada.post(`/v1/posts/${id}/retry`)
  assert.deepEqual([refused.status, refused.body.code], [400, 'validation_failed'])
})

test('posts of a profile in the trash are not dispatched', async () => {
  const other = await connectBoth(t)
  const draft = {
    profileId: other.profileId,
    content: 'left',
    platforms: ['bluesky'],
    scheduledAt: inTime(t, hours(1)),
  }
  const made = await other.ada.post('/v1/posts', draft)
  assert.equal((await other.person.delete(`/v1/profiles/${other.profileId}`)).status, 200)
  await t.advance(hours(2))
  assert.equal(t.sandbox.ledger.entries({}).filter(({ text }) => text === 'left').length, 0)
  assert.equal((await other.ada.get(`/v1/posts/${made.body.id}`)).status, 404)
})

test('a damaged post fails alone, with a readable error and an alert, and the others are published', async () => {
  const before = await schedule('before the damaged one', { scheduledAt: inTime(t, hours(1)) })
  const damaged = await schedule('damaged', { scheduledAt: inTime(t, hours(1)) })
  const others = await Promise.all(
    [1, 2, 3].map((no) => schedule(`next to the damaged one ${no}`, { scheduledAt: inTime(t, hours(1)) })),
  )
  await sql`update post set thread = '[null]' where id = ${fromWire('post', damaged)!}`.execute(t.db)
  await t.advance(hours(1))
  for (const id of [before, ...others]) assert.equal((await w.ada.get(`/v1/posts/${id}`)).body.status, 'published')
  const { rows } = await sql<{ status: string; refusal: { code: string; error: string } }>`
    select post.status, t.refusal from post join post_target t on t.post_id = post.id
    where post.id = ${fromWire('post', damaged)!}`.execute(t.db)
  assert.equal(rows.length, 2)
  for (const { status, refusal } of rows) {
    assert.deepEqual([status, refusal.code], ['failed', 'internal'])
    assert.match(refusal.error, /could not prepare this post/)
  }
  const alerts = await t.db.selectFrom('alert').selectAll().where('alert.subject', '=', damaged).execute()
  assert.deepEqual(
    alerts.map(({ kind, severity }) => [kind, severity]),
    [['post_not_dispatched', 'critical']],
  )
  const { rows: events } = await sql<{ type: string }>`
    select type from event where data ->> 'postId' = ${fromWire('post', damaged)!} order by event.id`.execute(t.db)
  assert.deepEqual(events.map(({ type }) => type).slice(-3), ['post.failed', 'post.failed', 'post.failed'])
})

test('long posts are dispatched in batches of a limited number of bytes', async () => {
  const thread = Array.from({ length: 20 }, (_, no) => ({ content: `${no} `.repeat(60) }))
  const ids: string[] = []
  for (let no = 0; no < 12; no++) ids.push(await schedule(`long ${no}`, { thread }))
  const lots: number[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node)
      if (text.includes('insert into publication')) lots.push(text.length)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const dispatcher = createDispatcher({ ...t.deps, db: t.deps.db.withPlugin(plugin) }, { maxBytes: 20_000 })
  assert.equal(await dispatcher.tick(), 12)
  assert.ok(lots.length >= 3 && Math.max(...lots) < 60_000, `lots of ${lots} characters`)
  for (const id of ids) assert.equal((await w.ada.get(`/v1/posts/${id}`)).body.status, 'queued')
})
