import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { mastodon } from '#connectors/mastodon/index.ts'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectBluesky, connectBoth, inTime, silentBluesky } from '#test/world/posts.ts'

/** Outcomes of posts, and the events that report them. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let ada: Client
let second: string

before(async () => {
  t = await startApp({ sandbox: true, connectors: { bluesky: silentBluesky, mastodon } })
  await t.as('root')
  w = await connectBoth(t)
  ada = w.ada
  second = await connectBluesky(w.person, w.profileId, 'user-8001')
})
after(() => t[Symbol.asyncDispose]())

const publish = async (body: object) => {
  const made = await ada.post('/v1/posts', { profileId: w.profileId, platforms: ['bluesky', 'mastodon'], ...body })
  assert.equal(made.status, 201, made.text)
  return made.body.id as string
}
const read = async (id: string) => (await ada.get(`/v1/posts/${id}`)).body
const shown = (text: string) => t.sandbox.ledger.entries({}).filter((entry) => entry.text === text).length
const cutOff = () => t.sandbox.faults.add({ network: 'bluesky', kind: 'drop_after', times: 1, call: 'putRecord' })
const lostBefore = () => t.sandbox.faults.add({ network: 'bluesky', kind: 'reset', times: 1, call: 'putRecord' })
const reject = (network: 'bluesky' | 'mastodon') =>
  t.sandbox.faults.add({
    network,
    kind: 'reject',
    times: 1,
    call: network === 'bluesky' ? 'putRecord' : 'createStatus',
  })
const given = async () => {
  await t.settle()
  await t.advance(minutes(20))
  await t.advance(minutes(20))
}

/** Returns the events of a post in order. An event about one target has its network. */
async function listEvents(id: string): Promise<string[]> {
  const { rows } = await sql<{ type: string; network: string | null }>`
    select type, data ->> 'network' as network from event
    where data ->> 'postId' = ${fromWire('post', id)!} order by event.id`.execute(t.db)
  return rows.map(({ type, network }) => (network ? `${type} ${network}` : type))
}

test('a published post causes one event for each platform and one for the post', async () => {
  const id = await publish({ content: 'well' })
  assert.deepEqual(await listEvents(id), ['post.queued'])
  await t.settle()
  const [queued, ...rest] = await listEvents(id)
  assert.equal(queued, 'post.queued')
  assert.deepEqual(rest.slice(0, 2).sort(), ['post.published bluesky', 'post.published mastodon'])
  assert.deepEqual(rest.slice(2), ['post.published'])
  const { publishedAt, targets } = await read(id)
  assert.equal(publishedAt, targets.map((row: { publishedAt: string }) => row.publishedAt).sort()[0])
})

test('a post with one failed target is partial and has a readable error, and a retry sends only that target', async () => {
  reject('mastodon')
  const id = await publish({ content: 'half' })
  await t.settle()
  const half = await read(id)
  assert.equal(half.status, 'partial')
  const failed = half.targets[1]
  assert.deepEqual([failed.status, failed.attempts > 0], ['failed', true])
  assert.ok(failed.error.length > 10 && failed.errorCode && failed.rawError)
  assert.deepEqual((await listEvents(id)).slice(1).sort(), [
    'post.failed mastodon',
    'post.partial',
    'post.published bluesky',
  ])
  assert.equal((await listEvents(id)).at(-1), 'post.partial')
  const retried = await ada.post(`/v1/posts/${id}/retry`, { platforms: ['mastodon'] })
  assert.equal(retried.status, 200, retried.text)
  await t.settle()
  assert.equal((await read(id)).status, 'published')
  assert.equal(shown('half'), 2)
  assert.deepEqual((await listEvents(id)).slice(-3), ['post.queued', 'post.published mastodon', 'post.published'])
  assert.equal((await ada.post(`/v1/posts/${id}/retry`)).body.code, 'nothing_to_retry')
})

test('400: a retry with an unknown target is rejected', async () => {
  reject('mastodon')
  const id = await publish({ content: 'named', platforms: ['mastodon'] })
  await t.settle()
  const refused = await ada.post(`/v1/posts/${id}/retry`, { platforms: ['bluesky'] })
  assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'target_unknown'])
  const { targets } = await read(id)
  for (const name of [targets[0].id, `mastodon:${w.mastodon}`]) {
    reject('mastodon')
    assert.equal((await ada.post(`/v1/posts/${id}/retry`, { platforms: [name] })).status, 200)
    await t.settle()
  }
})

