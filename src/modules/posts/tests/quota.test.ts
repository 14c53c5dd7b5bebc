import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes, seconds } from '#kernel/clock.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { inTime, withKey } from '#test/world/posts.ts'

/** X accepts a hundred posts from an account in 15 minutes. A thread of 25 counts as 25 of them. */
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { X_MONTHLY_POSTS: '230', PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  t.sandbox.network('x').settings.change({ rateLimits: true })
})
after(() => t[Symbol.asyncDispose]())

async function writer(login: string) {
  const person = await t.as(login)
  const { body: profile } = await person.post('/v1/profiles', { name: login })
  const connected = await connectHeadless(t, person, 'x', profile.id, { login })
  assert.equal(connected.status, 200, connected.text)
  const ada = await withKey(t, person, ['posts:read', 'posts:write', 'posts:publish', 'profiles:read'])
  const toDraft = (content: string, more: object = {}) => ({
    profileId: profile.id,
    platforms: ['x'],
    content: `${content} of ${login}`,
    ...more,
  })
  return {
    validate: async (content: string, more: object = {}) =>
      (await ada.post('/v1/posts/validate', toDraft(content, more))).body,
    create: (content: string, more: object = {}) => ada.post('/v1/posts', toDraft(content, more)),
    change: (id: string, changes: object) => ada.patch(`/v1/posts/${id}`, changes),
    read: async (id: string) => (await ada.get(`/v1/posts/${id}`)).body,
  }
}

const thread = (name: string) => ({
  thread: Array.from({ length: 24 }, (_, part) => ({ content: `${name}, part ${part + 2}` })),
})

/** The parts of a thread are published five seconds apart. */
async function finishThreads(): Promise<void> {
  await t.settle()
  for (let part = 1; part < 25; part++) await t.advance(seconds(5))
}

const refused = () => t.sandbox.calls.list({ network: 'x' }).calls.filter(({ status }) => status === 429).length

const codes = (issues: readonly { code: string }[]) => issues.map(({ code }) => code)

test('a post beyond a quota gets a warning, is held when due, and is published once there is room, without a 429', async () => {
  const alice = await writer('alice')
  const at = inTime(t, minutes(10))
  for (const name of ['one', 'two', 'three', 'four']) {
    const { status, text, body } = await alice.create(name, { ...thread(name), scheduledAt: at })
    assert.equal(status, 201, text)
    // The post's own reservation does not count against it.
    assert.equal((await alice.change(body.id, { content: `${name}, changed` })).status, 200)
  }
  const plain = await alice.validate('five', { scheduledAt: inTime(t, minutes(26)) })
  assert.deepEqual([plain.canPublish, plain.warnings], [true, []])
  // A post before them would use a place that one of them has reserved.
  const earlier = await alice.validate('five', { scheduledAt: inTime(t, minutes(2)) })
  assert.deepEqual(codes(earlier.warnings), ['quota_expected'])
  const found = await alice.validate('five', { scheduledAt: at })
  assert.deepEqual([found.canPublish, codes(found.warnings)], [false, ['quota_expected']])
  assert.match(
    found.warnings[0].message,
    /^X allows 100 posts in 15 minutes per account\. By then, 0 are published and 100 scheduled/,
  )
  assert.deepEqual(found.perPlatformPlan[platformIdOf('x')].quota, {
    max: 100,
    used: 0,
    reserved: 100,
    resetsAt: new Date(Date.parse(at) + minutes(15) + seconds(1)).toISOString(),
  })
  const listUnconfirmed = await alice.create('five', { scheduledAt: at })
  assert.deepEqual([listUnconfirmed.status, listUnconfirmed.body.code], [400, 'warnings_unconfirmed'])
  const confirmWarnings = ['quota_expected']
  const five = (await alice.create('five', { scheduledAt: at, confirmWarnings })).body.id
  const latestAt = new Date(Date.parse(at) + minutes(5)).toISOString()
  const late = (await alice.create('late', { scheduledAt: at, latestAt, confirmWarnings })).body.id

  await t.advance(minutes(10))
  await finishThreads()
  const held = await alice.read(five)
  const [target] = held.targets
  assert.deepEqual(
    [held.status, target.status, target.errorCode, target.attempts],
    ['queued', 'held', 'quota_reached', 0],
  )
  assert.equal(held.scheduledAt, at, 'its chosen time is unchanged')
  assert.ok(Date.parse(target.nextAttemptAt) >= Date.parse(at) + minutes(15))

  const now = await alice.validate('six')
  assert.deepEqual(codes(now.warnings), ['quota_expected'])
  assert.equal(now.perPlatformPlan[platformIdOf('x')].quota.used, 100)

  await t.advance(minutes(6))
  await t.settle()
  const [gone] = (await alice.read(late)).targets
  assert.deepEqual([gone.status, gone.errorCode], ['failed', 'too_late'])

  await t.advance(minutes(9) + seconds(2))
  await t.settle()
  const after = await alice.read(five)
  assert.deepEqual([after.status, after.targets[0].attempts], ['published', 1])
  assert.equal(refused(), 0)
})

test('an app’s monthly cap is shared by all users and covers scheduled and published posts', async () => {
  const bob = await writer('bob')
  const carla = await writer('carla')
  // 101 are published, and the plan has 129 more.
  const at = inTime(t, minutes(30))
  for (const name of ['one', 'two', 'three', 'four'])
    assert.equal((await bob.create(name, { ...thread(name), scheduledAt: at })).status, 201)
  const found = await carla.validate('one', { ...thread('one'), scheduledAt: inTime(t, minutes(60)) })
  assert.deepEqual(codes(found.warnings), [])
  const { body } = await carla.create('one', { ...thread('one'), scheduledAt: inTime(t, minutes(60)) })
  const over = await carla.validate('two', { ...thread('two'), scheduledAt: inTime(t, minutes(90)) })
  assert.deepEqual(codes(over.warnings), ['quota_expected'])
  assert.match(
    over.warnings[0].message,
    /^X allows 230 posts a month across everyone on this server\. By then, 101 are published and 125 scheduled/,
  )
  assert.deepEqual(
    [over.perPlatformPlan[platformIdOf('x')].quota.used, over.perPlatformPlan[platformIdOf('x')].quota.reserved],
    [101, 125],
  )
  const { status } = await carla.create('two', {
    ...thread('two'),
    scheduledAt: inTime(t, minutes(90)),
    confirmWarnings: true,
  })
  assert.equal(status, 201)
  for (const ms of [minutes(30), minutes(30)]) {
    await t.advance(ms)
    await finishThreads()
  }
  await t.advance(minutes(30))
  await t.settle()
  assert.equal((await carla.read(body.id)).status, 'published')
  const posts = t.sandbox.ledger.entries({ network: 'x' }).length
  assert.equal(posts, 226)
  assert.equal(refused(), 0)
})
