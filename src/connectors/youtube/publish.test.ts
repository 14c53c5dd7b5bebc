import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { JsonObject, Outgoing } from '#connectors/connector.ts'
import { fileOf, filesOf, type TestFile } from '#test/connector-suite/files.ts'
import { finishOff, Killed } from '#test/connector-suite/finish-off.ts'
import { youtube as network } from '#test/connector-suite/networks/youtube.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, walkerOf } from '#test/connector-suite/stand.ts'
import { until } from '#test/harness/until.ts'
import { check } from './check.ts'
import { lastPieceFrom, pieceEnd } from './plan.ts'
import { resourceOf } from './post/resource.ts'
import { settings as schema } from './settings.ts'

const film = fileOf('video/mp4')
const picture = fileOf('image/jpeg')
const unit = 262_144

async function start(t: TestContext, person = 'alice') {
  const stand = await openStand(t, 'youtube')
  const signedIn = await signIn(stand, { ...network, chooses: async () => ({ madeForKids: false }) }, person)
  const post = (more: Partial<Outgoing> & { settings?: JsonObject; file?: TestFile } = {}) => {
    const { settings, file = film, ...rest } = more
    return postOf(signedIn, 'a walk', { media: [file.item], ...rest, settings: { madeForKids: false, ...settings } })
  }
  const walk = (one: Outgoing, ...files: readonly TestFile[]) =>
    walkerOf(stand, signedIn, one, filesOf(film, picture, ...files))
  return { stand, signedIn, post, walk }
}

const stateOf = (stand: Stand) => stand.sandbox.network('youtube').state() as { readonly app: { bytesAgain: number } }
const act = (stand: Stand, name: string, given: object = {}, person = 'alice') =>
  stand.sandbox.network('youtube').acts[name]?.(person, { ...given })
const callsOf = (stand: Stand, name: string) => stand.callsSince(0).filter(({ call }) => call === name)

test('pieces are contiguous and multiples of 256 KiB, except the last one, which is smaller', () => {
  for (const size of [1, unit - 1, unit, unit + 1, 3 * unit, 40 * unit, 100_000_001]) {
    const last = lastPieceFrom(size)
    let at = 0
    while (at < last) {
      const end = pieceEnd(at, size)
      assert.ok(end > at && end % unit === 0)
      at = end
    }
    assert.equal(at, last)
    assert.ok(size - last >= 1 && size - last <= unit, `${size}`)
  }
})

test('an upload cut off within a piece resumes at YouTube’s offset without resending confirmed bytes', async (t) => {
  const { stand, post, walk } = await start(t)
  const long = fileOf('video/mp4', { bytes: Buffer.concat([film.bytes, Buffer.alloc(20_000_000, 3)]) })
  const walker = walk(post({ file: long }), long)
  const ranges: string[] = []
  let cuts = 0
  stand.standBetween(async (request, send) => {
    const range = request.headers?.['content-range'] ?? ''
    if (request.name !== 'uploadVideo') return send(request)
    ranges.push(range)
    if (cuts >= 2 || !(request.body && Symbol.asyncIterator in Object(request.body))) return send(request)
    cuts += 1
    const seen = stand.sandbox.calls.total
    await send({ ...request, body: cutAfter(request.body as AsyncIterable<Uint8Array>, 6) }).catch(() => {})
    await until('the sandbox keeps the received bytes', () =>
      stand.callsSince(seen).some(({ call, status }) => call === 'uploadVideo' && status !== null),
    )
    throw new Killed()
  })
  for (let left = 40; walker.step !== null && left > 0; left -= 1) await walker.take()
  assert.deepEqual(
    stand.seen('alice').map(({ media }) => media[0]?.sha256),
    [long.sha256],
  )
  assert.equal(cuts, 2)
  assert.equal(stateOf(stand).app.bytesAgain, 0)
  // Each interrupted piece left some complete units, and the next piece begins after them.
  const begins = ranges.map((range) => Number(/\d+/.exec(range)?.[0]))
  assert.ok(
    begins.every((begin, at) => begin % unit === 0 && (at === 0 || begin > (begins[at - 1] ?? 0))),
    String(begins),
  )
  assert.equal(callsOf(stand, 'getUploadStatus').length, 2)
})

