import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { caps } from '#kernel/caps.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer } from '#test/harness/client.ts'
import { connectBoth } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

const words = 'The lighthouse is open again. '.repeat(2_300)
const draft = (content = words) => ({ profileId: w.profileId, content, platforms: ['bluesky'], saveAsDraft: true })
const create = (body: object = draft()) => w.ada.post('/v1/posts', body)

const readUsed = async (): Promise<number> => {
  const { rows } = await sql<{ bytes: string }>`select coalesce(sum(bytes), 0) as bytes from text_use`.execute(t.db)
  return Number(rows[0]?.bytes)
}
const countAgain = async (): Promise<number> => {
  const { rows } = await sql<{ bytes: string }>`select (select coalesce(sum(ph.counted_text(p)), 0) from post p)
    + (select coalesce(sum(ph.counted_text(t)), 0) from post_target t) as bytes`.execute(t.db)
  return Number(rows[0]?.bytes)
}
/** Pretends that the owner has stored so much that only this many bytes are left. */
const leaveRoom = async (bytes: number): Promise<void> => {
  const more = caps.textBytesOfOwner - bytes - (await readUsed())
  await sql`update text_use set bytes = bytes + ${more} where (owner_uid, slot) in
    (select owner_uid, slot from text_use limit 1)`.execute(t.db)
}
const requireFull = ({ status, body, text }: Answer): void => {
  assert.deepEqual([status, body.code], [409, 'post_texts_full'], text)
  assert.match(body.detail, /2 GB of text. Delete posts and empty the trash/)
}

test('the database counts all of a post’s text, however the post is written or deleted', async () => {
  const { id } = (await create()).body
  const own = [{ platform: 'mastodon', content: words }, 'bluesky']
  const steps: readonly (() => Promise<Answer>)[] = [
    () => create({ ...draft(), thread: [{ content: words }], platforms: own, metadata: { k: 'v' } }),
    () => w.ada.patch(`/v1/posts/${id}`, { content: 'Short.', thread: [{ content: 'Ä' }], platforms: own }),
    () => w.ada.patch(`/v1/posts/${id}`, { firstComment: 'Look here.', platforms: ['bluesky'] }),
    () => w.ada.post(`/v1/posts/${id}/duplicate`, {}),
    () => w.ada.post('/v1/posts/bulk', { posts: [draft('One.'), draft('Two.')] }),
    () => w.ada.delete(`/v1/posts/${id}`),
    () => w.ada.delete(`/v1/posts/trash?profileId=${w.profileId}`),
  ]
  for (const step of steps) {
    const answer = await step()
    assert.ok(answer.status < 300, answer.text)
    assert.equal(await readUsed(), await countAgain())
  }
  assert.ok((await readUsed()) > 2 * words.length)
})

test('short texts are estimated from a sample of their posts', async () => {
  await create(draft('A short one.'))
  const before = await readUsed()
  await sql`insert into post select copied.* from post, generate_series(1, 4000) n,
    jsonb_populate_record(post, jsonb_build_object('id', gen_random_uuid(), 'content', repeat('x', 1800 + n % 2))) copied
    where post.content = 'A short one.'`.execute(t.db)
  assert.equal(await readUsed(), await countAgain())
  const counted = (await readUsed()) - before
  assert.ok(counted > 0.6 * 4_000 * 2_100 && counted < 1.4 * 4_000 * 2_100, String(counted))
})

test('409: concurrent requests do not exceed the cap on an owner’s text', async () => {
  const other = (await w.ada.post('/v1/profiles', { name: 'Other' })).body
  const { id } = (await create()).body
  await leaveRoom(5 * 131_072)
  const answers = await Promise.all(Array.from({ length: 12 }, () => create()))
  const made = answers.filter(({ status }) => status === 201)
  assert.ok(made.length >= 5 && made.length <= 10, String(made.length))
  for (const one of answers) if (one.status !== 201) requireFull(one)
  assert.ok((await readUsed()) <= caps.textBytesOfOwner)

  await leaveRoom(0)
  const csv = `content,platforms\n"${words}",bluesky\n`
  const asCsv = { headers: { 'content-type': 'text/csv' } }
  for (const write of [
    () => w.ada.patch(`/v1/posts/${id}`, { thread: [{ content: words }, { content: words }] }),
    () => w.ada.patch(`/v1/posts/${id}`, { platforms: [{ platform: 'bluesky', content: words }] }),
    () => w.ada.post(`/v1/posts/${id}/duplicate`, {}),
    () => w.ada.post('/v1/posts/bulk', { posts: [draft()] }),
    () => w.ada.post('/v1/posts/fanout', { master: draft(), children: [{ profileId: other.id }] }),
    () => w.ada.post(`/v1/posts/import?profileId=${w.profileId}`, csv, asCsv),
  ])
    requireFull(await write())

  assert.equal((await w.ada.patch(`/v1/posts/${id}`, { content: 'Shorter.' })).status, 200)
  for (const { body } of made) assert.equal((await w.ada.delete(`/v1/posts/${body.id}`)).status, 200)
  assert.equal((await w.ada.delete(`/v1/posts/trash?profileId=${w.profileId}`)).status, 200)
  assert.equal((await create()).status, 201)
})

test('the cap in the code equals the cap in the database', async () => {
  const { rows } = await sql<{ max: string }>`select ph.text_bytes_max() as max`.execute(t.db)
  assert.equal(Number(rows[0]?.max), caps.textBytesOfOwner)
})
