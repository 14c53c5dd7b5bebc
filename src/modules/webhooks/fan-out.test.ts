import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTx } from '#infra/db/client.ts'
import { fromWire } from '#kernel/ids.ts'
import { platformFields } from '#rules/network-names.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { setTestClock } from '#test/harness/clock.ts'
import { type Receiver, startReceiver } from '#test/servers/receiver.ts'
import { connectBluesky, connectBoth } from '#test/world/posts.ts'
import {
  assertSigned,
  type CreatedWebhook,
  createOtherDeliverer,
  createWebhook,
  createWebhookKey,
  listDeliveries,
} from '#test/world/webhooks.ts'

/** The recipients of each event, and the bodies that they get. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let hooks: Client
let receiver: Receiver
let all: CreatedWebhook
before(async () => {
  t = await startApp({ sandbox: true, settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  await t.as('root')
  w = await connectBoth(t)
  hooks = await createWebhookKey(t, w.person)
  receiver = await startReceiver()
  all = await createWebhook(hooks, `${receiver.url}/all`, {
    events: [
      ...['post.queued', 'post.published', 'post.partial', 'post.failed', 'post.needs_attention'],
      ...['account.connected', 'account.disconnected', 'account.needs_reconnect', 'webhook.test'],
    ],
  })
})
after(async () => {
  await receiver[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

const publish = async (content: string, platforms = ['bluesky', 'mastodon']): Promise<string> => {
  const made = await w.ada.post('/v1/posts', { profileId: w.profileId, platforms, content })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
const reject = (network: 'bluesky' | 'mastodon') =>
  t.sandbox.faults.add({
    network,
    kind: 'reject',
    times: 1,
    call: network === 'bluesky' ? 'putRecord' : 'createStatus',
  })

const bodiesAt = (path: string) => receiver.received.filter((one) => one.path === path).map(({ body }) => body)
/** Returns the bodies sent about one ID, in the order of the events. */
const received = (id: string, path = '/all') =>
  bodiesAt(path)
    .filter(({ data }) => Object.values(data).includes(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
const named = (bodies: ReturnType<typeof received>) =>
  bodies.map(({ type, data }) => (data.network ? `${type} ${data.network}` : type))

test('a successful post causes events when queued, for each platform, and for the whole post, each with its state at that moment', async () => {
  const at = t.now().toISOString()
  const id = await publish('well')
  await t.settle()
  const bodies = received(id)
  assert.deepEqual(named(bodies).sort(), [
    'post.published',
    'post.published bluesky',
    'post.published mastodon',
    'post.queued',
  ])
  const { targets } = (await w.ada.get(`/v1/posts/${id}`)).body
  const platforms = (['bluesky', 'mastodon'] as const).map((network) => {
    const { platformPostId, platformUrl, account, accountId } = targets.find(
      (row: { network: string }) => row.network === network,
    )
    assert.ok(platformPostId && platformUrl)
    return {
      ...platformFields(network),
      accountId: accountId ?? account.id,
      status: 'published',
      platformPostId,
      platformUrl,
      error: null,
      errorCode: null,
      retryable: false,
    }
  })
  const whole = bodies.find(({ type, data }) => type === 'post.published' && !data.platform)
  const about = { postId: id, profileId: w.profileId, total: 2 }
  assert.deepEqual(Object.keys(whole ?? {}), ['id', 'type', 'createdAt', 'data'])
  assert.equal(whole?.createdAt, at)
  assert.deepEqual(whole?.data, { ...about, status: 'published', published: 2, failed: 0, platforms })
  const queued = bodies.find(({ type }) => type === 'post.queued')
  assert.deepEqual(queued?.data, {
    ...about,
    status: 'queued',
    published: 0,
    failed: 0,
    platforms: platforms.map((row) => ({ ...row, status: 'queued', platformPostId: null, platformUrl: null })),
  })
  for (const { platform, accountId } of platforms) {
    const data = bodies.find((body) => body.data.platform === platform)?.data
    assert.ok(data)
    assert.equal(data.accountId, accountId)
    const rowOf = (rows: unknown) => (rows as typeof platforms).find((row) => row.platform === platform)
    assert.deepEqual(rowOf(data.platforms), rowOf(platforms))
  }
  for (const one of receiver.received) assertSigned(one, [all.secret], t.now())
})

test('a post with one failed platform is partial, and a post whose platforms all fail has failed, each with its error', async () => {
  reject('mastodon')
  const half = await publish('half')
  await t.settle()
  assert.deepEqual(named(received(half)).sort(), [
    'post.failed mastodon',
    'post.partial',
    'post.published bluesky',
    'post.queued',
  ])
  const partial = received(half).find(({ type }) => type === 'post.partial')?.data
  assert.deepEqual([partial?.status, partial?.published, partial?.failed, partial?.total], ['partial', 1, 1, 2])
  const rows = partial?.platforms as {
    network: string
    status: string
    error: string | null
    errorCode: string | null
    retryable: unknown
  }[]
  const [, refused] = rows
  assert.match(refused?.errorCode ?? '', /^[a-z_]+$/)
  assert.equal(typeof refused?.retryable, 'boolean')
  assert.deepEqual(
    rows.map(({ network, status, error }) => [network, status, error === null]),
    [
      ['bluesky', 'published', true],
      ['mastodon', 'failed', false],
    ],
  )

  reject('mastodon')
  reject('bluesky')
  const ill = await publish('ill')
  await t.settle()
  assert.deepEqual(named(received(ill)).sort(), [
    'post.failed',
    'post.failed bluesky',
    'post.failed mastodon',
    'post.queued',
  ])
  const failed = received(ill).find(({ data }) => data.platform === undefined && data.status === 'failed')?.data
  assert.deepEqual([failed?.published, failed?.failed, failed?.total], [0, 2, 2])
})

test('accounts cause events when connected, when disconnected, and when they need a reconnect', async () => {
  const accountId = await connectBluesky(w.person, w.profileId, 'user-8101')
  const about = { accountId, profileId: w.profileId, ...platformFields('bluesky'), handle: 'user-8101.sandbox' }
  await t.settle()
  assert.deepEqual(
    received(accountId).map(({ type, data }) => [type, data]),
    [['account.connected', about]],
  )
  t.sandbox.faults.add({ network: 'bluesky', account: 'user-8101', kind: 'revoked_token' })
  const made = await w.ada.post('/v1/posts', {
    profileId: w.profileId,
    platforms: [{ platform: 'bluesky', accountId }],
    content: 'cannot be published',
  })
  assert.equal(made.status, 201, made.text)
  await t.settle()
  assert.deepEqual(
    received(accountId)
      .map(({ type }) => type)
      .filter((type) => type.startsWith('account')),
    ['account.connected', 'account.needs_reconnect'],
  )
  assert.equal((await w.person.delete(`/v1/platforms/accounts/${accountId}?action=keep`)).status, 200)
  await t.settle()
  assert.deepEqual(
    received(accountId)
      .filter(({ type }) => type === 'account.disconnected')
      .map(({ data }) => data),
    [about],
  )
})

test('each endpoint receives its chosen events from its profiles, and an event has the same ID and bytes everywhere', async () => {
  const other = (await w.person.post('/v1/profiles', { name: 'other' })).body.id
  const narrow = await createWebhookKey(t, w.person, { profileIds: [other] })
  const bob = await createWebhookKey(t, await t.as('bob'))
  const [few, ofOther, off, bobs] = [
    await createWebhook(hooks, `${receiver.url}/few`, { events: ['post.queued', 'account.connected'] }),
    await createWebhook(narrow, `${receiver.url}/other`, { events: ['post.queued', 'account.connected'] }),
    await createWebhook(hooks, `${receiver.url}/off`, { events: ['post.queued'] }),
    await createWebhook(bob, `${receiver.url}/bob`, { events: ['post.queued', 'account.connected'] }),
  ]
  await hooks.patch(`/v1/webhooks/${off.id}`, { active: false })
  const post = await publish('sent to some')
  const accountId = await connectBluesky(w.person, other, 'user-8102')
  await t.settle()
  assert.deepEqual(
    bodiesAt('/few')
      .map(({ type }) => type)
      .sort(),
    ['account.connected', 'post.queued'],
  )
  assert.deepEqual(
    bodiesAt('/other').map(({ type, data }) => [type, data.accountId]),
    [['account.connected', accountId]],
  )
  assert.deepEqual([...bodiesAt('/off'), ...bodiesAt('/bob')], [])
  for (const { id } of [off, bobs]) assert.equal((await listDeliveries(id === off.id ? hooks : bob, id)).length, 0)
  const copies = receiver.received.filter(({ body }) => body.type === 'post.queued' && body.data.postId === post)
  assert.equal(copies.length, 2)
  assert.ok(copies[0]?.raw.equals(copies[1]?.raw ?? Buffer.of()))
  for (const { id } of [few, ofOther]) await hooks.delete(`/v1/webhooks/${id}`)
})

test('deliveries can be listed by post and by event', async () => {
  const id = await publish('to look up', ['mastodon'])
  await publish('another', ['bluesky'])
  for (let n = 0; n < 5 && (await w.ada.get(`/v1/posts/${id}`)).body.status !== 'published'; n++) await t.settle()
  const ofPost = await listDeliveries(hooks, all.id, `?postId=${id}`)
  assert.deepEqual(ofPost.map(({ event }: { event: string }) => event).sort(), [
    'post.published',
    'post.published',
    'post.queued',
  ])
  const { eventId } = (await hooks.get(`/v1/webhooks/${all.id}/deliveries/${ofPost[0].id}`)).body
  assert.deepEqual(await listDeliveries(hooks, all.id, `?eventId=${eventId}`), [ofPost[0]])
  assert.deepEqual(await listDeliveries(hooks, all.id, `?postId=${id}&event=post.failed`), [])
})

test('a rolled-back transaction leaves no delivery; a committed transaction has its deliveries at once', async () => {
  const count = async () => (await listDeliveries(hooks, all.id, '?limit=100&event=account.connected')).length
  const before = await count()
  const [ownerUid, profileId, accountId] = [
    fromWire('usr', w.person.uid),
    fromWire('prof', w.profileId),
    fromWire('acc', w.bluesky),
  ]
  assert.ok(ownerUid && profileId && accountId)
  const event = { type: 'account.connected', ownerUid, profileId, accountId, network: 'bluesky', handle: 'x' } as const
  const cause = (isUndone: boolean) =>
    inTx(t.db, async (tx) => {
      await t.deps.emit(tx, event, event)
      if (isUndone) throw new Error('undone')
    })
  await assert.rejects(cause(true), /undone/)
  assert.equal(await count(), before)
  await cause(false)
  assert.equal(await count(), before + 2)
  await t.settle()
})

test('deliveries send the originally stored bytes at each attempt, even after a restart or an edit', async () => {
  const id = await publish('as it was', ['mastodon'])
  receiver.answer = () => ({ status: 500 })
  await t.deps.queue.drain()
  // No publishing has begun yet: the post is queued, and only `post.queued` has been sent.
  await createOtherDeliverer(t).tick()
  const first = receiver.received.at(-1)
  assert.deepEqual([first?.body.data.postId, first?.body.data.status], [id, 'queued'])
  await t.settle()
  assert.equal((await w.ada.get(`/v1/posts/${id}`)).body.status, 'published')
  assert.equal((await w.ada.delete(`/v1/posts/${id}`)).status, 200)
  receiver.answer = () => ({ status: 200 })
  await using restarted = await startApp({ beside: t, settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  const { length } = receiver.received
  await setTestClock(t.db, new Date(t.now().getTime() + 67_000))
  await createOtherDeliverer(restarted).tick()
  const again = receiver.received.slice(length).filter(({ body }) => body.id === first?.body.id)
  assert.equal(again.length, 1)
  assert.ok(again[0]?.raw.equals(first?.raw ?? Buffer.of()))
})