/** Sends some reads of a body, and then breaks off. */
async function* cutAfter(body: AsyncIterable<Uint8Array>, reads: number) {
  let left = reads
  for await (const piece of body) {
    if (left === 0) throw new Error('cut')
    left -= 1
    yield piece
  }
}

test('a session lost before the last byte restarts; one lost after it is found among the uploads', async (t) => {
  const { stand, post, walk } = await start(t)
  const early = walk(post())
  await early.take()
  act(stand, 'end_uploads')
  const { verdict } = await early.take()
  assert.ok(verdict?.is === 'again')
  early.goBack(verdict.from)
  await early.toEnd()
  assert.equal(stand.seen('alice').length, 1)

  const late = walk(post({ title: 'Another' }))
  await late.toVisible()
  await late.tryStep()
  act(stand, 'end_uploads')
  const found = await late.find({ first: stand.now() })
  assert.ok(found !== null && typeof found === 'object')
  late.accept(found)
  await late.toEnd()
  assert.deepEqual(
    [stand.seen('alice').length, late.shown.map(({ remoteId }) => remoteId)],
    [2, [stand.seen('alice')[1]?.id]],
  )
  const absent = walk(post({ title: 'A third' }))
  await absent.toVisible()
  act(stand, 'end_uploads')
  assert.equal(await absent.find({ first: stand.now() }), 'absent')
})

test('a video blocked by Content ID is refused with a message and was never visible', async (t) => {
  const { stand, post, walk } = await start(t)
  for (const [what, reason, code] of [
    ['reject_next', 'claim', 'copyright_claim'],
    ['reject_next', 'duplicate', 'duplicate_video'],
    ['fail_next', 'codec', 'media_refused'],
  ] as const) {
    act(stand, what, { reason })
    const { verdict } = await walk(post()).toEnd()
    assert.ok(verdict?.is === 'refused' && verdict.code === code && verdict.nothingOut, JSON.stringify(verdict))
  }
  assert.deepEqual(stand.seen('alice'), [])
})

test('every app may publish and schedule videos; a video that YouTube made private causes a warning', async (t) => {
  const { stand, signedIn, post, walk } = await start(t)
  assert.deepEqual(Object.keys(signedIn.account.facts), ['uploads', 'longUploads'])
  // The facts that an earlier version stored.
  const account = { ...signedIn.account, facts: { ...signedIn.account.facts, isAppAudited: false } }
  for (const settings of [{}, { privacy: 'unlisted' }, { publishAt: '2027-02-01T09:00:00Z' }, { privacy: 'private' }])
    assert.deepEqual(check({ ...post({ settings }), account }), [])

  stand.sandbox.network('youtube').settings.change({ makesPrivate: true })
  const walker = walk(post())
  assert.deepEqual([(await walker.toEnd()).failure, walker.step], [null, null])
  assert.match(walker.warnings.join(), /made the video private, although the post requested public\. .* YouTube Studio/)
  const own = walk(post({ settings: { privacy: 'private' } }))
  await own.toEnd()
  assert.deepEqual(own.warnings, [])
})

const upright = fileOf('video/mp4', { width: 720, height: 1280 })
const withThumbnail = (file: TestFile) => ({ media: [{ ...file.item, thumbnail: picture.item }] })
const notesOf = (stand: Stand) => stand.sandbox.network('youtube').feed({ account: 'alice', limit: 1 })[0]?.notes

test('a Short’s thumbnail is set once YouTube has processed the Short, and is then visible', async (t) => {
  const { stand, signedIn, post, walk } = await start(t)
  stand.sandbox.network('youtube').settings.change({ shortProcessingMs: 1_800_000 })
  const playlistId = await firstPlaylist(stand, signedIn.grant)
  const one = post({ file: upright, settings: { playlistId } })
  const walker = walk({ ...one, parts: [{ text: 'a walk', ...withThumbnail(upright) }] }, upright)
  await finishOff(stand, walker)
  assert.deepEqual([walker.warnings, notesOf(stand)], [[], ['own thumbnail']])
  const calls = callsOf(stand, 'setThumbnail').length + callsOf(stand, 'insertPlaylistItem').length
  assert.equal(calls, 2)
  const order = stand.callsSince(0).map(({ call }) => call)
  assert.ok(order.indexOf('insertPlaylistItem') < order.indexOf('setThumbnail'), 'the playlist does not wait for it')
})

