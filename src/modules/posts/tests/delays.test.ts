import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done, grant } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

/** Posts that their accounts publish at different times. */
let t: TestApp
before(async () => {
  t = await startApp({
    sandbox: true,
    settings: { X_MONTHLY_POSTS: '1', PUBLIC_URL: 'http://127.0.0.1:4000' },
  })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

let written = 0

/** Opens a brand whose posts reach Mastodon eight hours, or the given seconds, after Bluesky. */
async function openBrand() {
  const w = await connectBoth(t)
  const create = async (more: object = {}) => {
    const content = `Later there, no. ${++written}`
    const platforms = ['bluesky', { platform: 'mastodon', delaySeconds: 8 * 3_600 }]
    const body = { profileId: w.profileId, content, platforms, scheduledAt: inTime(t, hours(1)), ...more }
    const { id } = done(await w.ada.post('/v1/posts', body), 201).body
    return { id, content } as { id: string; content: string }
  }
  const read = async (id: string) => done(await w.ada.get(`/v1/posts/${id}`)).body
  const states = async (id: string) => {
    const { status, targets } = await read(id)
    return [status, ...targets.map((one: { status: string }) => one.status)]
  }
  const times = async (id: string) => (await read(id)).targets.map((one: { scheduledAt: string }) => one.scheduledAt)
  const sent = (content: string) =>
    t.sandbox.ledger
      .entries({})
      .filter(({ text }) => text === content)
      .map(({ network }) => network)
  return { ...w, create, read, states, times, sent }
}

test('each account publishes the post once, at its own time, and the post says what is still to come', async () => {
  const { ada, profileId, create, read, states, times, sent } = await openBrand()
  const { id, content } = await create()
  const own = [inTime(t, hours(1)), inTime(t, hours(9))]
  assert.deepEqual(await times(id), own)
  assert.deepEqual(
    (await read(id)).targets.map((one: { nextAttemptAt: string }) => one.nextAttemptAt),
    own,
  )
  await t.advance(hours(1) + minutes(1))
  assert.deepEqual(sent(content), ['bluesky'])
  assert.deepEqual(await states(id), ['publishing', 'published', 'queued'])
  const [, later] = (await read(id)).targets
  assert.deepEqual([later.scheduledAt, later.nextAttemptAt, later.waitsFor], [own[1], own[1], null])
  const span = new URLSearchParams({ profileId, from: inTime(t, hours(7)), to: inTime(t, hours(9)) })
  const listed = done(await ada.get(`/v1/posts/summaries?${span}&sort=scheduledAt`)).body.posts
  assert.deepEqual(
    listed.map((one: { id: string; laterByPlatform: object }) => [one.id, one.laterByPlatform]),
    [[id, { mastodon: own[1] }]],
  )
  await t.advance(hours(8) - minutes(3))
  assert.deepEqual(sent(content), ['bluesky'])
  await t.advance(minutes(4))
  assert.deepEqual(sent(content), ['bluesky', 'mastodon'])
  assert.deepEqual(await states(id), ['published', 'published', 'published'])
  await t.advance(days(1))
  assert.deepEqual(sent(content), ['bluesky', 'mastodon'])
})

test('moving the post moves each account by the same time, and a changed delay is in the history', async () => {
  const { ada, create, times, sent } = await openBrand()
  const { id, content } = await create()
  done(await ada.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, hours(3)) }))
  assert.deepEqual(await times(id), [inTime(t, hours(3)), inTime(t, hours(11))])
  const platforms = ['bluesky', { platform: 'mastodon', delaySeconds: 600 }]
  done(await ada.patch(`/v1/posts/${id}`, { platforms }))
  assert.deepEqual(await times(id), [inTime(t, hours(3)), inTime(t, hours(3) + minutes(10))])
  const entries = done(await ada.get(`/v1/posts/${id}/audit`)).body
  const delays = entries.flatMap((one: { changes: { delays?: object } }) => one.changes.delays ?? [])
  assert.deepEqual(delays, [{ from: ['mastodon +28800'], to: ['mastodon +600'] }])
  await t.advance(hours(3) + minutes(5))
  assert.deepEqual(sent(content), ['bluesky'])
  await t.advance(minutes(10))
  assert.deepEqual(sent(content), ['bluesky', 'mastodon'])
})

test('a post that is published now begins now, and the accounts with a delay follow', async () => {
  const { ada, create, sent, times } = await openBrand()
  const now = await create({ scheduledAt: undefined })
  const draft = await create({ scheduledAt: undefined, saveAsDraft: true })
  assert.deepEqual(await times(draft.id), [null, null])
  done(await ada.post(`/v1/posts/${draft.id}/publish-now`))
  for (const { id } of [now, draft]) assert.deepEqual(await times(id), [inTime(t, 0), inTime(t, hours(8))])
  await t.advance(minutes(1))
  for (const { content } of [now, draft]) assert.deepEqual(sent(content), ['bluesky'])
  await t.advance(hours(8))
  for (const { content } of [now, draft]) assert.deepEqual(sent(content), ['bluesky', 'mastodon'])
})

