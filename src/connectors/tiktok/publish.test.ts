import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { CallFailed, type JsonObject, type Outgoing } from '#connectors/connector.ts'
import { fileOf, filesOf } from '#test/connector-suite/files.ts'
import { tiktok as network } from '#test/connector-suite/networks/tiktok.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { jsonOf } from './api.ts'
import { check } from './check.ts'
import { hear } from './hear.ts'
import { tiktok } from './index.ts'
import { chunkAt, chunksOf } from './plan.ts'

async function start(t: TestContext, person = 'alice') {
  const stand = await openStand(t, 'tiktok')
  return { stand, signedIn: await signIn(stand, network, person) }
}
const film = fileOf('video/mp4')
const picture = fileOf('image/jpeg')
const chosen = {
  privacyLevel: 'PUBLIC_TO_EVERYONE',
  allowComment: true,
  allowDuet: false,
  allowStitch: false,
  disclosure: 'none',
}
const account = { remoteId: 'x', handle: 'alice', facts: { username: 'alice' } }
const post = (settings: JsonObject, more: Partial<Outgoing> & { media?: Outgoing['parts'][0]['media'] } = {}) =>
  postOf({ account }, 'a walk', { media: [film.item], ...more, settings })
const issues = (one: Outgoing) => check(one).map(({ code, at }) => `${code} ${Object.values(at).join()}`)

test('chunks follow the rules: 5 to 64 MB each, at most a thousand, the last one with the remainder', () => {
  for (const size of [1, 4_999_999, 5_000_001, 20_971_519, 20_971_520, 104_857_601, 4_000_000_000]) {
    const { chunk, count } = chunksOf(size)
    assert.equal(count, Math.max(1, Math.floor(size / chunk)))
    assert.ok(count <= 1_000 && chunk <= 64_000_000 && (chunk >= 5_000_000 || chunk === size), `${size}`)
    let at = 0
    for (let index = 0; index < count; index += 1) {
      const { from, to } = chunkAt(size, { chunk, count }, index)
      assert.equal(from, at)
      at = to
    }
    assert.equal(at, size)
  }
})

test('a video in several chunks arrives complete, even if each response is lost', async (t) => {
  const { stand, signedIn } = await start(t)
  const bytes = Buffer.concat([film.bytes, Buffer.alloc(26_000_000, 3)])
  const long = fileOf('video/mp4', { bytes })
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'long', { media: [long.item] }), filesOf(long))
  let lost = 0
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    if (request.name !== 'uploadVideo' || lost >= 2) return answer
    lost += 1
    throw new CallFailed({ sent: 'maybe', status: null, headers: {}, body: '', code: 'reset' })
  })
  for (let left = 40; walker.step !== null && left > 0; left -= 1) await walker.take()
  assert.deepEqual(
    stand.seen('alice').map(({ media }) => media[0]?.sha256),
    [long.sha256],
  )
  assert.equal(lost, 2)
})

test('if the URL expired and the last response was lost, the video’s status is polled, and the video is not sent again', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'once', { media: [film.item] }), filesOf(film))
  let tries = 0
  stand.standBetween(async (request, send) => {
    if (request.name !== 'uploadVideo') return send(request)
    tries += 1
    if (tries === 1) await send(request)
    const failure = { headers: {}, body: '', code: null } as const
    throw new CallFailed(
      tries === 1 ? { ...failure, sent: 'maybe', status: null } : { ...failure, sent: 'answered', status: 403 },
    )
  })
  for (let left = 40; walker.step !== null && left > 0; left -= 1) {
    const { verdict } = await walker.take()
    if (verdict?.is === 'again') walker.goBack(verdict.from)
  }
  assert.deepEqual([tries, walker.step, stand.seen('alice').length], [2, null, 1])
  assert.equal(stand.callsSince(0).filter(({ call }) => call === 'initVideo').length, 1)
})

test('a response with status 200 and an error is a refusal', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'no', { media: [film.item] }), filesOf(film))
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    if (request.name !== 'initVideo') return answer
    // The response is valid in every other respect.
    const body = answer.body.toString('utf8').replace('"code":"ok"', '"code":"spam_risk"')
    return { ...answer, body: Buffer.from(body) }
  })
  const { verdict } = await walker.toEnd()
  assert.ok(verdict?.is === 'refused' && verdict.code === 'taken_for_spam', JSON.stringify(verdict))
})

test('privacy, interactions and advertising disclosure have no defaults', () => {
  assert.deepEqual(issues(post(chosen)), [])
  assert.deepEqual(issues(post({})), [
    'setting_missing privacyLevel',
    'setting_missing allowComment',
    'setting_missing allowDuet',
    'setting_missing allowStitch',
    'setting_missing disclosure',
  ])
  assert.deepEqual(issues(post({}, { media: [picture.item] })), [
    'setting_missing privacyLevel',
    'setting_missing allowComment',
    'setting_missing disclosure',
  ])
  // The owner of a draft chooses its options in the app.
  assert.deepEqual(issues(post({ mode: 'inbox' })), ['text_not_used 0'])
})

test('incompatible settings are reported in advance', () => {
  assert.deepEqual(issues(post({ ...chosen, disclosure: 'brandedContent', privacyLevel: 'SELF_ONLY' })), [
    'settings_invalid privacyLevel',
  ])
  assert.deepEqual(issues(post({ ...chosen, coverTimestampMs: 99_000 })), ['settings_invalid coverTimestampMs'])
  assert.deepEqual(issues(post({ ...chosen, coverIndex: 1 }, { media: [picture.item] })), [
    'settings_invalid coverIndex',
  ])
  const small = fileOf('video/mp4', { width: 100 })
  assert.deepEqual(issues(post(chosen, { media: [small.item] })), ['video_shape 0'])
  assert.deepEqual(issues(post(chosen, { title: 'A title' })), ['title_not_used true'])
})

