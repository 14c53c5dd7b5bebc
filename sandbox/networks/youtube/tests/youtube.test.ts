import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours } from '../../../core/kit/clock.ts'
import { jpeg, mp4 } from '../../../core/tests/files.ts'
import { type OnYoutube, sampleVideo, startYoutube, uploadOnly } from './kit.ts'

// Each test names the page of Google's documentation, or the section of the network's description, that it verifies.

const unit = 262_144
const who = async (on: OnYoutube, token: string) => {
  const { status, body } = await on.call('GET', '/youtube/v3/channels?part=snippet&mine=true', { token })
  return status === 200 ? body.items[0].snippet.customUrl : body.error.errors[0].reason
}

test('OAuth for web servers: a renewal returns only an access token, and a consent in testing expires after a week', async () => {
  await using on = await startYoutube()
  const first = await on.grant()
  assert.deepEqual([first.expires_in, first.token_type], [3_599, 'Bearer'])
  assert.equal(await who(on, first.access_token), '@alice')
  on.later(hours(1))
  assert.equal(await who(on, first.access_token), 'authError')
  const { body } = await on.refresh(first.refresh_token)
  assert.deepEqual([body.refresh_token, await who(on, body.access_token)], [undefined, '@alice'])
  await on.settings({ testing: true })
  const short = await on.grant()
  on.later(days(7))
  assert.equal((await on.refresh(short.refresh_token)).body.error, 'invalid_grant')
  assert.equal((await on.refresh(first.refresh_token)).status, 200)
})

test('OAuth for web servers: a code is valid once, and either token revokes the consent', async () => {
  await using on = await startYoutube()
  const code = await on.codeOf()
  assert.equal((await on.exchange(code)).status, 200)
  assert.equal((await on.exchange(code)).body.error, 'invalid_grant')
  const denied = await on.authorize({ approve: '0' })
  assert.equal(denied.back?.get('error'), 'access_denied')
  const { access, refresh } = await on.connect()
  assert.equal((await on.call('POST', '/revoke', { form: { token: refresh } })).status, 200)
  assert.equal(await who(on, access), 'authError')
  const { access: narrow } = await on.connect('alice', uploadOnly)
  assert.equal(await who(on, narrow), 'insufficientPermissions', 'to upload alone does not allow to read')
})

test('Resumable uploads: a session reports its progress with 308, resumes there, and returns its video again', async () => {
  await using on = await startYoutube()
  const long = mp4({ bytes: 2 * unit + 1_000 })
  const session = await on.begin('alice', { size: long.length })
  const ask = () => on.put(session, `bytes */${long.length}`)
  const piece = (from: number, to: number) =>
    on.put(session, `bytes ${from}-${to - 1}/${long.length}`, long.subarray(from, to))
  const had = ({ status, headers }: Awaited<ReturnType<typeof ask>>) => [status, headers.get('range')]
  assert.deepEqual(had(await ask()), [308, null])
  assert.equal((await piece(0, 1_000)).status, 400, 'only the last piece may have a different size')
  assert.deepEqual(had(await piece(0, unit)), [308, `bytes=0-${unit - 1}`])
  assert.deepEqual(had(await piece(2 * unit, long.length)), [308, `bytes=0-${unit - 1}`], 'a gap is not filled')
  assert.deepEqual(had(await piece(0, 2 * unit)), [308, `bytes=0-${2 * unit - 1}`])
  assert.match(JSON.stringify(on.sandbox.network('youtube').state()), new RegExp(`"bytesAgain":${unit}\\b`))
  const { status, body } = await piece(2 * unit, long.length)
  assert.equal(status, 200)
  for (const again of [await ask(), await piece(2 * unit, long.length)]) assert.equal(again.body.id, body.id)
  on.later(10_000)
  assert.equal(on.seen('alice').length, 1)
  const other = await on.begin('alice')
  on.later(days(7))
  assert.equal((await on.put(other, `bytes */${sampleVideo.length}`)).status, 410)
})