test('a post fails, and its event is sent, once all targets have failed', async () => {
  reject('mastodon')
  reject('bluesky')
  const id = await publish({ content: 'ill' })
  await t.settle()
  assert.equal((await read(id)).status, 'failed')
  assert.equal((await listEvents(id)).at(-1), 'post.failed')
})

test('an unknown target resolved as published is not sent again', async () => {
  cutOff()
  const id = await publish({ content: 'was there', platforms: ['bluesky'] })
  await given()
  const unknown = await read(id)
  assert.equal(unknown.status, 'unknown')
  assert.equal(unknown.targets[0].errorCode, 'outcome_unknown')
  assert.deepEqual(await listEvents(id), ['post.queued', 'post.needs_attention bluesky'])
  assert.equal((await ada.post(`/v1/posts/${id}/retry`)).body.code, 'outcome_unknown')
  const found = { resolve: 'published', platformUrl: 'https://example.com/1', platformPostId: 'at://found' }
  const resolved = await ada.post(`/v1/posts/${id}/retry`, found)
  assert.equal(resolved.status, 200, resolved.text)
  assert.equal(resolved.body.status, 'published')
  const [row] = resolved.body.targets
  assert.deepEqual([row.platformUrl, row.platformPostId], ['https://example.com/1', 'at://found'])
  await given()
  assert.equal(shown('was there'), 1)
  assert.deepEqual((await listEvents(id)).slice(2), ['post.published bluesky', 'post.published'])
})

test('no final event is sent for a post with an unknown target', async () => {
  cutOff()
  const id = await publish({ content: 'half known' })
  await given()
  assert.equal((await read(id)).status, 'partial')
  const whole = ['post.published', 'post.partial', 'post.failed']
  assert.ok(!(await listEvents(id)).some((type) => whole.includes(type)))
  const resolved = await ada.post(`/v1/posts/${id}/retry`, { resolve: 'published' })
  assert.equal(resolved.body.status, 'published', resolved.text)
  assert.equal((await listEvents(id)).at(-1), 'post.published')
  assert.equal(shown('half known'), 2)
})

test('an unknown target resolved as absent is sent again', async () => {
  lostBefore()
  const id = await publish({ content: 'was not there', platforms: ['bluesky'] })
  await given()
  const unknown = await read(id)
  assert.equal(unknown.status, 'unknown')
  const at = `/v1/posts/${id}/targets/${unknown.targets[0].id}/resolve`
  const resolved = await ada.post(at, { resolve: 'retry' })
  assert.equal(resolved.status, 200, resolved.text)
  await t.settle()
  assert.equal((await read(id)).status, 'published')
  assert.equal(shown('was not there'), 1)
  assert.ok(!(await listEvents(id)).some((type) => type.startsWith('post.failed')))
})

test('resolving targets as absent resends only the unknown targets, not the failed ones', async () => {
  lostBefore()
  reject('mastodon')
  const id = await publish({ content: 'half lost' })
  await given()
  const statuses = ({ targets }: { targets: { status: string }[] }) => targets.map(({ status }) => status).sort()
  assert.deepEqual(statuses(await read(id)), ['failed', 'unknown'])
  const resolved = await ada.post(`/v1/posts/${id}/retry`, { resolve: 'retry' })
  assert.equal(resolved.status, 200, resolved.text)
  await t.settle()
  assert.deepEqual(statuses(await read(id)), ['failed', 'published'])
  assert.equal(shown('half lost'), 1)
})

test('expanding adds platforms and skips those that the post has reached', async () => {
  const id = await publish({ content: 'wider', platforms: ['bluesky'] })
  await t.settle()
  const wider = await ada.post(`/v1/posts/${id}/expand`, { platforms: ['bluesky', 'mastodon'] })
  assert.equal(wider.status, 200, wider.text)
  assert.deepEqual([wider.body.added, wider.body.skipped], [['mastodon'], [platformIdOf('bluesky')]])
  await t.settle()
  assert.equal((await read(id)).status, 'published')
  assert.equal(shown('wider'), 2)
  assert.equal((await ada.post(`/v1/posts/${id}/expand`, { platforms: ['mastodon'] })).body.code, 'nothing_to_expand')
})