test('options that the account does not offer are refused with a message before any upload', async (t) => {
  const { stand, signedIn } = await start(t, 'carla')
  const refusals = [
    [{ ...chosen }, /offers FOLLOWER_OF_CREATOR/],
    [{ ...chosen, privacyLevel: 'SELF_ONLY' }, /allowComment/],
  ] as const
  for (const [settings, words] of refusals) {
    const walker = walkerOf(stand, signedIn, postOf(signedIn, 'no', { media: [film.item], settings }), filesOf(film))
    const { verdict } = await walker.toEnd()
    assert.ok(verdict?.is === 'refused')
    assert.match(verdict.why, words)
  }
  assert.ok(!stand.callsSince(0).some(({ call }) => call === 'initVideo'))
})

test('a restricted post has no ID, and its link leads to the account', async (t) => {
  const { stand, signedIn } = await start(t)
  const settings = { ...chosen, privacyLevel: 'SELF_ONLY' }
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'mine', { media: [film.item], settings }), filesOf(film))
  await walker.toEnd()
  assert.deepEqual(walker.shown, [{ part: 0, remoteId: null, url: `${stand.url}/@alice` }])
})

test('a public post’s link contains its ID with every digit', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'all', { media: [film.item] }), filesOf(film))
  await walker.toEnd()
  const [entry] = stand.seen('alice')
  assert.ok(Number(entry?.id) > Number.MAX_SAFE_INTEGER)
  assert.deepEqual(walker.shown, [{ part: 0, remoteId: entry?.id, url: `${stand.url}/@alice/video/${entry?.id}` }])
})

test('a draft goes into the inbox, with a note that it is not visible yet', async (t) => {
  const { stand, signedIn } = await start(t)
  for (const file of [film, picture]) {
    const one = postOf(signedIn, 'draft', { media: [file.item], settings: { mode: 'inbox' } })
    const walker = walkerOf(stand, signedIn, one, filesOf(file))
    assert.deepEqual([(await walker.toEnd()).failure, walker.step], [null, null])
    assert.match(walker.warnings.join(), /draft/)
  }
  assert.deepEqual(stand.seen('alice'), [])
})

test('long numbers keep every digit, and quoted text is unchanged', () => {
  assert.deepEqual(jsonOf('{"a":[7512345678901234567],"b":"7512345678901234567 \\" 1","c":12}'), {
    a: ['7512345678901234567'],
    b: '7512345678901234567 " 1',
    c: 12,
  })
})

test('a recently signed TikTok webhook is trusted, and reports news or a revocation', () => {
  const app = { clientId: 'key', clientSecret: 'secret', verifyToken: null }
  const now = new Date('2027-01-13T12:00:00.000Z')
  const raw = Buffer.from('{"event":"x"}')
  const signed = (seconds: number, secret = 'secret') =>
    `t=${seconds},s=${createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex')}`
  const is = (header: string) => hear.isSigned({ 'tiktok-signature': header }, raw, app, now)
  const at = now.getTime() / 1_000
  assert.deepEqual(
    [is(signed(at)), is(signed(at - 299)), is(signed(at - 301)), is(signed(at + 301))],
    [true, true, false, false],
  )
  for (const wrong of ['', signed(at, 'other'), signed(at).replace('t=1', 't=2'), `t=${at},s=00`])
    assert.equal(is(wrong), false)

  const notify = (event: string, content: object) =>
    hear.read(
      Buffer.from(
        JSON.stringify({ event, user_openid: 'o', create_time: 1_800_000_000, content: JSON.stringify(content) }),
      ),
    )
  assert.deepEqual(notify('post.publish.complete', { publish_id: 'v_pub~1', post_id: 1 }), [
    { is: 'news', handle: 'v_pub~1' },
  ])
  assert.deepEqual(notify('authorization.removed', { reason: 1 }), [
    { is: 'revoked', principal: 'o', at: new Date('2027-01-15T08:00:00.000Z') },
  ])
  assert.deepEqual(notify('somebody.danced', { publish_id: 'x' }), [])
  assert.deepEqual(hear.read(Buffer.from('no json')), [])
})

test('images are refused with a message if TikTok could not fetch them from this installation', async (t) => {
  const { stand, signedIn } = await start(t)
  const step = tiktok.steps.photos ?? assert.fail()
  const link = async () => 'http://127.0.0.1:4000/v1/media/proxy/x'
  const http = { ...stand.http(), addresses: { api: 'https://open.tiktokapis.com' } }
  const grant = signedIn.grant as Parameters<typeof step.run>[0]['grant']
  const at = { born: stand.now(), now: stand.now(), signal: new AbortController().signal, keep: async () => {} }
  const call = { ...at, grant, http, link, key: () => 'k', media: () => assert.fail(), fit: () => assert.fail() }
  await assert.rejects(step.run(call, postOf(signedIn, 'a', { media: [picture.item] }), {}), /Set PUBLIC_URL/)
})

test('without the metrics permission, no metrics are requested, so the account can still be read', async (t) => {
  const stand = await openStand(t, 'tiktok')
  const scopes = ['user.info.basic', 'user.info.stats', 'video.publish']
  const connector = { ...network.connector, auth: { ...network.connector.auth, scopes } }
  const { grant } = await signIn(stand, { ...network, connector }, 'alice')
  const call = { grant, http: stand.http(), signal: new AbortController().signal }
  assert.deepEqual(await connector.metrics?.(call, ['7000000000000000001']), [])
})