test('Videos: a video is processed before it is visible; it may fail, be rejected, or be made private', async () => {
  await using on = await startYoutube()
  const id = await on.upload('alice')
  assert.equal((await on.statusOf('alice', id)).uploadStatus, 'uploaded')
  assert.deepEqual(on.seen('alice'), [])
  on.later(2_000)
  assert.deepEqual(
    [(await on.statusOf('alice', id)).uploadStatus, on.seen('alice').map((entry) => entry.id)],
    ['processed', [id]],
  )
  await on.act('alice', 'reject_next', { with: { reason: 'copyright' } })
  await on.act('bob', 'fail_next', { with: { reason: 'codec' } })
  const [claimed, broken] = [await on.upload('alice'), await on.upload('bob')]
  const text = await on.upload('carla', {}, Buffer.from('no video at all'))
  const long = await on.upload('carla', {}, mp4({ durationMs: 1_000_000 }))
  on.later(2_000)
  assert.equal((await on.statusOf('alice', claimed)).rejectionReason, 'copyright')
  assert.equal((await on.statusOf('bob', broken)).failureReason, 'codec')
  assert.equal((await on.statusOf('carla', text)).failureReason, 'invalidFile')
  assert.equal((await on.statusOf('carla', long)).rejectionReason, 'length', 'no phone number, so 15 minutes')
  await on.settings({ makesPrivate: true })
  assert.equal((await on.statusOf('bob', await on.upload('bob'))).privacyStatus, 'private')
  assert.equal((await on.read('alice', `videos?part=status&id=${claimed},nobodyHasIt`)).body.items.length, 1)
})

test('Videos: publishAt makes a private video public at that time, and other channels can see it from then on', async () => {
  await using on = await startYoutube()
  const publishAt = new Date(on.sandbox.clock.now().getTime() + hours(1)).toISOString()
  const id = await on.upload('alice', { status: { privacyStatus: 'private', publishAt } })
  assert.equal(await on.statusOf('bob', id), undefined)
  on.later(hours(1))
  on.forgetTokens()
  assert.equal((await on.statusOf('bob', id)).privacyStatus, 'public')
})

test('Errors: invalid video properties are rejected with the reasons given in the reference', async () => {
  await using on = await startYoutube()
  const refusals = {
    invalidTitle: [{ title: '' }, { title: 'a < b' }, { title: 'a'.repeat(101) }],
    invalidDescription: [{ description: 'ä'.repeat(2_501) }, { description: '<3' }],
    invalidTags: [{ tags: ['a'.repeat(251), 'b'.repeat(250)] }, { tags: 'one' }, { tags: [`${'a '.repeat(250)}`] }],
    invalidCategoryId: [{ categoryId: '7777' }],
  }
  for (const [reason, snippets] of Object.entries(refusals))
    for (const snippet of snippets) {
      const { status, body } = await on.insert('alice', { snippet })
      assert.deepEqual([status, body.error.errors?.[0].reason], [400, reason], JSON.stringify(snippet))
    }
  const early = { privacyStatus: 'public', publishAt: '2030-01-01T00:00:00Z' }
  assert.equal((await on.insert('alice', { status: early })).body.error.errors[0].reason, 'invalidPublishAt')
  assert.equal((await on.insert('alice', { size: 0 })).body.error.errors[0].reason, 'mediaBodyRequired')
  const { body } = await on.insert('alice', { snippet: { title: 'a'.repeat(100), description: 'ä'.repeat(2_500) } })
  assert.equal(body, '')
})

test('Errors: uploads are rejected for channels and logins without permission, and beyond the app’s or the channel’s quota', async () => {
  await using on = await startYoutube()
  const reasonOf = async (name: string) => {
    const { status, body } = await on.insert(name)
    return status === 200 ? 'fine' : `${status} ${body.error.errors[0].reason}`
  }
  await on.act('alice', 'close_channel')
  assert.equal(await reasonOf('alice'), '401 youtubeSignupRequired')
  await on.act('alice', 'open_channel')
  await on.act('alice', 'forbid_uploads')
  assert.equal(await reasonOf('alice'), '403 forbidden')
  await on.act('alice', 'suspend')
  assert.equal(await reasonOf('alice'), '403 authenticatedUserAccountSuspended')
  await on.act('alice', 'restore')
  assert.equal(await reasonOf('alice'), 'fine')
  await on.settings({ channelVideosPerDay: 1 })
  await on.upload('bob')
  assert.equal(await reasonOf('bob'), '400 uploadLimitExceeded')
  await on.settings({ channelVideosPerDay: 0, quotas: true, insertsPerDay: 5 })
  for (let left = 10; (await reasonOf('carla')) === 'fine' && left > 0; left -= 1);
  assert.equal(await reasonOf('carla'), '403 quotaExceeded')
  // It is morning in Europe, and still night in California.
  on.later(hours(24))
  on.forgetTokens()
  assert.equal(await reasonOf('carla'), 'fine')
})

