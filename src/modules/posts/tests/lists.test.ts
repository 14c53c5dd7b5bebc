import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, test } from 'node:test'
import { days, hours, minutes } from '#kernel/clock.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

/** Listing, counting, trashing and restoring posts. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let ada: Client
let key: string
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  ada = w.ada
  key = (await w.person.post('/v1/api-keys', { name: 'reads', scopes: ['posts:read'] })).body.key
})
after(() => t[Symbol.asyncDispose]())

const write = async (body: object, by: Client = ada): Promise<string> => {
  const made = await by.post('/v1/posts', { profileId: w.profileId, saveAsDraft: true, ...body })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id)
const list = async (query: string, by: Client = ada) => {
  const answer = await by.get(`/v1/posts?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as { posts: { id: string; content: string }[]; nextCursor: string | null; hasMore: boolean }
}
/** Reads the list page by page to its end. */
async function walk(query: string, limit: number): Promise<string[]> {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const page = await list(`${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    seen.push(...idsOf(page.posts))
    assert.equal(page.hasMore, page.nextCursor !== null)
    if (page.nextCursor === null) return seen
    cursor = page.nextCursor
  }
}

test('each sort order is the same in pages of any size as in a single response', async () => {
  const second = (await w.person.post('/v1/profiles', { name: 'second' })).body.id
  const made: string[] = []
  for (let n = 0; n < 9; n++) {
    const scheduledAt = n % 3 === 0 ? null : inTime(t, hours(n % 2 === 0 ? 1 : 20 - n))
    made.push(await write({ content: `no ${n}`, scheduledAt, ...(n % 4 === 1 ? { profileId: second } : {}) }))
  }
  const newest = idsOf((await list('')).posts)
  assert.deepEqual(newest, [...made].reverse())
  const soonest = idsOf((await list('sort=scheduledAt')).posts)
  assert.deepEqual([...soonest].sort(), [...made].sort())
  assert.deepEqual(
    soonest.slice(-3),
    [0, 3, 6].map((n) => made[n]),
  )
  for (const limit of [1, 2, 4, 9, 100]) {
    assert.deepEqual(await walk('', limit), newest)
    assert.deepEqual(await walk('sort=scheduledAt', limit), soonest)
  }
  assert.deepEqual(
    idsOf((await list(`profileId=${second}`)).posts),
    [5, 1].map((n) => made[n]),
  )
})

test('400 cursor_invalid: an unknown or foreign cursor is rejected; one whose post is in the trash still works', async () => {
  const before = await walk('', 2)
  await ada.delete(`/v1/posts/${before[2]}`)
  const page = await list(`limit=2&cursor=${before[2]}`)
  assert.deepEqual(idsOf(page.posts), before.slice(3, 5))
  await ada.post(`/v1/posts/${before[2]}/restore`)
  const stranger = await connectBoth(t)
  const foreign = await write({ profileId: stranger.profileId }, stranger.ada)
  for (const cursor of [foreign, 'nonsense', before[0]?.replace(/.{4}$/, '0000')]) {
    const refused = await ada.get(`/v1/posts?cursor=${cursor}`)
    assert.deepEqual([refused.status, refused.body.code], [400, 'cursor_invalid'])
  }
  assert.equal((await ada.get('/v1/posts?limit=0')).status, 400)
  assert.equal((await ada.get('/v1/posts?limit=101')).status, 400)
})

test('a list is filtered by status, platform, account, time and text', async () => {
  const soon = await write({
    content: 'a 100% Hit',
    platforms: ['bluesky'],
    saveAsDraft: false,
    scheduledAt: inTime(t, days(3)),
  })
  const other = await write({ content: 'a 100 hits', platforms: ['mastodon'], title: 'Lighthouse' })
  const only = async (query: string) => idsOf((await list(query)).posts)
  assert.deepEqual(await only('status=scheduled'), [soon])
  assert.deepEqual(await only('platform=bluesky'), [soon])
  assert.deepEqual(await only(`accountId=${w.mastodon}`), [other])
  assert.deepEqual(await only('q=100%25%20hit'), [soon])
  assert.deepEqual(await only('q=LIGHT'), [other])
  assert.deepEqual(await only('sort=scheduled'), [soon])
  assert.deepEqual(await only(`sort=scheduledAt&from=${inTime(t, days(2))}&to=${inTime(t, days(4))}`), [soon])
  assert.deepEqual(await only(`to=${inTime(t, -minutes(1))}`), [])
  assert.equal((await ada.get('/v1/posts?status=lost')).status, 400)
  assert.equal((await ada.get('/v1/posts?colour=red')).status, 400)
})

test('a list is filtered by several statuses, tag, metadata and publication time', async () => {
  const writer = await connectBoth(t)
  const of = { profileId: writer.profileId }
  const draft = await write(
    { ...of, content: 'd', tags: ['pier', 'a,b'], metadata: { campaign: 'spring', part: '1' } },
    writer.ada,
  )
  const timed = await write(
    {
      ...of,
      content: 's',
      platforms: ['bluesky'],
      saveAsDraft: false,
      scheduledAt: inTime(t, days(9)),
      metadata: { campaign: 'autumn' },
    },
    writer.ada,
  )
  const out = await write({ ...of, content: 'p', platforms: ['bluesky'], saveAsDraft: false }, writer.ada)
  const before = t.now()
  await t.settle()
  const only = async (query: string) => idsOf((await list(query, writer.ada)).posts)
  assert.deepEqual(await only('status=draft,scheduled'), [timed, draft])
  assert.deepEqual(await only('status=draft&status=published'), [out, draft])
  assert.deepEqual(await only('tag=pier'), [draft])
  assert.deepEqual(await only('tag=a%2Cb'), [draft])
  assert.deepEqual(await only('tag=pie'), [])
  assert.deepEqual(await only('metadata[campaign]=spring'), [draft])
  assert.deepEqual(await only('metadata%5Bcampaign%5D=spring&metadata[part]=1'), [draft])
  assert.deepEqual(await only('metadata[campaign]=spring&metadata[part]=2'), [])
  assert.deepEqual(await only(`publishedFrom=${before.toISOString()}`), [out])
  assert.deepEqual(await only(`publishedTo=${before.toISOString()}`), [])
  for (const query of [
    'status=draft,lost',
    'metadata=spring',
    'metadata[a]=1&metadata[a]=2',
    'colour[a]=1',
    'publishedFrom=x',
  ])
    assert.equal((await writer.ada.get(`/v1/posts?${query}`)).status, 400, query)
})

test('posts are counted by status and platform, without those in the trash', async () => {
  const { body } = await ada.get(`/v1/posts/stats?profileId=${w.profileId}`)
  assert.equal(body.byStatus.scheduled, 1)
  assert.equal(body.byPlatform[platformIdOf('bluesky')].scheduled, 1)
  assert.equal(body.byPlatform.mastodon.draft, 1)
  const id = await write({ content: 'away', platforms: ['mastodon'] })
  await ada.delete(`/v1/posts/${id}`)
  assert.deepEqual((await ada.get(`/v1/posts/stats?profileId=${w.profileId}`)).body, body)
})

test('posts of a label are counted by status, in any case of its name', async () => {
  await write({ content: 'one', platforms: ['mastodon'], tags: ['Open day'] })
  await write({
    content: 'two',
    platforms: ['bluesky'],
    tags: ['Open day', 'other'],
    saveAsDraft: false,
    scheduledAt: inTime(t, days(60)),
  })
  const { body } = await ada.get(`/v1/posts/stats?profileId=${w.profileId}&label=open+DAY`)
  assert.deepEqual([body.total, body.byStatus.draft, body.byStatus.scheduled], [2, 1, 1])
  assert.deepEqual([body.byPlatform.mastodon.draft, body.byPlatform.mastodon.scheduled], [1, 0])
  assert.equal((await ada.get(`/v1/posts/stats?profileId=${w.profileId}&label=none`)).body.total, 0)
})

test('a post in the trash can be restored for 30 days, and is deleted afterwards', async () => {
  const writer = await connectBoth(t)
  const made = async (content: string, more: object = {}) =>
    await write({ profileId: writer.profileId, content, platforms: ['bluesky'], ...more }, writer.ada)
  const armed = await made('armed', { saveAsDraft: false, scheduledAt: inTime(t, days(40)) })
  const past = await made('past', { saveAsDraft: false, scheduledAt: inTime(t, hours(1)) })
  for (const id of [armed, past]) assert.equal((await writer.ada.delete(`/v1/posts/${id}`)).status, 200)
  const trash = await writer.ada.get(`/v1/posts/trash?profileId=${writer.profileId}`)
  assert.deepEqual(idsOf(trash.body), [past, armed])
  assert.deepEqual(idsOf((await list(`profileId=${writer.profileId}`, writer.ada)).posts), [])
  const again = await writer.ada.delete(`/v1/posts/${armed}`)
  assert.deepEqual([again.status, again.body.deletedAt], [200, trash.body[1].deletedAt])
  await t.advance(hours(2))
  assert.equal((await writer.ada.post(`/v1/posts/${armed}/restore`)).body.status, 'scheduled')
  assert.equal((await writer.ada.post(`/v1/posts/${past}/restore`)).body.status, 'draft')
  assert.equal((await writer.ada.post(`/v1/posts/${past}/restore`)).body.code, 'post_not_in_trash')
  await writer.ada.delete(`/v1/posts/${past}`)
  await t.advance(days(30) - 1)
  assert.equal((await writer.ada.get(`/v1/posts/${past}`)).status, 200)
  await t.advance(days(1))
  assert.equal((await writer.ada.get(`/v1/posts/${past}`)).status, 404)
  assert.equal((await writer.ada.post(`/v1/posts/${past}/restore`)).status, 404)
  assert.equal((await t.db.selectFrom('post').select('post.id').where('post.content', '=', 'past').execute()).length, 0)
})

test('emptying the trash deletes posts in the user’s own profiles, and those in a shared profile only if requested', async () => {
  const mine = await write({ content: 'mine' })
  await ada.delete(`/v1/posts/${mine}`)
  const emptied = await ada.delete('/v1/posts/trash')
  assert.ok(emptied.body.deleted >= 1)
  assert.equal((await ada.get(`/v1/posts/${mine}`)).status, 404)
  assert.deepEqual((await ada.delete('/v1/posts/trash')).body, { ok: true, deleted: 0 })
})

test('403 posts_stay_published: nothing is ever deleted from a network', async () => {
  const id = await write({ content: 'stays' })
  for (const at of [`/v1/posts/${id}/platforms/bluesky`, '/v1/posts/unknown/platforms/myspace']) {
    const refused = await ada.delete(at)
    assert.deepEqual([refused.status, refused.body.code], [403, 'posts_stay_published'])
  }
})

test('a list without a limit returns all posts, and its response begins before all are read', async () => {
  const writer = await connectBoth(t)
  const posts = Array.from({ length: 50 }, (_, n) => ({ profileId: writer.profileId, content: `no ${n}` }))
  for (let n = 0; n < 22; n++) assert.equal((await writer.ada.post('/v1/posts/bulk', { posts })).status, 201)
  const { posts: all, nextCursor, hasMore } = await list(`profileId=${writer.profileId}`, writer.ada)
  assert.deepEqual([all.length, nextCursor, hasMore], [1_100, null, false])
  assert.equal(new Set(idsOf(all)).size, 1_100)
  const reader = await t.as('zoe')
  assert.deepEqual(await list('', reader), { posts: [], nextCursor: null, hasMore: false })
})

test('a list stops being read when the client disconnects', async () => {
  const open = () => Number(t.deps.pool.totalCount - t.deps.pool.idleCount)
  await new Promise<void>((resolve) => {
    const call = httpRequest(`${t.url}/v1/posts`, { headers: { authorization: `Bearer ${key}` } }, (answer) => {
      answer.once('data', () => answer.destroy())
      answer.once('close', resolve)
      answer.once('error', () => {})
    })
    call.on('error', () => resolve())
    call.end()
  })
  for (let n = 0; n < 100 && open() > 0; n++) await t.settle()
  assert.equal(open(), 0)
})