test('a publication that an earlier version stopped at the thumbnail gets its captions and playlist once', async (t) => {
  const { stand, signedIn, post, walk } = await start(t)
  const playlistId = await firstPlaylist(stand, signedIn.grant)
  const captions = { language: 'en', text: '1\n00:00:00,000 --> 00:00:01,000\nWaves\n' }
  const one = post({ settings: { playlistId, captions } })
  const walker = walk({ ...one, parts: [{ text: 'a walk', ...withThumbnail(film) }] })
  for (let left = 40; walker.step !== 'captions' && left > 0; left -= 1) await walker.take()
  walker.goBack('thumbnail')
  await finishOff(stand, walker)
  const extras = ['setThumbnail', 'insertCaption', 'insertPlaylistItem'].map((name) => callsOf(stand, name).length)
  assert.deepEqual([walker.warnings, extras], [[], [1, 1, 1]])
})

test('a Short that takes more than three hours to process ends with a warning and without its thumbnail', async (t) => {
  const { stand, post, walk } = await start(t)
  stand.sandbox.network('youtube').settings.change({ shortProcessingMs: 86_400_000 })
  const walker = walk({ ...post({ file: upright }), parts: [{ text: 'a walk', ...withThumbnail(upright) }] }, upright)
  await finishOff(stand, walker, async () => (await signIn(stand, network, 'alice')).grant)
  assert.match(walker.warnings.join(), /did not set the thumbnail.*YouTube Studio/)
  assert.deepEqual([callsOf(stand, 'setThumbnail').length, notesOf(stand)], [0, []])
  // Other videos accept a thumbnail at any time.
  const wide = walk({ ...post(), parts: [{ text: 'a walk', ...withThumbnail(film) }] })
  await finishOff(stand, wide, async () => (await signIn(stand, network, 'alice')).grant)
  assert.deepEqual([wide.warnings, notesOf(stand)], [[], ['own thumbnail']])
})

test('thumbnail, captions and playlist follow the video; if one is refused, that is only a warning', async (t) => {
  const { stand, signedIn, post, walk } = await start(t)
  const playlistId = await firstPlaylist(stand, signedIn.grant)
  const captions = { language: 'en', text: '1\n00:00:00,000 --> 00:00:02,000\nA walk «früh».\n' }
  const whole = { media: [{ ...film.item, thumbnail: picture.item }] }
  const one = post({ settings: { captions, playlistId } })
  const withPicture = { ...one, parts: [{ text: 'a walk', media: whole.media }] }
  const walker = walk(withPicture)
  await walker.toEnd()
  assert.deepEqual(walker.warnings, [])
  const [shown] = stand.sandbox.network('youtube').feed({ account: 'alice', limit: 1 })
  assert.deepEqual(shown?.notes, ['own thumbnail', 'CC en'])
  const face = await fetch(`${stand.sandbox.url}/media/youtube/${shown?.id}-thumbnail`)
  assert.deepEqual(Buffer.from(await face.arrayBuffer()), picture.bytes)

  // Without a phone number a channel cannot have its own thumbnails.
  act(stand, 'withdraw_phone')
  const refused = walk(withPicture)
  await refused.toEnd()
  assert.equal(refused.step, null)
  assert.equal(refused.warnings.length, 1)
  assert.match(refused.warnings[0] ?? '', /rejected the thumbnail: “/)
  assert.equal(callsOf(stand, 'insertPlaylistItem').length, 2)
})

async function firstPlaylist(stand: Stand, grant: JsonObject): Promise<string> {
  const { connector } = network
  const requested = { grant, http: stand.http(), signal: new AbortController().signal }
  const offered = (await connector.options?.(requested)) ?? assert.fail()
  const playlists = offered.playlists as { id: string; title: string }[]
  assert.deepEqual(
    playlists.map(({ title }) => title),
    ['Places', 'Recipes'],
  )
  const categories = offered.categories as { id: string; title: string }[]
  assert.deepEqual(categories.at(1), { id: '2', title: 'Autos & Vehicles' })
  assert.ok(!categories.some(({ title }) => title === 'Movies'), 'no category that a video cannot have')
  return playlists[0]?.id ?? ''
}