test('thumbnails.set (November 2026): a Short accepts its thumbnail only after processing', async () => {
  await using on = await startYoutube()
  await on.settings({ shortProcessingMs: hours(1) })
  const set = (id: string) =>
    on.as('alice', 'POST', `/upload/youtube/v3/thumbnails/set?videoId=${id}`, {
      bytes: jpeg(),
      headers: { 'content-type': 'image/jpeg' },
    })
  const stateOf = async (id: string) =>
    (await on.read('alice', `videos?part=status,processingDetails&id=${id}`)).body.items[0]
  const short = await on.upload('alice', {}, mp4({ width: 720, height: 1280 }))
  on.later(2_000)
  const { status, processingDetails } = await stateOf(short)
  assert.deepEqual([status.uploadStatus, processingDetails.processingStatus], ['processed', 'processing'])
  const notes = () => on.sandbox.network('youtube').feed({ account: 'alice', limit: 1 })[0]?.notes
  assert.deepEqual([(await set(short)).status, notes()], [200, []], 'the answer is the same')
  on.later(hours(1))
  on.forgetTokens()
  assert.equal((await stateOf(short)).processingDetails.processingStatus, 'succeeded')
  assert.deepEqual([(await set(short)).status, notes()], [200, ['own thumbnail']])
})

test('Thumbnails, captions and playlists: each accepts what the reference allows, and a playlist accepts a video twice', async () => {
  await using on = await startYoutube()
  const id = await on.upload('alice')
  const set = (name: string, video: string, bytes: Buffer) =>
    on.as(name, 'POST', `/upload/youtube/v3/thumbnails/set?videoId=${video}`, {
      bytes,
      headers: { 'content-type': 'image/jpeg' },
    })
  assert.equal((await set('alice', id, jpeg())).status, 200)
  assert.equal((await set('alice', id, Buffer.from('text'))).body.error.errors[0].reason, 'invalidImage')
  assert.equal((await set('carla', await on.upload('carla'), jpeg())).body.error.errors[0].reason, 'forbidden')
  assert.equal((await set('bob', id, jpeg())).status, 403)

  const snippet = JSON.stringify({ snippet: { videoId: id, language: 'en', name: '' } })
  const srt = '1\n00:00:00,000 --> 00:00:01,000\nHello.\n'
  const related = [
    '--x',
    'content-type: application/json',
    '',
    snippet,
    '--x',
    'content-type: application/octet-stream',
    '',
    srt,
    '--x--',
    '',
  ]
  const caption = () =>
    on.as('alice', 'POST', '/upload/youtube/v3/captions?uploadType=multipart&part=snippet', {
      bytes: Buffer.from(related.join('\r\n')),
      headers: { 'content-type': 'multipart/related; boundary=x' },
    })
  assert.equal((await caption()).status, 200)
  assert.deepEqual([(await caption()).status, (await caption()).body.error.errors[0].reason], [409, 'captionExists'])

  assert.equal((await on.read('alice', 'videoCategories?part=snippet')).status, 400)
  const offered = (await on.read('alice', 'videoCategories?part=snippet&regionCode=DE')).body.items
  assert.deepEqual(offered.at(-1).snippet, { title: 'Movies', assignable: false })

  const { body } = await on.read('alice', 'playlists?part=snippet&mine=true')
  const playlistId = body.items[0].id
  const add = () =>
    on.as('alice', 'POST', '/youtube/v3/playlistItems?part=snippet', {
      json: { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId: id } } },
    })
  await add()
  await add()
  const listed = await on.read('alice', `playlistItems?part=snippet&playlistId=${playlistId}&videoId=${id}`)
  assert.equal(listed.body.items.length, 2)
})
