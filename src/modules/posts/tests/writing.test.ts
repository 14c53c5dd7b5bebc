import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours, minutes, seconds } from '#kernel/clock.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

/** Accepted posts, and refusals of all others. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let ada: Client
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  ada = w.ada
})
after(() => t[Symbol.asyncDispose]())

const write = (body: object, by: Client = ada) => by.post('/v1/posts', { profileId: w.profileId, ...body })
const faultsOf = async (body: object) => {
  const answer = await write(body)
  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.body.code, 'validation_failed')
  return answer.body.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)
}
const picture = async (fields: Readonly<Record<string, string>> = {}) => {
  const file = await noise(20, 20).png().toBuffer()
  const { body } = await ada.upload('/v1/media/upload', { file, fileName: 'a.png', fields })
  return body as { id: string; storagePath: string; url: string }
}

test('201: a draft is stored and returned as written', async () => {
  const draft = {
    content: 'Ahoi 🚢',
    title: 'A title',
    platforms: ['bluesky', { platform: 'mastodon', content: 'Other words', settings: { visibility: 'unlisted' } }],
    thread: [{ content: 'and more' }],
    tags: ['harbour'],
    language: 'de',
    link: 'https://example.com/a',
    settings: { bluesky: { hideReplies: true } },
    metadata: { campaign: 'spring' },
    saveAsDraft: true,
    scheduledAt: inTime(t, hours(2)),
  }
  const { status, body, text } = await write(draft)
  assert.equal(status, 201, text)
  assert.equal(body.status, 'draft')
  assert.deepEqual(body.settings, { [platformIdOf('bluesky')]: { hideReplies: true } })
  assert.deepEqual(body.thread, [{ content: 'and more', media: [] }])
  assert.deepEqual(body.targets[1].overrides, { content: 'Other words', settings: { visibility: 'unlisted' } })
  for (const field of ['content', 'title', 'tags', 'language', 'link', 'metadata', 'scheduledAt'] as const)
    assert.deepEqual(body[field], draft[field], field)
  // Only responses to GET compute whether the post needs approval.
  const marks = { needsApproval: false, approvalStep: null }
  assert.deepEqual((await ada.get(`/v1/posts/${body.id}`)).body, { ...body, ...marks })
})

test('a post’s history identifies platforms by ID, and lists only actual changes to them', async () => {
  const { id } = (await write({ content: 'Who sees it?', platforms: ['bluesky'], saveAsDraft: true })).body
  await ada.patch(`/v1/posts/${id}`, { platforms: ['bluesky'], content: 'Who sees it now?' })
  await ada.patch(`/v1/posts/${id}`, { platforms: ['bluesky', 'mastodon'] })
  const { body: entries } = await ada.get(`/v1/posts/${id}/audit`)
  const [bluesky, mastodon] = [platformIdOf('bluesky'), platformIdOf('mastodon')]
  assert.deepEqual(entries[0].changes, { platforms: { from: [bluesky], to: [bluesky, mastodon] } })
  assert.deepEqual(Object.keys(entries[1].changes), ['content'])
})

test('201: a draft may be written before an account is connected, and uses the account once it is connected', async () => {
  const profile = await w.person.post('/v1/profiles', { name: 'empty' })
  const profileId = profile.body.id
  const draft = await ada.post('/v1/posts', { profileId, content: 'early', platforms: ['bluesky'], saveAsDraft: true })
  assert.equal(draft.status, 201, draft.text)
  assert.equal(draft.body.targets[0].accountId, null)
  const refused = await ada.post(`/v1/posts/${draft.body.id}/publish-now`)
  assert.equal(refused.status, 400)
  assert.equal(refused.body.errors[0].code, 'account_not_connected')
})

test('400: each error in a target has its path', async () => {
  assert.deepEqual(await faultsOf({ content: 'x' }), ['/platforms platforms_missing'])
  assert.deepEqual(await faultsOf({ content: 'x', platforms: ['bluesky', 'bluesky'] }), [
    '/platforms/1 duplicate_target',
  ])
  assert.deepEqual(
    await faultsOf({ content: 'x', platforms: ['bluesky', { platform: 'bluesky', accountId: w.bluesky }] }),
    ['/platforms/1 duplicate_target'],
  )
  assert.deepEqual(await faultsOf({ content: 'x', platforms: ['myspace', 7] }), [
    '/platforms/0 invalid_value',
    '/platforms/1 invalid_type',
  ])
  assert.deepEqual(await faultsOf({ content: 'x', platforms: [{ platform: 'bluesky', accountId: w.mastodon }] }), [
    '/platforms/0/accountId account_not_connected',
  ])
  assert.deepEqual(await faultsOf({ content: 'x', platforms: [{ platform: 'bluesky', colour: 'red' }] }), [
    '/platforms/0/colour unknown_field',
  ])
})

test('400: a post that a network would reject is refused, with the network’s name', async () => {
  const answer = await write({ content: 'x'.repeat(301), platforms: ['bluesky', 'mastodon'] })
  assert.equal(answer.status, 400)
  const [fault, ...others] = answer.body.errors
  assert.deepEqual(others, [])
  assert.deepEqual([fault.path, fault.code, fault.network], ['/content', 'text_too_long', 'bluesky'])
  assert.equal(fault.accountId, w.bluesky)
  assert.match(fault.message, /301 .* 300/)
  assert.match(fault.fix, /by 1 character\./)
  const own = { platform: 'bluesky', content: 'y'.repeat(301) }
  assert.deepEqual(await faultsOf({ content: 'x', platforms: ['mastodon', own] }), [
    '/platforms/1/content text_too_long',
  ])
  assert.deepEqual(await faultsOf({ content: '', platforms: ['mastodon'] }), ['/content text_missing'])
})

test('400 warnings_unconfirmed: a warning must be confirmed by code or with true; a draft needs no confirmation', async () => {
  const { storagePath } = await picture()
  const draft = { content: 'x', platforms: ['mastodon'], media: [{ storagePath }], scheduledAt: inTime(t, days(1)) }
  const refused = await write(draft)
  assert.equal(refused.status, 400)
  assert.equal(refused.body.code, 'warnings_unconfirmed')
  assert.deepEqual(
    refused.body.warnings.map(({ code, path }: { code: string; path: string }) => [code, path]),
    [['alt_text_missing', '/media/0/altText']],
  )
  for (const confirmWarnings of [['alt_text_missing'], true]) {
    const taken = await write({ ...draft, confirmWarnings })
    assert.equal(taken.status, 201, taken.text)
    assert.deepEqual(taken.body.confirmWarnings, confirmWarnings)
  }
  assert.equal((await write({ ...draft, confirmWarnings: ['other'] })).body.code, 'warnings_unconfirmed')
  assert.equal((await write({ ...draft, saveAsDraft: true })).status, 201)
})

test('a file is identified by storagePath or by our URL; a file that a post uses cannot be deleted', async () => {
  const { id, storagePath, url } = await picture({ altText: 'Waves' })
  const made = await write({ content: 'x', platforms: ['bluesky'], media: [{ url }], scheduledAt: inTime(t, days(1)) })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(made.body.media, [{ storagePath }])
  const kept = await ada.delete(`/v1/media/${id}`)
  assert.deepEqual([kept.status, kept.body.code], [409, 'media_in_use'])
  await ada.patch(`/v1/posts/${made.body.id}`, { media: [] })
  assert.equal((await ada.delete(`/v1/media/${id}`)).status, 200)
  const gone = [`/media/0/storagePath media_not_found`]
  assert.deepEqual(await faultsOf({ content: 'x', platforms: ['bluesky'], media: [{ storagePath }] }), gone)
})

test('another user’s file is refused; a remote file is fetched only before the post is published', async () => {
  const stranger = await connectBoth(t)
  const file = await noise(20, 20).png().toBuffer()
  const { body } = await stranger.person.upload('/v1/media/upload', { file, fileName: 'theirs.png' })
  const answer = await write({ content: 'x', platforms: ['bluesky'], media: [{ storagePath: body.storagePath }] })
  assert.equal(answer.status, 403, answer.text)
  assert.equal(answer.body.code, 'media_forbidden')
  const media = [{ url: 'https://127.0.0.1/a.png' }]
  const draft = await write({ content: 'x', platforms: ['bluesky'], media, saveAsDraft: true })
  assert.equal(draft.status, 201, draft.text)
  assert.deepEqual(draft.body.media, media)
  for (const refused of [
    await ada.post(`/v1/posts/${draft.body.id}/publish-now`),
    await write({ content: 'x', platforms: ['bluesky'], media }),
  ]) {
    assert.equal(refused.status, 400, refused.text)
    assert.equal(refused.body.code, 'media_unreachable')
  }
})

test('a time without an offset is in the time zone of the body, the profile or the user', async () => {
  const when = async (body: object) => {
    const made = await write({ content: 'x', platforms: ['bluesky'], scheduledAt: '2027-07-01T09:00', ...body })
    assert.equal(made.status, 201, made.text)
    return made.body.scheduledAt
  }
  assert.equal(await when({}), '2027-07-01T09:00:00.000Z')
  await w.person.patch('/v1/auth/me', { timezone: 'Asia/Tokyo' })
  assert.equal(await when({}), '2027-07-01T00:00:00.000Z')
  await w.person.patch(`/v1/profiles/${w.profileId}`, { timezone: 'America/New_York' })
  assert.equal(await when({}), '2027-07-01T13:00:00.000Z')
  assert.equal(await when({ timezone: 'Europe/Berlin' }), '2027-07-01T07:00:00.000Z')
  assert.equal(await when({ scheduledAt: '2027-07-01T09:00:00+02:00' }), '2027-07-01T07:00:00.000Z')
})

test('400: a scheduledAt in the past or over two years ahead, and a latestAt before it', async () => {
  const draft = { content: 'x', platforms: ['bluesky'] }
  assert.equal((await write({ ...draft, scheduledAt: inTime(t, -seconds(59)) })).status, 201)
  assert.deepEqual(await faultsOf({ ...draft, scheduledAt: inTime(t, -seconds(61)) }), [
    '/scheduledAt scheduled_in_the_past',
  ])
  assert.deepEqual(await faultsOf({ ...draft, scheduledAt: inTime(t, days(733)) }), [
    '/scheduledAt scheduled_too_far_ahead',
  ])
  assert.deepEqual(await faultsOf({ ...draft, scheduledAt: 'tomorrow' }), ['/scheduledAt invalid_value'])
  assert.deepEqual(await faultsOf({ ...draft, scheduledAt: inTime(t, hours(2)), latestAt: inTime(t, hours(1)) }), [
    '/latestAt latest_before_scheduled',
  ])
})

test('403: a key without posts:publish can write drafts but publish nothing', async () => {
  const key = await withKey(t, w.person, ['posts:read', 'posts:write'])
  const draft = await write({ content: 'x', platforms: ['bluesky'], saveAsDraft: true }, key)
  assert.equal(draft.status, 201, draft.text)
  const at = `/v1/posts/${draft.body.id}`
  const later = inTime(t, hours(1))
  for (const refused of [
    await write({ content: 'x', platforms: ['bluesky'] }, key),
    await write({ content: 'x', platforms: ['bluesky'], scheduledAt: later }, key),
    await key.patch(at, { scheduledAt: later, saveAsDraft: false }),
    await key.post(`${at}/publish-now`),
    await key.post(`/v1/queue/submit/${draft.body.id}`),
    await key.post(`${at}/duplicate`, { scheduledAt: later }),
    await key.post(`${at}/expand`, { platforms: ['mastodon'] }),
    await key.post(`${at}/retry`),
  ]) {
    assert.equal(refused.status, 403, refused.text)
    assert.equal(refused.body.code, 'scope_required')
    assert.match(refused.body.detail, /posts:publish/)
  }
  assert.equal((await key.post(`${at}/duplicate`)).status, 201)
  assert.equal((await key.patch(at, { content: 'y' })).status, 200)
})

test('403 scope_required: a key without posts:publish may only set a draft’s stored time', async () => {
  const key = await withKey(t, w.person, ['posts:read', 'posts:write'])
  const { id } = (await write({ content: 'x', platforms: ['bluesky'], saveAsDraft: true }, key)).body
  const scheduledAt = inTime(t, hours(1))
  assert.equal((await key.patch(`/v1/posts/${id}`, { scheduledAt, saveAsDraft: true })).status, 200)
  assert.equal((await key.patch(`/v1/posts/${id}`, { scheduledAt })).body.code, 'scope_required')
  assert.equal((await key.patch(`/v1/posts/${id}`, { saveAsDraft: false })).body.code, 'scope_required')
})

test('200: scheduledAt schedules any draft; with saveAsDraft, the time is only stored', async () => {
  const time = inTime(t, minutes(2))
  const draft = { profileId: w.profileId, content: 'to arm', platforms: ['bluesky'] }
  const saved = (await write({ ...draft, saveAsDraft: true })).body.id
  const inBulk = (await ada.post('/v1/posts/bulk', { posts: [draft] })).body.posts[0].id
  const cancelled = (await write({ ...draft, scheduledAt: time })).body.id
  await ada.delete(`/v1/queue/cancel/${cancelled}`)
  const copied = (await ada.post(`/v1/posts/${saved}/duplicate`)).body.id
  for (const id of [saved, inBulk, cancelled, copied]) {
    const remembered = await ada.patch(`/v1/posts/${id}`, { scheduledAt: time, saveAsDraft: true })
    assert.deepEqual([remembered.body.status, remembered.body.scheduledAt], ['draft', time], remembered.text)
    const { body } = await ada.patch(`/v1/posts/${id}`, { scheduledAt: time })
    assert.deepEqual([body.status, body.saveAsDraft, body.scheduledAt], ['scheduled', false, time])
  }
  for (let minute = 0; minute < 6; minute++) await t.advance(minutes(1))
  for (const id of [saved, inBulk, cancelled, copied])
    assert.equal((await ada.get(`/v1/posts/${id}`)).body.status, 'published')
})

test('200: validate accepts any object, reports the same errors as a request would, and stores nothing', async () => {
  const before = (await ada.get('/v1/posts/stats')).body.total
  const media = await picture()
  const good = await ada.post('/v1/posts/validate', {
    profileId: w.profileId,
    content: 'See https://example.com @alice.sandbox #tag',
    platforms: ['bluesky', 'mastodon'],
    media: [{ storagePath: media.storagePath }],
    confirmWarnings: ['alt_text_missing'],
  })
  assert.equal(good.status, 200, good.text)
  assert.equal(good.body.canPublish, true)
  assert.deepEqual(good.body.warnings, [])
  assert.equal(good.body.confirmedWarnings.length, 2)
  const plan = good.body.perPlatformPlan[platformIdOf('bluesky')]
  assert.deepEqual([plan.accountId, plan.maxLength, plan.tags], [w.bluesky, 300, ['tag']])
  assert.ok(plan.calls.length > 1)
  assert.deepEqual([plan.media[0].mediaId, plan.media[0].action], [media.id, 'as-is'])
  for (const [body, code] of [
    [{}, 'required'],
    [{ profileId: 7 }, 'invalid_type'],
    [{ profileId: w.profileId, colour: 'red' }, 'unknown_field'],
    [{ profileId: w.profileId, content: 'x' }, 'platforms_missing'],
    [{ profileId: w.profileId, content: 'x'.repeat(301), platforms: ['bluesky'] }, 'text_too_long'],
    [{ profileId: w.profileId, platforms: ['bluesky'], scheduledAt: '2020-01-01T00:00:00Z' }, 'scheduled_in_the_past'],
    [
      { profileId: w.profileId, content: 'x', platforms: ['bluesky'], media: [{ storagePath: 'no' }] },
      'media_not_found',
    ],
  ] as const) {
    const { status, body: validated } = await ada.post('/v1/posts/validate', body)
    assert.equal(status, 200)
    assert.equal(validated.canPublish, false)
    assert.ok(
      validated.errors.some((issue: { code: string }) => issue.code === code),
      `${code}: ${JSON.stringify(validated.errors)}`,
    )
  }
  const foreign = await (await connectBoth(t)).ada.post('/v1/posts/validate', { profileId: w.profileId })
  assert.equal(foreign.status, 403)
  assert.equal((await ada.get('/v1/posts/stats')).body.total, before)
})

test('201: bulk stores all posts as drafts, or none if one has an error', async () => {
  const posts = [1, 2, 3].map((n) => ({ profileId: w.profileId, content: `no ${n}`, platforms: ['bluesky'] }))
  const made = await ada.post('/v1/posts/bulk', { posts })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.created, 3)
  assert.deepEqual(
    made.body.posts.map(({ status, content }: { status: string; content: string }) => [status, content]),
    posts.map(({ content }) => ['draft', content]),
  )
  const before = (await ada.get('/v1/posts/stats')).body.total
  const wrong = [...posts, { profileId: w.profileId, platforms: ['bluesky', 'bluesky'] }]
  const refused = await ada.post('/v1/posts/bulk', { posts: wrong })
  assert.equal(refused.status, 400)
  assert.deepEqual(
    refused.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code]),
    [['/posts/3/platforms/1', 'duplicate_target']],
  )
  const shape = await ada.post('/v1/posts/bulk', { posts: [...posts, { profileId: w.profileId, content: 7 }] })
  assert.equal(shape.body.errors[0].path, '/posts/3/content')
  assert.equal((await ada.get('/v1/posts/stats')).body.total, before)
  const large = Array.from({ length: 30 }, () => ({ profileId: w.profileId, content: 'x'.repeat(90_000) }))
  assert.equal((await ada.post('/v1/posts/bulk', { posts: large })).status, 201)
})

test('201: a repeat with an Idempotency-Key gets the same response and fetches nothing', async () => {
  const headers = { 'idempotency-key': 'once' }
  const body = { profileId: w.profileId, content: 'once', platforms: ['bluesky'], scheduledAt: inTime(t, days(2)) }
  const first = await ada.post('/v1/posts', body, { headers })
  const again = await ada.post('/v1/posts', body, { headers })
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [201, 'true'])
  assert.equal(again.text, first.text)
  const other = await ada.post('/v1/posts', { ...body, media: [{ url: 'https://127.0.0.1/a.png' }] }, { headers })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
})

test('a post with saveAsDraft is not published at its scheduled time', async () => {
  const made = await write({
    content: 'x',
    platforms: ['bluesky'],
    saveAsDraft: true,
    scheduledAt: inTime(t, hours(2)),
  })
  await t.advance(hours(3))
  assert.equal((await ada.get(`/v1/posts/${made.body.id}`)).body.status, 'draft')
})

test('a post past its latestAt is not sent, and a retry sends it immediately', async () => {
  const writer = await connectBoth(t)
  const { profileId } = writer
  const draft = { profileId, content: 'late', platforms: ['bluesky'] }
  const made = await writer.ada.post('/v1/posts', {
    ...draft,
    scheduledAt: inTime(t, minutes(5)),
    latestAt: inTime(t, minutes(10)),
  })
  assert.equal(made.status, 201, made.text)
  await t.advance(minutes(30))
  const late = (await writer.ada.get(`/v1/posts/${made.body.id}`)).body
  assert.deepEqual([late.status, late.targets[0].errorCode], ['failed', 'too_late'])
  const retried = await writer.ada.post(`/v1/posts/${made.body.id}/retry`)
  assert.equal(retried.status, 200, retried.text)
  await t.settle()
  assert.equal((await writer.ada.get(`/v1/posts/${made.body.id}`)).body.status, 'published')
})

test('200: a change without fields changes nothing, not even the ETag', async () => {
  const { body } = await write({ content: 'As it is', saveAsDraft: true })
  const before = await ada.get(`/v1/posts/${body.id}`)
  const same = await ada.patch(`/v1/posts/${body.id}`, {})
  assert.deepEqual([same.status, same.headers['etag'], same.body], [200, before.headers['etag'], body])
  assert.equal((await ada.get(`/v1/posts/${body.id}`)).text, before.text)
})