test('a video is added to its playlist once, even if YouTube fails after adding it', async (t) => {
  const { stand, signedIn, post, walk } = await start(t)
  const playlistId = await firstPlaylist(stand, signedIn.grant)
  stand.fault({ kind: 'error_after', call: 'insertPlaylistItem' })
  const walker = walk(post({ settings: { playlistId } }))
  const { verdict, failure } = await walker.toEnd()
  assert.deepEqual([walker.step, failure?.status, verdict?.is], ['playlist', 503, 'doubt'])
  const found = await walker.find()
  assert.ok(found !== null && typeof found === 'object')
  walker.accept(found)
  assert.deepEqual([walker.step, callsOf(stand, 'insertPlaylistItem').length], [null, 1])
})

test('a video that takes hours to process is published with a warning, unless it was deleted in the meantime', async (t) => {
  const { stand, post, walk } = await start(t)
  stand.sandbox.network('youtube').settings.change({ processingMs: 86_400_000 })
  const gone = walk(post())
  await gone.toVisible()
  await gone.take()
  act(stand, 'delete_latest')
  stand.later(600_000)
  const { verdict } = await gone.toEnd()
  assert.ok(verdict?.is === 'refused' && verdict.code === 'deleted_there')

  const slow = walk(post())
  await finishOff(stand, slow, async () => (await signIn(stand, network, 'alice')).grant)
  assert.equal(slow.step, null)
  assert.match(slow.warnings.join(), /still processing/)
})

test('a Short has a Shorts URL, and each video has its author’s settings', async (t) => {
  const { stand, post, walk } = await start(t)
  const short = walk(post({ format: 'short' }))
  await short.toEnd()
  assert.equal(short.shown[0]?.url, `${stand.url}/shorts/${short.shown[0]?.remoteId}`)
  const chosen = {
    tags: ['harbour', 'early morning'],
    categoryId: '19',
    publishAt: '2027-02-01T09:00:00+01:00',
    containsSyntheticMedia: true,
    embeddable: false,
    notifySubscribers: false,
  }
  assert.deepEqual(resourceOf({ ...post({ settings: chosen }), title: 'A walk', language: 'de' }), {
    resource: {
      snippet: {
        title: 'A walk',
        description: 'a walk',
        categoryId: '19',
        tags: ['harbour', 'early morning'],
        defaultLanguage: 'de',
      },
      status: {
        privacyStatus: 'private',
        publishAt: '2027-02-01T08:00:00.000Z',
        selfDeclaredMadeForKids: false,
        containsSyntheticMedia: true,
        embeddable: false,
      },
    },
    query: { part: 'snippet,status', notifySubscribers: 'false' },
  })
})

test('incompatible settings are reported in advance, and tags are counted as YouTube counts them', async (t) => {
  const { post } = await start(t)
  const issues = (one: Outgoing) => check(one).map(({ code, at }) => `${code} ${Object.values(at).join()}`)
  assert.deepEqual(issues(post()), [])
  assert.deepEqual(issues({ ...post(), settings: {} }), ['setting_missing madeForKids'])
  assert.deepEqual(issues(post({ title: 'a < b' })), ['signs_not_allowed true'])
  assert.deepEqual(issues({ ...post(), parts: [{ text: '<3', media: [film.item] }] }), ['signs_not_allowed 0'])
  assert.deepEqual(issues(post({ settings: { publishAt: '2027-02-01T09:00:00Z', privacy: 'public' } })), [
    'settings_invalid publishAt',
  ])
  const moving = { ...film.item, thumbnail: fileOf('image/gif').item }
  assert.deepEqual(issues({ ...post(), parts: [{ text: '', media: [moving] }] }), ['media_type_not_supported 0'])
  const tagsOf = (...tags: string[]) => schema.safeParse({ tags }).success
  assert.equal(tagsOf('a'.repeat(249), 'b'.repeat(250)), true)
  assert.equal(tagsOf('a'.repeat(250), 'b'.repeat(250)), false, 'the comma counts')
  assert.equal(tagsOf(`${'a'.repeat(249)} ${'b'.repeat(249)}`), false, 'quotation marks count, too')
  assert.equal(schema.safeParse({ captions: { language: 'en', text: 'No times here.' } }).success, false)
})

test('an upload URL outside the API host does not get the token', async (t) => {
  const { stand, post, walk } = await start(t)
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    if (request.name !== 'insertVideo') return answer
    return { ...answer, headers: { ...answer.headers, location: 'https://elsewhere.example/upload?upload_id=1' } }
  })
  const walker = walk(post())
  const { failure } = await walker.take()
  assert.equal(failure?.code, 'unreadable')
  assert.deepEqual(walker.memo, {})
})
