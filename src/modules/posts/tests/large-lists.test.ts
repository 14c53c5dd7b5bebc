import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'

/** Lists of posts that are as large as a post may be. */
const posts = 16
const largeText = 'ä'.repeat(90_000)
const mebibyte = 1024 * 1024

let t: TestApp
let ada: Client
let made: string[]
let key: string
before(async () => {
  t = await startApp()
  const person = await t.as('ada')
  ada = person
  key = (await person.post('/v1/api-keys', { name: 'reads', scopes: ['posts:read'] })).body.key
  const profileId = (await person.post('/v1/profiles', { name: 'of ada' })).body.id
  made = []
  for (let nth = 0; nth < posts; nth++) {
    // Repetitive text is compressed in storage, but still large when read.
    const thread = Array.from({ length: 6 }, () => ({ content: 'x'.repeat(40_000) }))
    const answer = await person.post('/v1/posts', { profileId, content: largeText, thread, saveAsDraft: true })
    assert.equal(answer.status, 201, answer.text)
    made.push(answer.body.id)
  }
  made.reverse()
})
after(() => t[Symbol.asyncDispose]())

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

test('a page of large posts is limited in bytes, and its cursor leads to all of them', async () => {
  for (const sort of ['createdAt', 'scheduledAt']) {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await ada.get(`/v1/posts?limit=100&sort=${sort}${cursor}`)
      assert.equal(page.status, 200, page.text.slice(0, 200))
      assert.ok(page.bytes.length < mebibyte, `${page.bytes.length} bytes`)
      assert.ok(page.body.posts.length > 0)
      seen.push(...idsOf(page.body.posts))
      assert.equal(page.body.hasMore, page.body.nextCursor !== null)
      if (page.body.nextCursor === null) break
      cursor = `&cursor=${page.body.nextCursor}`
    }
    assert.deepEqual(seen, sort === 'createdAt' ? made : [...made].reverse())
  }
})

test('a post larger than a page gets its own page', async () => {
  const { body, bytes } = await ada.get('/v1/posts?limit=1')
  assert.deepEqual([body.posts.length, body.hasMore], [1, true])
  assert.ok(bytes.length > 300_000)
})

test('the trash is listed in full and read a few posts at a time', async () => {
  const gone = made.slice(0, 8)
  for (const id of gone) assert.equal((await ada.delete(`/v1/posts/${id}`)).status, 200)
  assert.deepEqual(idsOf((await ada.get('/v1/posts/trash')).body).sort(), [...gone].sort())
  for (const id of gone) await ada.post(`/v1/posts/${id}/restore`)
})

test('a post’s audit log stays small, however large the post is and however often it is rewritten', async () => {
  for (let nth = 0; nth < 8; nth++) await ada.patch(`/v1/posts/${made[0]}`, { content: `${nth}${largeText.slice(1)}` })
  const log = await ada.get(`/v1/posts/${made[0]}/audit`)
  assert.equal(log.status, 200)
  assert.ok(log.bytes.length < 64 * 1024, `${log.bytes.length} bytes`)
  assert.match(log.body[0].changes.content.to, /^7ä{499}… \(90000 characters, SHA-256 [0-9a-f]{64}\)$/)
})

test('two of a user’s lists are read at once, and small requests and other users do not wait for them', async () => {
  const bob = await t.as('bob')
  const held = await holdPosts()
  const readers = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
    return rows[0]!.n
  }
  const lists = Array.from({ length: 10 }, () => t.withToken(key).get('/v1/posts?limit=2'))
  while ((await readers()) < 2);
  for (const each of [ada, bob]) assert.equal((await each.get('/v1/profiles')).status, 200)
  assert.equal(await readers(), 2)
  await held.release()
  assert.deepEqual(new Set((await Promise.all(lists)).map(({ status }) => status)), new Set([200]))
})

test('429: a user cannot queue many lists', async () => {
  // A user whose earlier requests took little of the server's time: those of others pass one by one.
  const carl = await t.as('carl')
  const ofCarl = (await carl.post('/v1/api-keys', { name: 'reads', scopes: ['posts:read'] })).body.key
  const held = await holdPosts()
  const refused = Promise.withResolvers<void>()
  let left = 28
  const lists = Array.from({ length: 80 }, async () => {
    const { status } = await t.withToken(ofCarl).get('/v1/posts?limit=2')
    if (status === 429 && --left === 0) refused.resolve()
    return status
  })
  // While nothing is read, two lists have begun and fifty wait.
  await refused.promise
  await held.release()
  const statuses = await Promise.all(lists)
  assert.deepEqual([...new Set(statuses)].sort(), [200, 429])
  assert.ok(statuses.filter((status) => status === 200).length >= 50)
})

/** Keeps every list of posts waiting until it is released. */
async function holdPosts() {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = t.db.transaction().execute(async (tx) => {
    await sql`lock table post`.execute(tx)
    held.resolve()
    await release.promise
  })
  await held.promise
  return {
    release: () => {
      release.resolve()
      return holding
    },
  }
}