test('expanding to a second account on a platform uses the account’s key in maps', async () => {
  const id = await publish({ content: 'twice there', platforms: ['bluesky'] })
  await t.settle()
  const platforms = ['bluesky', { platform: 'bluesky', accountId: second }]
  const wider = await ada.post(`/v1/posts/${id}/expand`, { platforms })
  assert.equal(wider.status, 200, wider.text)
  const first = platformIdOf('bluesky')
  assert.deepEqual([wider.body.added, wider.body.skipped], [[`${first}:${second}`], [first]])
  const again = await ada.post(`/v1/posts/${id}/expand`, { platforms: [...platforms, 'mastodon'] })
  assert.deepEqual([again.body.added, again.body.skipped], [['mastodon'], [first, `${first}:${second}`]])
  await t.settle()
  assert.equal(shown('twice there'), 3)
})

test('a second account on a platform has a separate key in maps', async () => {
  const id = await publish({ content: 'two', platforms: ['bluesky', { platform: 'bluesky', accountId: second }] })
  const { body } = await ada.get(`/v1/queue/status/${id}`)
  assert.deepEqual(Object.keys(body.platforms), [platformIdOf('bluesky'), `${platformIdOf('bluesky')}:${second}`])
  await t.settle()
  assert.equal(shown('two'), 2)
})

test('a copy has the source’s content but not its outcome', async () => {
  const id = await publish({ content: 'original' })
  await t.settle()
  const copy = await ada.post(`/v1/posts/${id}/duplicate`)
  assert.equal(copy.status, 201, copy.text)
  const { status, duplicatedFromId, publishedAt, targets } = copy.body
  assert.deepEqual([status, duplicatedFromId, publishedAt], ['draft', id, null])
  assert.ok(targets.every((row: { status: string }) => row.status === 'pending'))
  const timed = await ada.post(`/v1/posts/${id}/duplicate`, { scheduledAt: inTime(t, hours(1)) })
  assert.equal(timed.body.status, 'scheduled')
})

test('a submitted draft can be scheduled while it waits, and is published at that time', async () => {
  const id = await publish({ content: 'given a time', platforms: ['mastodon'], saveAsDraft: true })
  await ada.post(`/v1/queue/submit/${id}`)
  const timed = await ada.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, hours(1)) })
  assert.equal(timed.body.status, 'scheduled', timed.text)
  await t.settle()
  assert.equal(shown('given a time'), 0)
  await t.advance(hours(1))
  assert.equal(shown('given a time'), 1)
})

test('a post’s audit entries are listed, newest first', async () => {
  const id = await publish({ content: 'audited', saveAsDraft: true })
  await ada.patch(`/v1/posts/${id}`, { content: 'changed' })
  await ada.delete(`/v1/posts/${id}`)
  const { body } = await ada.get(`/v1/posts/${id}/audit`)
  assert.deepEqual(
    body.map(({ action, actor }: { action: string; actor: { kind: string } }) => [action, actor.kind]),
    ['deleted', 'updated', 'created'].map((what) => [`post.${what}`, 'api-key']),
  )
  assert.deepEqual(body[1].changes.content, { from: 'audited', to: 'changed' })
  const names = new Set(body.map(({ actor }: { actor: { name: string | null } }) => actor.name))
  assert.match([...names].join(), /^user-\d+$/)
})

