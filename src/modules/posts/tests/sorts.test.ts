import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId, type PostId, toWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectBoth, withKey } from '#test/world/posts.ts'

/** Lists of posts sorted by time or metric, compared with the same posts sorted in this process. */
const metrics = ['views', 'impressions', 'reach', 'likes', 'comments', 'shares', 'saves'] as const
type Numbers = Readonly<Record<(typeof metrics)[number] | 'counted' | 'seen', number>>

interface Post {
  readonly id: string
  readonly profileId: string
  readonly status: string
  readonly scheduledAt: string | null
  readonly publishedAt: string | null
  readonly authorUid: string | null
}

let t: TestApp
let ada: Client
let w: Awaited<ReturnType<typeof connectBoth>>
let all: readonly Post[]
let numbers: Readonly<Record<string, Numbers>>
before(async () => {
  t = await startApp({ sandbox: true, numbers: true })
  w = await connectBoth(t)
  ada = w.ada
  const second = (await w.person.post('/v1/profiles', { name: 'second' })).body.id
  const posts = Array.from({ length: 48 }, (_, n) => ({
    profileId: n % 4 === 1 ? second : w.profileId,
    content: n % 3 === 0 ? `pier ${n}` : `no ${n}`,
    platforms: [],
  }))
  assert.equal((await ada.post('/v1/posts/bulk', { posts })).status, 201)
  // Several posts share a time, a metric or both, and some have neither.
  await sql`
    update post set status = changed.status, scheduled_at = changed.scheduled_at, published_at = changed.published_at
    from (
      select id, (array['draft', 'scheduled', 'published', 'partial', 'failed'])[1 + nth % 5] as status,
        case when nth % 5 = 0 and nth % 2 = 0 then null
          else date_trunc('day', ph.now()) + (nth * 7 % 11) * interval '3 hours' end as scheduled_at,
        case when nth % 5 in (2, 3) and nth % 7 > 0
          then date_trunc('day', ph.now()) - (nth * 5 % 13) * interval '2 hours' end as published_at
      from (select id, row_number() over (order by id)::int as nth from post) as numbered) as changed
    where post.id = changed.id`.execute(t.db)
  for (const place of ['all', 'mastodon'])
    await sql`
      insert into metrics_post (post_id, place, profile_id, published_at, views, likes, comments, shares, saves,
        impressions, reach, counted, seen, has_numbers)
      select id, ${place}, profile_id, published_at, nth * 7 % 5, nth * 3 % 7, nth % 2, nth % 3, nth * 5 % 4,
        nth * 11 % 6 + case when ${place} = 'all' then 10 else nth % 8 end, nth % 9, nth * 3 % 7,
        10 + nth % 4, nth % 6 <> 2
      from (select *, row_number() over (order by id)::int as nth from post where published_at is not null) as numbered`.execute(
      t.db,
    )
  all = (await ada.get('/v1/posts')).body.posts
  const { rows } = await sql<Numbers & { postId: PostId }>`
    select post_id, ${sql.raw(metrics.map((name) => `${name}::float8 as ${name}`).join(', '))},
      counted::float8 as counted, seen::float8 as seen
    from metrics_post where place = 'all' and has_numbers`.execute(t.db)
  numbers = Object.fromEntries(rows.map((row) => [toWire('post', row.postId), row]))
  assert.ok(Object.keys(numbers).length > 8, 'some posts have metrics')
})
after(() => t[Symbol.asyncDispose]())

