import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { after, hours, minutes, seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp } from '#test/harness/app.ts'
import { epoch } from '#test/harness/clock.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { findTimes, type Planned, type Use } from './rehearse.ts'

const at = (ms: number): Date => after(epoch, ms)
const planned = (targetId: string, wantedMs: number, more: Partial<Planned> = {}): Planned => ({
  targetId,
  laneId: 'account',
  wantedAt: at(wantedMs),
  gapMs: 0,
  cost: 1,
  rooms: [],
  ...more,
})
const timesOf = (posts: readonly Planned[]) =>
  [...findTimes(posts)].map(([id, { expectedAt, waits }]) => [
    id,
    expectedAt.getTime() - epoch.getTime(),
    waits.map(({ reason }) => reason).join(),
  ])

test('an account’s posts are spaced by its gap in chronological order, and other accounts do not wait', () => {
  const gapMs = minutes(1)
  assert.deepEqual(
    timesOf([
      planned('second', minutes(10) + 1, { gapMs }),
      planned('first', minutes(10), { gapMs }),
      planned('third', minutes(10) + 2, { gapMs }),
      planned('elsewhere', minutes(10), { gapMs, laneId: 'other' }),
      planned('later', hours(1), { gapMs }),
    ]),
    [
      ['first', minutes(10), ''],
      ['elsewhere', minutes(10), ''],
      ['second', minutes(11), 'earlier_posts'],
      ['third', minutes(12), 'earlier_posts'],
      ['later', hours(1), ''],
    ],
  )
})

test('a post waits until its quota has room, counting published posts and posts due before it', () => {
  const hourly = { max: 2, perMs: hours(1), of: 'account' } as const
  const uses: Use[] = [{ at: at(-minutes(30)), units: 1 }]
  const rooms = [{ quota: hourly, uses }]
  assert.deepEqual(
    timesOf([planned('one', 0, { rooms }), planned('two', 1, { rooms }), planned('thread', 2, { rooms, cost: 2 })]),
    [
      ['one', 0, ''],
      ['two', minutes(30) + seconds(1), 'quota'],
      ['thread', minutes(90) + seconds(2), 'quota'],
    ],
  )
})

test('a rehearsal returns when each post would be published and what would block it, and changes nothing', async () => {
  await using t = await startApp({ sandbox: true })
  const { ada, profileId, mastodon, person } = await connectBoth(t)
  const plan = async (content: string, ms: number, platforms = ['bluesky', 'mastodon']) => {
    const made = await ada.post('/v1/posts', { profileId, content, platforms, scheduledAt: inTime(t, ms) })
    assert.equal(made.status, 201, made.text)
    return made.body
  }
  const post = await plan('Tomorrow', hours(24))
  await plan('Too late for this week', hours(24 * 9))
  const { body: before } = await ada.get(`/v1/posts/${post.id}`)
  const rehearse = async (query = '') => {
    const answer = await ada.get(`/v1/posts/rehearsal?profileId=${profileId}${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const { posts, hasMore } = await rehearse()
  assert.deepEqual([posts.length, hasMore, posts[0].content], [1, false, 'Tomorrow'])
  for (const target of posts[0].targets)
    assert.deepEqual([target.expectedAt, target.obstacle, target.errors], [post.scheduledAt, null, []])
  assert.equal((await rehearse('&days=10')).posts.length, 2)
  assert.deepEqual((await ada.get(`/v1/posts/${post.id}`)).body, before)

  assert.equal((await person.patch(`/v1/profiles/${profileId}`, { requiredApprovals: 1 })).status, 200)
  const obstacles = async () =>
    (await rehearse()).posts[0].targets.map(({ obstacle }: { obstacle: { reason: string } | null }) => obstacle?.reason)
  assert.deepEqual(await obstacles(), ['approval', 'approval'])
  assert.equal((await person.delete(`/v1/platforms/accounts/${mastodon}?action=keep`)).status, 200)
  assert.deepEqual(await obstacles(), ['approval', 'refused'])
})

test('a post with a missing file, and one that waits past its latest time, are named as blocked', async () => {
  await using t = await startApp({
    sandbox: true,
    settings: { X_MONTHLY_POSTS: '1', PUBLIC_URL: 'http://127.0.0.1:4000' },
  })
  const { ada, profileId, person } = await connectBoth(t)
  const { status, text } = await connectHeadless(t, person, 'x', profileId, { login: 'alice' })
  assert.equal(status, 200, text)
  const plan = async (content: string, ms: number, more: object = {}) => {
    const body = { profileId, content, platforms: ['x'], scheduledAt: inTime(t, ms), confirmWarnings: true, ...more }
    const made = await ada.post('/v1/posts', body)
    assert.equal(made.status, 201, made.text)
    return made.body.id as string
  }
  await plan('Takes the only place', hours(1))
  await plan('Waits for next month', hours(2), { latestAt: inTime(t, hours(3)) })
  const lost = await plan('Has lost its file', hours(3), { platforms: ['mastodon'] })
  const media = JSON.stringify([{ mediaId: '01a30eeb-5200-710c-a31d-3a03c2afb662' }])
  await sql`update post set media = ${media}::jsonb where id = ${fromWire('post', lost)!}`.execute(t.db)
  const { posts } = (await ada.get(`/v1/posts/rehearsal?profileId=${profileId}`)).body
  assert.deepEqual(
    posts.map(
      ({ targets: [target] }: { targets: { obstacle: { reason: string } | null }[] }) => target?.obstacle?.reason,
    ),
    [undefined, 'window', 'media'],
  )
  const slots = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) =>
    [13, 14, 15].map((hour) => ({ weekday, time: `${hour}:00` })),
  )
  const made = await ada.post('/v1/slot-plans', { profileId, name: 'Hourly', slots, timezone: 'UTC' })
  const read = await ada.get(`/v1/slot-plans/${made.body.id}/slots`)
  const codes = read.body.slots
    .slice(0, 3)
    .map(({ holds }: { holds: { code: string }[] }) => holds.map(({ code }) => code))
  assert.deepEqual(codes, [[], ['window', 'quota'], ['media']])
})
