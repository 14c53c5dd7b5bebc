import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { type KyselyPlugin, sql } from 'kysely'
import { days, hours, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { callerOfUser } from '#modules/identity/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBoth, withKey } from '#test/world/posts.ts'
import { readAccountInsights } from './actions/read-accounts.ts'

/** Analytics responses, through the API. oracle.test.ts compares their values with a plain computation. */
let t: TestApp
let ada: Client
let both: Awaited<ReturnType<typeof connectBoth>>
let threads: string
const posts: string[] = []
before(async () => {
  t = await startApp({ sandbox: true, numbers: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  both = await connectBoth(t)
  ada = both.ada
  const { profileId, login } = both
  threads = done(await connectHeadless(t, both.person, 'threads', profileId, { login })).body.accountId
  for (let nth = 0; nth < 5; nth += 1) {
    const platforms = nth % 2 === 0 ? ['threads', 'mastodon'] : ['threads']
    posts.push(done(await ada.post('/v1/posts', { profileId, platforms, content: `post ${nth}` }), 201).body.id)
    await t.settle()
    await t.advance(hours(3))
  }
})
after(() => t[Symbol.asyncDispose]())

const get = async (path: string) => done(await ada.get(`/v1/analytics/${path}`)).body
const iso = (ms: number) => new Date(t.now().getTime() + ms).toISOString()

test('the overview has a period’s totals, platforms, best posts and buckets, and its sums match', async () => {
  const overview = await get('overview?startDate=2027-01-13')
  assert.deepEqual(Object.keys(overview).sort(), [
    'avgEngagementRate',
    'byPlatform',
    'dailyTrend',
    'gained',
    'period',
    'topPosts',
    'totalComments',
    'totalImpressions',
    'totalLikes',
    'totalPosts',
    'totalReach',
    'totalSaves',
    'totalShares',
    'totalTargets',
    'totalViews',
  ])
  assert.equal(overview.period.timezone, 'UTC')
  assert.equal(overview.period.start, '2027-01-13T00:00:00.000Z')
  assert.equal(overview.period.clampedFrom, null)
  assert.deepEqual([overview.totalPosts, overview.totalTargets], [8, 8])
  assert.ok(overview.totalViews > 0 && overview.avgEngagementRate > 0)
  assert.equal(overview.byPlatform.threads.posts, 5)
  assert.equal(overview.byPlatform.mastodon.posts, 3)
  assert.equal(overview.byPlatform['net-a'].posts, 0)
  assert.deepEqual(overview.byPlatform.mastodon.unavailable, ['views', 'saves', 'impressions', 'reach'])
  assert.equal(overview.byPlatform.mastodon.network, 'mastodon')
  assert.equal(overview.topPosts.length, 5)
  const [best] = overview.topPosts
  assert.deepEqual(best.platforms, best.networks)
  assert.equal(best.content, `post ${posts.indexOf(best.postId)}`)
  // Nothing was published before the period, so all metrics were gained in it.
  assert.equal(overview.gained.views, overview.totalViews)
  assert.equal(overview.gained.posts, 8)
  const sum = (name: string) =>
    overview.dailyTrend.reduce((total: number, bucket: Record<string, number>) => total + (bucket[name] ?? 0), 0)
  assert.equal(sum('likes'), overview.gained.likes)
  assert.deepEqual(
    overview.dailyTrend.map(({ date }: { date: string }) => date),
    ['2027-01-13', '2027-01-14'],
  )
})

test('the best posts have a small image of their first file', async () => {
  const file = await plain(640, 480).png().toBuffer()
  const { id: mediaId } = done(await ada.upload('/v1/media/upload', { file, fileName: 'shop.png' })).body
  const [pictured = ''] = posts
  const media = JSON.stringify([{ mediaId: fromWire('media', mediaId) }])
  await sql`update post set media = ${media}::jsonb where id = ${fromWire('post', pictured)}`.execute(t.db)
  const { topPosts } = await get('overview?startDate=2027-01-13')
  const small = await ada.get(
    new URL(topPosts.find((post: { postId: string }) => post.postId === pictured).thumbnailUrl).pathname,
  )
  assert.equal(small.status, 200)
  assert.equal(topPosts.filter((post: { thumbnailUrl: string | null }) => post.thumbnailUrl === null).length, 4)
})

test('an outlier has the text, networks, time and small image of a best post', async () => {
  const { topPosts } = await get('overview?startDate=2027-01-13')
  const [pictured = ''] = posts
  const id = fromWire('post', pictured)
  const { views: seen } = await t.db
    .selectFrom('metricsPost')
    .select('views')
    .where('postId', '=', id)
    .where('place', '=', 'all')
    .executeTakeFirstOrThrow()
  const setViews = (views: number | bigint | string) =>
    sql`update metrics_post set views = ${views} where post_id = ${id} and place = 'all'`.execute(t.db)
  await setViews(1_000_000)
  const { outliers } = await get(`outliers?profileId=${both.profileId}`)
  await setViews(seen)
  const [one] = outliers
  const best = topPosts.find((post: { postId: string }) => post.postId === pictured)
  const nameOf = ({ postId, content, publishedAt, platforms, networks }: typeof best) => ({
    postId,
    content,
    publishedAt,
    platforms,
    networks,
  })
  assert.deepEqual(nameOf(one), nameOf(best))
  assert.equal((await ada.get(new URL(one.thumbnailUrl).pathname)).status, 200)
})

test('filtering by platform affects every part of the overview', async () => {
  const all = await get('overview')
  const mastodon = await get('overview?platform=mastodon')
  assert.deepEqual(Object.keys(mastodon.byPlatform), ['mastodon'])
  assert.equal(mastodon.totalPosts, 3)
  assert.equal(mastodon.totalLikes, all.byPlatform.mastodon.likes)
  assert.equal(mastodon.gained.likes, mastodon.totalLikes)
  assert.equal(mastodon.topPosts.length, 3)
})

test('filtering by account affects every part of the overview, and the best posts have that account’s metrics', async () => {
  const all = await get('overview')
  const own = await get(`overview?accountId=${threads}`)
  assert.deepEqual(Object.keys(own.byPlatform), ['threads'])
  assert.deepEqual([own.totalPosts, own.topPosts.length], [5, 5])
  assert.equal(own.totalLikes, all.byPlatform.threads.likes)
  assert.equal(own.gained.likes, own.totalLikes)
  const { likes } = own.topPosts.reduce(
    (sum: { likes: number }, post: { likes: number }) => ({ likes: sum.likes + post.likes }),
    { likes: 0 },
  )
  assert.equal(likes, own.totalLikes)
  for (const { networks } of own.topPosts) assert.deepEqual(networks, ['threads'])
  const { a, b } = await get(
    `compare?accountId=${threads}&periodAStart=2027-01-13&periodAEnd=2027-01-13&periodBStart=2027-01-13&periodBEnd=2027-01-14`,
  )
  assert.deepEqual([Object.keys(a.byPlatform), b.totalPosts], [['threads'], 5])
})

test('labels are totals by tag; with one tag per post, they and the untagged rest add up to the totals', async () => {
  const { profileId } = both
  const [one = '', two = '', three = ''] = posts
  const tagAll = async (rows: readonly (readonly [string, readonly string[]])[]) => {
    for (const [id, tags] of rows)
      await sql`update post set tags = ${[...tags]}::text[] where id = ${fromWire('post', id)}`.execute(t.db)
  }
  await tagAll([
    [one, ['how-to']],
    [two, ['offer']],
    [three, ['how-to']],
  ])
  const query = `startDate=2027-01-13&profileId=${profileId}`
  const overview = await get(`overview?${query}`)
  const { labels, unlabelled, hasMore } = await get(`labels?${query}`)
  assert.equal(hasMore, false)
  assert.deepEqual(labels.map(({ label, posts: count }: { label: string; posts: number }) => [label, count]).sort(), [
    ['how-to', 4],
    ['offer', 1],
  ])
  const all = [...labels, unlabelled]
  const sum = (name: string) => all.reduce((total, row) => total + row[name], 0)
  assert.deepEqual(
    [sum('posts'), sum('likes'), sum('views')],
    [overview.totalPosts, overview.totalLikes, overview.totalViews],
  )
  await tagAll([[two, ['how-to', 'offer']]])
  const onThreads = (await get(`labels?${query}&platform=threads`)).labels
  assert.deepEqual(onThreads.map(({ posts: count }: { posts: number }) => count).sort(), [1, 3])
  assert.deepEqual((await get(`labels?${query}&accountId=${threads}`)).labels, onThreads)
  done(await ada.post('/v1/labels', { profileId, name: 'offer' }), 201)
  // A label in any case is found; the other labels of its posts and the posts without labels are left out.
  const offer = await get(`labels?${query}&label=OFFER`)
  assert.deepEqual(
    offer.labels,
    (await get(`labels?${query}`)).labels.filter(({ label }: { label: string }) => label === 'offer'),
  )
  assert.equal(offer.unlabelled.posts, 0)
  assert.deepEqual((await get(`labels?${query}&label=no+such`)).labels, [])
})

test('a start beyond the plan’s retention is clamped, and the response says so', async () => {
  const { period } = await get('overview?startDate=2020-01-01')
  assert.equal(period.clampedFrom, '2020-01-01T00:00:00.000Z')
  assert.equal(Date.parse(period.end) - Date.parse(period.start) <= days(730) + minutes(15), true)
})

test('400: hourly data over 31 days, an end before its start, and dates that do not exist are rejected', async () => {
  const hourly = await ada.get(`/v1/analytics/overview?granularity=hour&startDate=${iso(-days(32))}`)
  assert.deepEqual([hourly.status, hourly.body.code], [400, 'granularity_too_fine'])
  const backwards = await ada.get('/v1/analytics/overview?startDate=2027-01-12&endDate=2027-01-10')
  assert.deepEqual([backwards.status, backwards.body.errors[0].path], [400, '/query/endDate'])
  for (const date of ['2027-02-30', 'yesterday', '2027-01-01T00:00:00', '0000-01-01', '0001-01-01T00:00:00%2B14:00'])
    assert.equal((await ada.get(`/v1/analytics/overview?startDate=${date}`)).status, 400, date)
})

test('comparing two periods returns b minus a as a percentage of a, and null if a is 0', async () => {
  const { a, b, delta, deltaPercent } = await get(
    'compare?periodAStart=2027-01-10&periodAEnd=2027-01-12&periodBStart=2027-01-13&periodBEnd=2027-01-13',
  )
  assert.equal(a.totalPosts, 0)
  assert.equal(delta.totalPosts, b.totalPosts)
  assert.deepEqual(Object.keys(delta).sort(), Object.keys(deltaPercent).sort())
  assert.equal(deltaPercent.totalViews, null)
  const again = await get(
    'compare?periodAStart=2027-01-13&periodAEnd=2027-01-13&periodBStart=2027-01-14&periodBEnd=2027-01-14',
  )
  assert.equal(again.deltaPercent.totalPosts, Math.round((again.delta.totalPosts / again.a.totalPosts) * 10_000) / 100)
})

test('a post has its latest metrics by account, and their history over time', async () => {
  const [id = ''] = posts
  const now = await get(`posts/${id}`)
  assert.deepEqual(
    now.map(({ platform }: { platform: string }) => platform),
    ['threads', 'mastodon'],
  )
  assert.ok(now[0].engagementRate > 0 && now[0].engagementRate <= 100)
  const history = await get(`posts/${id}/history`)
  assert.ok(history.length > 2)
  const times = history.map(({ fetchedAt }: { fetchedAt: string }) => fetchedAt)
  assert.deepEqual(times, times.toSorted())
  const last = history.findLast(({ platform }: { platform: string }) => platform === 'threads')
  assert.equal(last.views, now[0].views)
  const summary = await get(`posts-summary?postIds=${posts.join(',')}`)
  assert.deepEqual(Object.keys(summary).sort(), [...posts].sort())
  assert.equal(summary[id].likes, now[0].likes + now[1].likes)
  assert.deepEqual(await get('posts-summary'), {})
  assert.equal((await ada.get(`/v1/analytics/posts-summary?postIds=${Array(101).fill(id)}`)).status, 400)
})

test('posts without metrics, and other users’ posts, are left out of the summary', async () => {
  const { profileId } = both
  const draft = done(await ada.post('/v1/posts', { profileId, content: 'not out yet', saveAsDraft: true }), 201).body.id
  assert.deepEqual(await get(`posts-summary?postIds=${draft}`), {})
  assert.deepEqual(await get(`posts/${draft}`), [])
  const stranger = await connectBoth(t)
  assert.deepEqual(done(await stranger.ada.get(`/v1/analytics/posts-summary?postIds=${posts[0]}`)).body, {})
  assert.equal((await stranger.ada.get(`/v1/analytics/posts/${posts[0]}`)).body.code, 'post_forbidden')
})

test('accounts have followers, sums of their posts, a daily history, and gains', async () => {
  const accounts = await get('accounts')
  assert.equal(accounts.length, 3)
  const account = accounts.find((one: { accountId: string }) => one.accountId === threads)
  const { byPlatform } = await get('overview')
  assert.equal(account.views, byPlatform.threads.views)
  assert.ok(account.followers > 0)
  await t.advance(days(1))
  const history = await get(`accounts/${threads}/history`)
  assert.ok(history.length >= 2)
  const { totals, byAccount } = await get('account-insights')
  assert.deepEqual(Object.keys(totals).sort(), [
    'comments',
    'followers',
    'impressions',
    'likes',
    'saves',
    'shares',
    'views',
  ])
  const insight = byAccount.find((one: { accountId: string }) => one.accountId === threads)
  assert.equal(insight.windowDays, 30)
  assert.equal(insight.views, (await get('overview')).byPlatform.threads.views)
  assert.equal(
    totals.likes,
    byAccount.reduce((sum: number, one: { likes: number }) => sum + one.likes, 0),
  )
  const none = await get(`accounts/${threads}/history?startDate=2026-12-01&endDate=2026-12-02`)
  assert.equal(none.length, 1)
})

test('reading gains takes the same number of statements for one account as for three', async () => {
  const uid = fromWire('usr', both.person.uid) ?? assert.fail()
  const caller = (await callerOfUser(t.deps, uid, 'req_counting')) ?? assert.fail()
  const took: number[] = []
  for (const filter of [{ platform: 'threads' as const }, {}]) {
    let statements = 0
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const { byAccount } = await readAccountInsights({ ...t.deps, db: t.db.withPlugin(plugin) }, caller, filter)
    assert.equal(byAccount.length, 'platform' in filter ? 1 : 3)
    took.push(statements)
  }
  assert.equal(took[0], took[1])
})

test('with fewer than 20 posts no best time is returned, and with fewer than 5 no outlier; both responses say so', async () => {
  const times = await get('best-times')
  assert.deepEqual([times.n, times.enough, times.bestTimes, times.worstTimes], [5, false, [], []])
  assert.equal(times.heatmap.length, 7)
  assert.ok(times.heatmap.every((row: number[]) => row.length === 24 && row.every((score) => score === 0)))
  assert.equal(
    times.samples.flat().reduce((sum: number, one: number) => sum + one),
    5,
  )
  const outliers = await get(`outliers?profileId=${both.profileId}`)
  assert.deepEqual([outliers.metric, outliers.sampleSize, outliers.enough], ['views', 5, true])
  assert.equal((await ada.get('/v1/analytics/outliers')).status, 400)
})

test('a refresh reads accounts and their latest posts, once a minute per owner across all nodes', async () => {
  await t.advance(minutes(2))
  const { ok, refreshedAtMs, ...platforms } = done(await ada.post('/v1/analytics/refresh')).body
  assert.deepEqual([ok, refreshedAtMs], [true, t.now().getTime()])
  assert.deepEqual(platforms.threads, { accounts: 1, posts: 5, failed: 0 })
  assert.deepEqual(Object.keys(platforms).sort(), ['mastodon', 'net-a', 'threads'])
  await using beside = await startApp({ beside: t, numbers: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  for (const node of [t, beside]) {
    const refused = await node.withToken(both.key).post('/v1/analytics/refresh')
    assert.deepEqual([refused.status, refused.body.code], [429, 'analytics_refreshed_lately'])
    assert.equal(refused.body.retryAfterMs, minutes(1))
  }
})

test('403 scope_required: reading and exporting are separate scopes', async () => {
  const person = await t.as('scoped')
  const reads = await withKey(t, person, ['analytics:read'])
  const exports = await withKey(t, person, ['analytics:export'])
  assert.equal((await reads.get('/v1/analytics/overview')).status, 200)
  assert.equal((await reads.get('/v1/analytics/export')).body.code, 'scope_required')
  assert.equal((await exports.get('/v1/analytics/export')).status, 200)
  assert.equal((await exports.get('/v1/analytics/overview')).body.code, 'scope_required')
})

test('400: an export that does not support a period rejects one, so that all-time totals are not mistaken for a week’s', async () => {
  for (const type of ['accounts', 'best-times']) {
    const query = `type=${type}&startDate=2027-01-13&endDate=2027-01-14&granularity=week`
    const { status, body, text } = await ada.get(`/v1/analytics/export?${query}`)
    assert.equal(status, 400, text)
    assert.deepEqual(
      body.errors.map(({ path, code }: { path: string; code: string }) => [path, code]),
      ['startDate', 'endDate', 'granularity'].map((name) => [`/query/${name}`, 'not_applicable']),
    )
  }
})

test('a third-party parser can parse an export, which matches the response', async () => {
  const rows = async (type: string): Promise<Record<string, string>[]> => {
    const period = type === 'overview' ? '&startDate=2027-01-13' : ''
    return parse(done(await ada.get(`/v1/analytics/export?type=${type}${period}`)).text, { columns: true })
  }
  const { dailyTrend } = await get('overview?startDate=2027-01-13')
  const trend = await rows('overview')
  assert.deepEqual(
    trend.map(({ date, posts: count, likes, views }) => [date, Number(count), Number(likes), Number(views)]),
    dailyTrend.map((one: Record<string, number>) => [one.date, one.posts, one.likes, one.views]),
  )
  const accounts = await get('accounts')
  assert.deepEqual(
    (await rows('accounts')).map((row) => [row.accountId, Number(row.followers), Number(row.likes)]),
    accounts.map((one: Record<string, unknown>) => [one.accountId, one.followers, one.likes]),
  )
  const { heatmap } = await get('best-times')
  assert.deepEqual(
    (await rows('best-times')).map(({ score }) => Number(score)),
    heatmap.flat(),
  )
})