test('a stuck post is reported once, and not before five minutes', async () => {
  const id = await publish({ content: 'stuck', platforms: ['mastodon'] })
  const at = `/v1/posts/${id}/report-stuck`
  assert.deepEqual([(await ada.post(at)).status, (await ada.post(at)).body.code], [409, 'post_not_stuck'])
  await sql`update post set status_since = status_since - interval '6 minutes' where id = ${fromWire('post', id)!}`.execute(
    t.db,
  )
  for (let n = 0; n < 2; n++) assert.deepEqual((await ada.post(at)).body, { ok: true })
  for (const table of ['ticket', 'alert'] as const) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} where subject = ${id}`.execute(t.db)
    assert.equal(rows[0]?.n, 1, table)
  }
  await t.settle()
})

test('a disconnected account’s draft stays a draft; its queued post is published after a reconnect', async () => {
  const writer = await connectBoth(t)
  const later = inTime(t, seconds(30))
  const draft = { profileId: writer.profileId, content: 'waits', platforms: ['mastodon'], scheduledAt: later }
  const { body } = await writer.ada.post('/v1/posts', draft)
  const gone = await writer.person.delete(`/v1/platforms/accounts/${writer.mastodon}?action=keep`)
  assert.deepEqual([gone.status, gone.body.affected], [200, 1])
  await t.advance(minutes(1))
  const held = (await writer.ada.get(`/v1/posts/${body.id}`)).body
  assert.deepEqual([held.status, held.targets[0].status], ['queued', 'held'])
})

/** Bluesky limits by our IP address, Mastodon by account. */
const limits = [
  [
    'bluesky',
    'putRecord',
    'network_rests',
    'node_limit',
    /^Publishing to this network is paused\. A Bluesky rate limit has been reached/,
  ],
  [
    'mastodon',
    'createStatus',
    'account_rests',
    'account_limit',
    /^Publishing to this account is paused\. This account has reached the server’s rate limit/,
  ],
] as const
for (const [network, call, reason, code, detail] of limits)
  test(`200: ${network}: a rate-limited post states the limit and when it ends, and posts behind it state how long they wait`, async () => {
    t.sandbox.faults.add({ network, kind: 'rate_limit', times: 1, call, retryAfterMs: minutes(40) })
    const first = await publish({ content: 'meets the limit', platforms: [network] })
    await t.settle()
    const mate = await publish({ content: 'its lane mate', platforms: [network] })
    await t.settle()
    const row = async (id: string) => (await ada.get(`/v1/queue/status/${id}`)).body.platforms[platformIdOf(network)]
    const [limited, waiting] = [await row(first), await row(mate)]
    const until = Date.parse(limited.nextAttemptAt)
    assert.ok(until > t.now().getTime() + minutes(30), limited.nextAttemptAt)
    assert.deepEqual([limited.status, limited.errorCode, limited.attempts], ['queued', 'rate_limited', 0])
    assert.ok(limited.error && limited.rawError, JSON.stringify(limited))
    assert.deepEqual([waiting.status, waiting.error, Date.parse(waiting.nextAttemptAt)], ['queued', null, until])
    for (const { waitsFor } of [limited, waiting]) {
      assert.deepEqual([waitsFor.reason, waitsFor.code, Date.parse(waitsFor.until)], [reason, code, until])
      assert.match(waitsFor.detail, detail)
    }
    const listed = (await ada.get(`/v1/posts/${mate}/status`)).body
    assert.deepEqual(listed[0].waitsFor, waiting.waitsFor)
    await t.advance(minutes(41))
    const sent = await row(first)
    assert.deepEqual([sent.status, sent.error, sent.errorCode, sent.waitsFor], ['published', null, null, null])
    await t.advance(minutes(2))
    assert.equal((await row(mate)).status, 'published')
  })

test('a post’s audit entries include its outcomes, the key that acted, and only what was retried', async () => {
  reject('mastodon')
  const id = await publish({ content: 'reported in full', platforms: ['bluesky', 'mastodon'] })
  await t.settle()
  await ada.post(`/v1/posts/${id}/retry`)
  await t.settle()
  const { body } = await ada.get(`/v1/posts/${id}/audit`)
  assert.deepEqual(
    body.map(({ action, actor }: { action: string; actor: { kind: string; keyId: string | null } }) => [
      action,
      actor.kind,
      actor.keyId?.slice(0, 4),
    ]),
    [
      ['post.published', 'system', undefined],
      ['post.retried', 'api-key', 'key_'],
      ['post.partial', 'system', undefined],
      ['post.created', 'api-key', 'key_'],
    ],
  )
  assert.deepEqual(body[1].changes.platforms.to, ['mastodon'])
  assert.deepEqual(
    body[2].changes.platforms.to.map(({ platform, status }: { platform: string; status: string }) => [
      platform,
      status,
    ]),
    [
      ['net-a', 'published'],
      ['mastodon', 'failed'],
    ],
  )
})

test('400: a retry of a published post with an unknown name is refused for the name first', async () => {
  const id = await publish({ content: 'out', platforms: ['mastodon'] })
  await t.settle()
  const unknown = await ada.post(`/v1/posts/${id}/retry`, { platforms: ['zz'] })
  assert.deepEqual([unknown.status, unknown.body.errors?.[0].path], [400, '/platforms/0'])
  assert.equal((await ada.post(`/v1/posts/${id}/retry`)).body.code, 'nothing_to_retry')
})