test('a retry leaves an account alone whose time has not come, unless it names it', async () => {
  const { ada, create, sent, states } = await openBrand()
  t.sandbox.faults.add({ network: 'bluesky', kind: 'reject', times: 1 })
  const { id, content } = await create()
  await t.advance(hours(1) + minutes(1))
  assert.deepEqual(await states(id), ['publishing', 'failed', 'queued'])
  done(await ada.post(`/v1/posts/${id}/retry`))
  await t.settle()
  assert.deepEqual(sent(content), ['bluesky'])
  assert.equal((await ada.post(`/v1/posts/${id}/retry`)).body.code, 'nothing_to_retry')
  done(await ada.post(`/v1/posts/${id}/retry`, { platforms: ['mastodon'] }))
  await t.settle()
  assert.deepEqual(sent(content), ['bluesky', 'mastodon'])
  await t.advance(hours(9))
  assert.deepEqual(sent(content), ['bluesky', 'mastodon'])
})

test('cancelling withdraws what is still to come, and waiting for its own time is not being stuck', async () => {
  const { ada, create, sent, states } = await openBrand()
  const { id, content } = await create()
  await t.advance(hours(2))
  assert.equal((await ada.post(`/v1/posts/${id}/report-stuck`)).body.code, 'post_not_stuck')
  done(await ada.delete(`/v1/queue/cancel/${id}`))
  assert.deepEqual(await states(id), ['published', 'published', 'cancelled'])
  await t.advance(hours(9))
  assert.deepEqual(sent(content), ['bluesky'])
})

test('an approval or a new connection before its time does not publish an account early', async () => {
  const { ada, person, profileId, create, sent, login } = await openBrand()
  done(await ada.patch(`/v1/profiles/${profileId}`, { requiredApprovals: 1, approverRole: 'admin' }))
  const boss = await t.as(`boss-of-${login}`)
  await grant(person, profileId, boss, 'admin')
  const approver = await withKey(t, boss, ['posts:read', 'posts:write', 'posts:publish'])
  const { id, content } = await create()
  await t.advance(hours(2))
  assert.deepEqual(sent(content), [])
  const { contentHash } = done(await approver.get(`/v1/posts/${id}/approvals`)).body
  done(await approver.post(`/v1/posts/${id}/approve`, { contentHash }))
  await t.settle()
  assert.deepEqual(sent(content), ['bluesky'])
  await t.advance(hours(6) + minutes(58))
  assert.deepEqual(sent(content), ['bluesky'])
  await t.advance(minutes(3))
  assert.deepEqual(sent(content), ['bluesky', 'mastodon'])
})

test('a change of a post that was published before its time does not put it off until then', async () => {
  const { ada, profileId, create, times } = await openBrand()
  done(await ada.patch(`/v1/profiles/${profileId}`, { requiredApprovals: 1, approverRole: 'admin' }))
  const { id } = await create({ scheduledAt: inTime(t, days(3)), saveAsDraft: true })
  done(await ada.post(`/v1/posts/${id}/publish-now`))
  const began = [inTime(t, 0), inTime(t, hours(8))]
  assert.deepEqual(await times(id), began)
  done(await ada.patch(`/v1/posts/${id}`, { content: 'Changed while it waits for approval' }))
  assert.deepEqual(await times(id), began)
})

test('the latest time is after the last account, and a delay is a whole number of seconds within a week', async () => {
  const { ada, profileId, create } = await openBrand()
  const early = { scheduledAt: inTime(t, hours(1)), latestAt: inTime(t, hours(2)) }
  const platforms = ['bluesky', { platform: 'mastodon', delaySeconds: 8 * 3_600 }]
  const refused = await ada.post('/v1/posts', { profileId, content: 'Too late there', platforms, ...early })
  assert.deepEqual(refused.body.errors?.[0], {
    path: '/latestAt',
    code: 'latest_before_scheduled',
    message: 'must be later than scheduledAt, and later than the time of every platform',
  })
  const { id } = await create({ latestAt: inTime(t, hours(10)) })
  const moved = await ada.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, hours(3)) })
  assert.deepEqual([moved.status, moved.body.errors?.[0]?.code], [400, 'latest_before_scheduled'])
  for (const delaySeconds of [-1, 0.5, 7 * 86_400 + 1, '600', null]) {
    const answer = await ada.post('/v1/posts', {
      profileId,
      content: 'x',
      platforms: [{ platform: 'mastodon', delaySeconds }],
    })
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.path], [400, '/platforms/0/delaySeconds'], answer.text)
  }
})

