import assert from 'node:assert/strict'
import { fromWire } from '#kernel/ids.ts'
import { metricNames } from '#modules/analytics/metrics.ts'
import type { Client } from '#test/harness/client.ts'
import { done } from '#test/world/people.ts'
import { askComparison, askLabels } from './ask-statistics.ts'
import type { Random } from './history.ts'
import { keyOf, type Question, spanOf, type Walk, walkBestTimes, walkOverview } from './plain-walk.ts'

/** Zones whose days begin at each quarter of an hour, and whose clocks change by an hour, by half an hour, or never. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/Santiago',
  'Pacific/Apia',
]
const networks = [null, 'threads', 'mastodon', 'bluesky']

/** Sends one random query through the API and compares the complete response with a plain walk. */
export async function askOne(client: Client, walk: Walk, keptDays: number, random: Random): Promise<void> {
  const pick = <One>(all: readonly One[]): One => all[random(all.length)] as One
  const date = (daysAgo: number) => new Date(walk.now - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const granularity = pick(['hour', 'day', 'day', 'week', 'month'] as const)
  const back = random(Math.min(keptDays, 120))
  const length = granularity === 'hour' ? random(20) : random(back + 1)
  const question: Question = {
    startDate: date(back),
    endDate: date(Math.max(0, back - length)),
    granularity,
    timezone: pick(zones),
    network: pick(networks),
  }
  const { network, ...query } = question
  const request = `?${new URLSearchParams({ ...query, ...(network ? { platform: network } : {}) })}`
  const answer = await client.get(`/v1/analytics/overview${request}`)
  const { start, end } = spanOf(walk, question, keptDays)
  if (start >= walk.now || end <= start) return assert.ok([200, 400].includes(answer.status))
  const overview = done(answer).body
  const expected = walkOverview(walk, question, keptDays)
  const totals = metricNames.map((name) => overview[`total${name.charAt(0).toUpperCase()}${name.slice(1)}`])
  assert.deepEqual(
    [overview.totalPosts, ...totals, overview.avgEngagementRate],
    [expected.posts, ...metricNames.map((name) => expected.total[name]), expected.rate],
    request,
  )
  for (const platform of Object.values<{ network: string; posts: number; likes: number }>(overview.byPlatform)) {
    const own = expected.byNetwork.get(platform.network)
    assert.deepEqual([platform.posts, platform.likes], [own?.posts ?? 0, own?.likes ?? 0], request)
  }
  const keys = overview.dailyTrend.map((bucket: { start: string }) => keyOf(Date.parse(bucket.start), question))
  assert.equal(new Set(keys).size, keys.length, request)
  const buckets = overview.dailyTrend.map((bucket: Record<string, number>) => [
    bucket.posts,
    ...metricNames.map((name) => bucket[name]),
  ])
  const walked = keys.map((key: string) => {
    const bucket = expected.buckets.get(key)
    return [bucket?.posts ?? 0, ...metricNames.map((name) => bucket?.[name] ?? 0)]
  })
  assert.deepEqual(buckets, walked, request)
  for (const key of expected.buckets.keys()) assert.ok(keys.includes(key), `${key} of ${request}`)
  assert.deepEqual(
    overview.topPosts.map((post: Record<string, number> & { postId: string }) => [
      fromWire('post', post.postId),
      ...metricNames.map((name) => post[name]),
      post.engagementRate,
    ]),
    expected.best.map((post) => [post.postId, ...metricNames.map((name) => post[name]), post.engagementRate]),
    request,
  )
  await askBestTimes(client, walk, question, keptDays)
  await askComparison(client, { walk, question, keptDays }, random)
  await askLabels(client, { walk, question, keptDays })
}

async function askBestTimes(client: Client, walk: Walk, { timezone, network }: Question, keptDays: number) {
  const request = `?${new URLSearchParams({ timezone, ...(network ? { platform: network } : {}) })}`
  const times = done(await client.get(`/v1/analytics/best-times${request}`)).body
  const { n, cells, scoreOf } = walkBestTimes(walk, timezone, network, keptDays)
  assert.equal(times.n, n, request)
  for (let day = 0; day < 7; day += 1) {
    for (let hour = 0; hour < 24; hour += 1) {
      const key = `${day} ${hour}`
      assert.equal(times.samples[day][hour], cells.get(key)?.length ?? 0, `${key} of ${request}`)
      const score = cells.has(key) && n >= 20 ? scoreOf(key) : 0
      assert.ok(Math.abs(times.heatmap[day][hour] - score) <= 0.011, `${key} of ${request}`)
    }
  }
}