/** Reads a list page by page to its end. */
async function walk(query: string, limit: number, path = '/v1/posts'): Promise<string[]> {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { status, body, text } = await ada.get(`${path}?${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    assert.equal(status, 200, text)
    assert.ok(body.posts.length <= limit)
    seen.push(...body.posts.map(({ id }: Post) => id))
    if (body.nextCursor === null) return seen
    cursor = body.nextCursor
  }
}

const timeOf = ({ status, scheduledAt, publishedAt }: Post): number => {
  const isOut = status === 'published' || status === 'partial'
  const at = (isOut ? publishedAt : null) ?? scheduledAt ?? publishedAt
  return at === null ? Infinity : Date.parse(at)
}

/** Sorts by a value and then by ID, both in one direction. */
function sorted(posts: readonly Post[], read: (post: Post) => number, order: string): string[] {
  const sign = order === 'asc' ? 1 : -1
  const compare = (a: number | string, b: number | string) => (a === b ? 0 : a < b ? -1 : 1)
  return [...posts].sort((a, b) => sign * (compare(read(a), read(b)) || compare(a.id, b.id))).map(({ id }) => id)
}

test('posts sorted by time are in the same order as sorted here, in pages of any size and in one response', async () => {
  for (const order of ['desc', 'asc']) {
    const expected = sorted(all, timeOf, order)
    for (const limit of [5, 48]) assert.deepEqual(await walk(`sort=date&order=${order}`, limit), expected)
    const whole = (await ada.get(`/v1/posts/summaries?sort=date&order=${order}`)).body.posts
    assert.deepEqual(
      whole.map(({ id }: Post) => id),
      expected,
    )
  }
  const own = all.filter(({ profileId, status }) => profileId === w.profileId && /draft|failed/.test(status))
  assert.deepEqual(
    await walk(`sort=date&profileId=${w.profileId}&status=draft,failed`, 3),
    sorted(own, timeOf, 'desc'),
    'the latest is first unless another order is requested',
  )
})

test('posts sorted by a metric are in the same order as sorted here, and those without metrics are last', async () => {
  const reads = {
    ...Object.fromEntries(metrics.map((name) => [name, (one: Numbers) => one[name]])),
    engagement: ({ likes, comments, shares, saves }: Numbers) => likes + comments + shares + saves,
    engagementRate: ({ counted, seen }: Numbers) => counted / seen,
  }
  for (const [sort, valueIn] of Object.entries(reads))
    for (const order of ['desc', 'asc']) {
      const none = order === 'asc' ? Infinity : -1
      const expected = sorted(all, ({ id }) => (numbers[id] ? valueIn(numbers[id]) : none), order)
      for (const limit of sort === 'views' ? [5, 48] : [20])
        assert.deepEqual(await walk(`sort=${sort}&order=${order}`, limit), expected, `${sort} ${order} ${limit}`)
    }
})

test('with a platform, its own metrics count; a list by metric without a limit is one page', async () => {
  const ids = all.filter(({ profileId, id }) => profileId === w.profileId && numbers[id]).map(({ id }) => id)
  for (const id of ids) {
    const changed = await ada.patch(`/v1/posts/${id}`, { metadata: { seen: 'yes' } })
    assert.equal(changed.status, 200, changed.text)
  }
  await sql`
    insert into post_target (id, owner_uid, post_id, account_id, network, position, round, created_at)
    select gen_random_uuid(), owner_uid, id, null, 'mastodon', 0, 0, created_at from post
    where metadata ? 'seen'`.execute(t.db)
  const { rows } = await sql<{ id: string; impressions: number }>`
    select post_id as id, impressions::float8 as impressions from metrics_post m join post p on p.id = m.post_id
    where m.place = 'mastodon' and m.has_numbers and p.metadata ? 'seen'`.execute(t.db)
  const ofPlatform = new Map(rows.map(({ id, impressions }) => [toWire('post', id as never), impressions]))
  const listed = await walk('sort=impressions&platform=mastodon', 4)
  assert.equal(listed.length, ids.length)
  const values = listed.map((id) => ofPlatform.get(id) ?? -1)
  assert.deepEqual(
    values,
    [...values].sort((a, b) => b - a),
  )
  const first = (await ada.get('/v1/posts?sort=views')).body
  assert.deepEqual([first.posts.length, first.hasMore], [48, false])
})

test('lists are filtered by author, and by the time of a post', async () => {
  const { authorUid: uid } = all[0] as Post
  const guest = toWire('usr', newId<'usr'>(t.now()))
  assert.equal((await walk(`authorUid=${uid}`, 20)).length, 48)
  assert.deepEqual(await walk(`authorUid=${guest}`, 20), [])
  assert.deepEqual(await walk(`authorUid=${guest}`, 20, '/v1/posts/summaries'), [])
  const times = all.map(timeOf).filter(Number.isFinite).sort()
  const [from, to] = [times[8] ?? 0, times.at(-8) ?? 0]
  const during = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
  const within = all.filter((post) => timeOf(post) >= from && timeOf(post) < to)
  assert.deepEqual(await walk(`sort=date&${during}`, 5), sorted(within, timeOf, 'desc'))
  assert.deepEqual(new Set(await walk(`sort=likes&${during}`, 5)), new Set(within.map(({ id }) => id)))
  const since = await walk(`sort=date&from=${new Date(from).toISOString()}`, 50)
  const dated = new Set(all.filter((post) => timeOf(post) < Infinity).map(({ id }) => id))
  assert.deepEqual(
    since.filter((id) => !dated.has(id)),
    [],
    'a post without a time is in no period',
  )
})

test('400: an order is refused where a sort order has one direction, and an unknown sort or author is refused', async () => {
  const refused = await ada.get('/v1/posts?sort=scheduled&order=desc')
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/query/order'])
  for (const query of ['sort=fame', 'sort=date&order=up', 'authorUid=me', 'sort=views&cursor=nonsense'])
    assert.equal((await ada.get(`/v1/posts?${query}`)).status, 400, query)
})

test('403 scope_required: the order by a metric shows metrics, so it needs the scope analytics:read', async () => {
  const reads = await withKey(t, w.person, ['posts:read'])
  const refused = await reads.get('/v1/posts/summaries?sort=views')
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.requiredScope],
    [403, 'scope_required', 'analytics:read'],
  )
  assert.equal((await reads.get('/v1/posts/summaries?sort=date&limit=5')).status, 200)
})