test('an account counts toward its quota at its own time', async () => {
  const { ada, person, profileId } = await openBrand()
  const { status, text } = await connectHeadless(t, person, 'x', profileId, { login: 'alice' })
  assert.equal(status, 200, text)
  const now = t.now()
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  const scheduledAt = new Date(nextMonth - hours(20)).toISOString()
  const plan = (platform: object) =>
    ada.post('/v1/posts', {
      profileId,
      content: `To X, no. ${++written}`,
      platforms: ['mastodon', platform],
      scheduledAt,
    })
  done(await plan({ platform: 'x' }), 201)
  const full = await plan({ platform: 'x', delaySeconds: 3_600 })
  assert.deepEqual([full.body.code, full.body.warnings?.[0]?.code], ['warnings_unconfirmed', 'quota_expected'])
  done(await plan({ platform: 'x', delaySeconds: 86_400 }), 201)
  const again = await plan({ platform: 'x', delaySeconds: 86_400 })
  assert.deepEqual([again.body.code, again.body.warnings?.[0]?.code], ['warnings_unconfirmed', 'quota_expected'])
})

test('a posting time is taken for an account that follows an earlier post then', async () => {
  const { ada, profileId, mastodon, create } = await openBrand()
  done(await ada.patch(`/v1/profiles/${profileId}`, { timezone: 'UTC' }))
  const slots = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00' }))
  const body = { profileId, name: 'Mornings', slots, accountIds: [mastodon] }
  const plan = done(await ada.post('/v1/slot-plans', body), 201).body
  const read = async () => {
    const query = new URLSearchParams({ from: inTime(t, 0), to: inTime(t, days(3)) })
    return done(await ada.get(`/v1/slot-plans/${plan.id}/slots?${query}`)).body.slots
  }
  const [, second] = await read()
  const { id } = await create({ scheduledAt: new Date(Date.parse(second.at) - hours(8)).toISOString() })
  const posts = (await read()).map(({ postId }: { postId: string | null }) => postId)
  assert.deepEqual(posts.slice(0, 2), [null, id])
})

test('after any changes to its times, each account publishes a post once, and not before its time', async () => {
  const { ada, profileId, bluesky, mastodon } = await openBrand()
  const start = t.now().getTime()
  const expected = new Map<string, Map<string, number>>()
  for (const seed of [1, 2, 3, 5, 8, 13]) {
    const pick = randomFrom(seed)
    const content = `Changed at random, seed ${seed}`
    let hour = pick(1, 5)
    let delays = [pick(0, 3), pick(0, 5)]
    const at = () => new Date(start + hours(hour)).toISOString()
    const platforms = () => [
      { platform: 'bluesky', accountId: bluesky, delaySeconds: (delays[0] ?? 0) * 3_600 },
      { platform: 'mastodon', accountId: mastodon, delaySeconds: (delays[1] ?? 0) * 3_600 },
    ]
    const body = { profileId, content, platforms: platforms(), scheduledAt: at() }
    const { id } = done(await ada.post('/v1/posts', body), 201).body
    const changes = [
      async () => {
        hour = pick(1, 5)
        done(await ada.patch(`/v1/posts/${id}`, { scheduledAt: at() }))
      },
      async () => {
        delays = [pick(0, 3), pick(0, 5)]
        done(await ada.patch(`/v1/posts/${id}`, { platforms: platforms() }))
      },
      async () => {
        done(await ada.patch(`/v1/posts/${id}`, { scheduledAt: null }))
        done(await ada.patch(`/v1/posts/${id}`, { scheduledAt: at() }))
      },
    ]
    for (let nth = 0; nth < 4; nth++) await changes[pick(0, 2)]?.()
    expected.set(
      content,
      new Map(['bluesky', 'mastodon'].map((name, no) => [name, start + hours(hour + (delays[no] ?? 0))])),
    )
  }
  for (let step = 0; step < 68; step++) await t.advance(minutes(10))
  for (const [content, times] of expected) {
    const sent = t.sandbox.ledger.entries({}).filter(({ text }) => text === content)
    assert.deepEqual(sent.map(({ network }) => network).sort(), ['bluesky', 'mastodon'], content)
    for (const { network, at } of sent) {
      const lateMs = Date.parse(at) - (times.get(network) ?? 0)
      assert.ok(lateMs >= 0 && lateMs < minutes(22), `${content} was ${lateMs} ms late on ${network}`)
    }
  }
})

/** Returns numbers that look random and are the same for a seed. */
function randomFrom(seed: number) {
  let state = seed
  return (least: number, most: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return least + (state % (most - least + 1))
  }
}
