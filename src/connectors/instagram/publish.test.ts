import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { validate } from '#connectors/check/validate.ts'
import { CallFailed, type HttpRequest, type JsonObject, type Outgoing } from '#connectors/connector.ts'
import { limitsOf } from '#connectors/registry.ts'
import { fileOf, filesOf } from '#test/connector-suite/files.ts'
import { finishOff, Killed } from '#test/connector-suite/finish-off.ts'
import { instagram as network } from '#test/connector-suite/networks/instagram.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, type Walker, walkerOf } from '#test/connector-suite/stand.ts'
import { instagram } from './index.ts'

async function start(t: TestContext) {
  const stand = await openStand(t, 'instagram')
  return { stand, signedIn: await signIn(stand, network, 'alice') }
}
const [film, picture, other] = [fileOf('video/mp4'), fileOf('image/jpeg'), fileOf('image/jpeg', { width: 650 })]
const account = { remoteId: '1', handle: 'alice', facts: {} }
const planFit = () => ({ action: 'as-is' }) as never
const validated = (outgoing: Outgoing) => validate({ connector: instagram, outgoing, planFit })
const faultsOf = (outgoing: Outgoing) => validated(outgoing).errors.map(({ code, path }) => `${code} ${path}`)

type Form = Readonly<Record<string, string>> & { readonly call: string }

/** Records the submitted forms with their calls. */
function formsOf(stand: Stand): readonly Form[] {
  const forms: Form[] = []
  stand.standBetween((request, send) => {
    if (typeof request.body === 'string')
      forms.push({ ...Object.fromEntries(new URLSearchParams(request.body)), call: request.name })
    return send(request)
  })
  return forms
}

/** Replaces the response to the next such call. The call still arrives if `arrives` is set. */
function answerOnce(
  stand: Stand,
  name: string,
  { arrives = false, error }: { readonly arrives?: boolean; readonly error: object },
  status = 400,
): void {
  stand.standBetween(async (request, send) => {
    if (request.name !== name) return send(request)
    stand.standBetween((request, pass) => pass(request))
    if (arrives) await send(request)
    throw new CallFailed({ sent: 'answered', status, headers: {}, body: JSON.stringify({ error }), code: null })
  })
}

const textsOf = (stand: Stand) => stand.seen('alice').map(({ text }) => text)
const namesOf = (walker: Walker) => walker.shown.map(({ remoteId }) => remoteId)
const wayOf = (met: readonly { readonly is: string; readonly from?: string }[]) => met.map(({ is, from }) => from ?? is)

test('each kind of post is sent with its type, and settings are in the fields that Instagram reads', async (t) => {
  const { stand, signedIn } = await start(t)
  const forms = formsOf(stand)
  const settings = {
    collaborators: ['@bob'],
    locationId: '110774245616525',
    shareToFeed: false,
    coverTimestampMs: 0,
    userTags: [{ username: 'carla', x: 0.5, y: 0.25, file: 0 }],
  }
  const make = async (more: Parameters<typeof postOf>[2]) => {
    const from = forms.length
    const { failure, error } = await walkerOf(
      stand,
      signedIn,
      postOf(signedIn, 'all', more),
      filesOf(film, picture, other),
    ).toEnd()
    assert.deepEqual([failure, error], [null, null])
    return forms.slice(from).filter(({ call }) => call === 'createContainer')
  }
  const kindsOf = (some: readonly Form[]) =>
    some.map(({ media_type, caption, is_carousel_item, share_to_feed, thumb_offset, user_tags, collaborators }) => ({
      media_type,
      caption,
      is_carousel_item,
      share_to_feed,
      thumb_offset,
      user_tags,
      collaborators,
    }))
  const nothing = kindsOf([{ call: '' } as Form])[0]
  const tag = (more: object) => JSON.stringify([{ username: 'carla', ...more }])
  const whole = { ...nothing, caption: 'all', collaborators: '["bob"]' }
  const place = { x: 0.5, y: 0.25 }
  assert.deepEqual(kindsOf(await make({ media: [picture.item], settings })), [{ ...whole, user_tags: tag(place) }])
  assert.deepEqual(kindsOf(await make({ media: [film.item], settings })), [
    { ...whole, media_type: 'REELS', share_to_feed: 'false', thumb_offset: '0', user_tags: tag({}) },
  ])
  const child = { ...nothing, is_carousel_item: 'true' }
  assert.deepEqual(kindsOf(await make({ format: 'carousel', media: [picture.item, film.item], settings })), [
    { ...child, user_tags: tag(place) },
    { ...child, media_type: 'VIDEO' },
    { ...whole, media_type: 'CAROUSEL' },
  ])
  const story = { media: [picture.item], format: 'story' } as const
  assert.deepEqual(kindsOf(await make(story)), [{ ...nothing, media_type: 'STORIES' }])
})

test('a thumbnail is the cover of a reel and overrides a chosen frame', async (t) => {
  const { stand, signedIn } = await start(t)
  const forms = formsOf(stand)
  const item = { ...film.item, thumbnail: picture.item }
  const post = postOf(signedIn, 'faced', { format: 'reel', media: [item], settings: { coverTimestampMs: 1_000 } })
  await walkerOf(stand, signedIn, post, filesOf(film, picture)).toEnd()
  const [made] = forms.filter(({ call }) => call === 'createContainer')
  assert.match(made?.cover_url ?? '', /^http/)
  assert.equal(made?.thumb_offset, undefined)
})

test('a post flagged as spam counts as published if its container says so; otherwise the account waits for hours', async (t) => {
  const { stand, signedIn } = await start(t)
  const error = { message: 'Action is blocked', code: 4, error_subcode: 2_207_051 }
  for (const arrives of [true, false]) {
    const walker = walkerOf(stand, signedIn, postOf(signedIn, arrives ? 'out' : 'kept'))
    await walker.toVisible()
    answerOnce(stand, 'publishContainer', { arrives, error }, 403)
    if (arrives) {
      assert.deepEqual(await finishOff(stand, walker), [])
      assert.deepEqual(namesOf(walker), [stand.seen('alice')[0]?.id])
      continue
    }
    const { verdict } = await walker.take()
    assert.ok(verdict?.is === 'retry' && verdict.of === 'account' && verdict.until)
    assert.equal(verdict.until.getTime() - stand.now().getTime(), 4 * 3_600_000)
  }
  assert.deepEqual(textsOf(stand), ['out'])
})

test('a container that is not ready is polled again and published once', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'soon'))
  await walker.toVisible()
  answerOnce(stand, 'publishContainer', { error: { message: 'Not ready', code: 9_007, error_subcode: 2_207_027 } })
  assert.deepEqual(wayOf(await finishOff(stand, walker)), ['ready'])
  assert.deepEqual(textsOf(stand), ['soon'])
})

test('a file that Instagram could not fetch gets a new container, and an unreadable file is refused', async (t) => {
  const { stand, signedIn } = await start(t)
  const failOnce = (status: string) =>
    stand.standBetween(async (request, send) => {
      const answer = await send(request)
      if (request.name !== 'getContainer') return answer
      stand.standBetween((request, pass) => pass(request))
      return { ...answer, body: Buffer.from(JSON.stringify({ status_code: 'ERROR', status, id: '1' })) }
    })
  const again = walkerOf(stand, signedIn, postOf(signedIn, 'again', { media: [film.item] }), filesOf(film))
  failOnce('Error: the video could not be uploaded, error code 2207053')
  assert.deepEqual(wayOf(await finishOff(stand, again)), ['afresh'])
  assert.deepEqual(textsOf(stand), ['again'])
  const never = walkerOf(stand, signedIn, postOf(signedIn, 'never', { media: [film.item] }), filesOf(film))
  failOnce('Error: Unsupported format 2207026')
  const { verdict } = await never.toEnd()
  assert.ok(verdict?.is === 'refused' && verdict.code === 'video_refused')
  assert.deepEqual(textsOf(stand), ['again'])
})

test('a container that expires before publishing is created again', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'slow'))
  await walker.toVisible()
  stand.later(87_000_000)
  assert.ok(wayOf(await finishOff(stand, walker)).includes('afresh'))
  assert.deepEqual(textsOf(stand), ['slow'])
})

/** Loses the response to the next such call, and ends the process. */
function dieAfter(stand: Stand, name: string): void {
  stand.standBetween(async (request: HttpRequest, send) => {
    const answer = await send(request)
    if (request.name !== name) return answer
    stand.standBetween((request, pass) => pass(request))
    throw new Killed()
  })
}

test('a published post that is not listed yet is reported at once and identified when listed', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'listed late', { firstComment: 'below' }))
  await walker.toVisible()
  dieAfter(stand, 'publishContainer')
  await walker.take()
  let hidden = 2
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    if (request.name !== 'listMedia' || hidden === 0) return answer
    hidden -= 1
    return { ...answer, body: Buffer.from(JSON.stringify({ data: [] })) }
  })
  const found = await walker.find()
  assert.ok(found !== null && typeof found === 'object')
  assert.deepEqual(found.shown, { part: 0, remoteId: null, url: null })
  walker.accept(found)
  await finishOff(stand, walker)
  assert.deepEqual(namesOf(walker), [stand.seen('alice')[0]?.id])
  assert.deepEqual(textsOf(stand), ['listed late', 'below'])
})

test('with two similar posts, neither is matched, and a story is identified by its time', async (t) => {
  const { stand, signedIn } = await start(t)
  for (const format of ['post', 'story'] as const) {
    const had = stand.seen('alice').length
    const post = postOf(signedIn, format === 'post' ? 'twin' : '', { format, media: [picture.item] })
    const [one, two] = [1, 2].map(() => walkerOf(stand, signedIn, post, filesOf(picture)))
    assert.ok(one && two)
    for (const walker of [one, two]) await walker.toVisible()
    for (const walker of [one, two]) await walker.tryStep()
    const known = new Set<string>()
    const ours = async (remoteId: string) => !known.has(remoteId)
    const unsure = await one.find({ ours })
    assert.ok(unsure !== null && typeof unsure === 'object' && unsure.shown?.remoteId === null)
    known.add(stand.seen('alice')[had + 1]?.id ?? '')
    const sure = await one.find({ ours })
    assert.ok(sure !== null && typeof sure === 'object')
    assert.equal(sure.shown?.remoteId, stand.seen('alice')[had]?.id)
    stand.later(3_600_000)
  }
})

test('when a post’s outcome cannot be determined, nothing is guessed', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'gone'))
  await walker.toVisible()
  const body = JSON.stringify({ error: { message: 'Unsupported get request', code: 100, error_subcode: 33 } })
  stand.standBetween((request, send) =>
    request.name === 'getContainer'
      ? Promise.reject(new CallFailed({ sent: 'answered', status: 400, headers: {}, body, code: null }))
      : send(request),
  )
  assert.equal(await walker.find(), 'unsure')
})

test('a missing URL does not stop publishing, and the comment is still added', async (t) => {
  const { stand, signedIn } = await start(t)
  const body = JSON.stringify({ error: { message: 'Object does not exist', code: 100, error_subcode: 33 } })
  stand.standBetween((request, send) =>
    request.name === 'getMedia'
      ? Promise.reject(new CallFailed({ sent: 'answered', status: 400, headers: {}, body, code: null }))
      : send(request),
  )
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'one', { firstComment: 'two' }))
  assert.equal((await walker.toEnd()).verdict, null)
  assert.deepEqual([textsOf(stand), walker.warnings.length], [['one', 'two'], 1])
})

test('an unconfirmed comment is found after the account was renamed, and is never sent twice', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'one', { firstComment: 'two' }))
  while (walker.step !== 'comment') await walker.take()
  assert.equal(await walker.find(), 'absent')
  await walker.tryStep()
  const rename = (from: 'known' | 'scoped' | 'none') =>
    stand.standBetween(async (request, send) => {
      const answer = await send(request)
      if (request.name !== 'listComments') return answer
      const { data, ...rest } = JSON.parse(answer.body.toString())
      const renamed = data.map((one: { from: { id: string } }) => ({
        ...one,
        username: 'alice-renamed',
        from: from === 'none' ? undefined : { id: from === 'known' ? one.from.id : '4711' },
      }))
      return { ...answer, body: Buffer.from(JSON.stringify({ data: renamed, ...rest })) }
    })
  rename('known')
  assert.deepEqual(await walker.find(), { memo: walker.memo, end: true })
  for (const from of ['scoped', 'none'] as const) {
    rename(from)
    assert.equal(await walker.find(), 'unsure', from)
  }
})

test('if other programs have used up the daily quota, the post waits before anything is created', async (t) => {
  const { stand, signedIn } = await start(t)
  const limitIs = (quota_usage: number) =>
    stand.standBetween(async (request, send) => {
      const answer = await send(request)
      if (request.name !== 'getPublishingLimit') return answer
      const data = [{ quota_usage, config: { quota_total: 25, quota_duration: 86_400 } }]
      return { ...answer, body: Buffer.from(JSON.stringify({ data })) }
    })
  limitIs(25)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'later'))
  const { verdict } = await walker.toEnd()
  assert.ok(verdict?.is === 'retry' && verdict.of === 'account')
  assert.equal(stand.callsSince(0).filter(({ call }) => call === 'createContainer').length, 0)
  limitIs(24)
  await finishOff(stand, walker)
  assert.deepEqual(textsOf(stand), ['later'])
  const { facts } = await instagram.auth.whoami(stand.http(), signedIn.grant as never)
  assert.deepEqual(limitsOf(instagram as never, facts).quotas, [
    { max: 25, perMs: 86_400_000, of: 'account', counts: 'posts' },
  ])
  assert.equal(limitsOf(instagram as never, {}).quotas[0]?.max, 50, 'until it is known')
})

test('a failed quota request does not delay the post', async (t) => {
  const { stand, signedIn } = await start(t)
  answerOnce(stand, 'getPublishingLimit', { error: { message: 'Unknown path', code: 100 } })
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'unasked'))
  assert.equal((await walker.toEnd()).verdict, null)
  assert.deepEqual(textsOf(stand), ['unasked'])
})

test('settings that Instagram would refuse are reported in advance, by field', () => {
  const post = (settings: JsonObject, more: Parameters<typeof postOf>[2] = {}) =>
    faultsOf(postOf({ account, settings }, 'a', { media: [picture.item], ...more }))
  const at = (setting: string) => [`settings_invalid /settings/instagram/${setting}`]
  const tag = { username: 'carla', x: 0.5, y: 0.5 }
  assert.deepEqual(post({ userTags: [tag] }), [])
  assert.deepEqual(post({ userTags: [{ username: 'carla' }] }), at('userTags'))
  assert.deepEqual(post({ userTags: [{ ...tag, file: 1 }] }), at('userTags'))
  assert.deepEqual(post({ userTags: [{ username: 'carla' }] }, { media: [film.item] }), [])
  const carousel = { media: [picture.item, film.item] }
  assert.deepEqual(post({ userTags: [{ ...tag, file: 1 }] }, carousel), at('userTags'))
  assert.deepEqual(post({ userTags: Array.from({ length: 21 }, () => tag) }), at('userTags'))
  assert.deepEqual(post({ collaborators: ['a', 'b', 'c', 'd'] }), at('collaborators'))
  assert.deepEqual(post({ collaborators: ['two words'] }), at('collaborators/0'))
  assert.deepEqual(post({ collaborators: ['bob'] }, { format: 'story' }), at('collaborators'))
  assert.deepEqual(post({ coverTimestampMs: 99_000 }, { media: [film.item] }), at('coverTimestampMs'))
  assert.deepEqual(post({ allowComment: false }, { firstComment: 'b' }), at('allowComment'))
  assert.deepEqual(post({ allowComment: false }), [])
  const moving = { ...film.item, thumbnail: film.item }
  assert.deepEqual(post({}, { media: [moving] }), ['media_type_not_supported /media/0'])
  const film100 = { ...film.item, durationMs: 61_000 }
  assert.deepEqual(post({}, { media: [film100], format: 'story' }), ['video_too_long /media/0'])
})

test('hashtags and mentions are counted; five hashtags always work, thirty are the maximum', () => {
  const tags = (count: number, sign = '#') => Array.from({ length: count }, (_, at) => `${sign}a${at}.`).join(' ')
  const post = (text: string, more: Parameters<typeof postOf>[2] = {}) =>
    postOf({ account }, text, { media: [picture.item], ...more })
  const warned = (text: string) => validated(post(text)).warnings.map(({ code }) => code)
  assert.deepEqual([faultsOf(post(tags(30))), warned(tags(5)), warned(tags(6))], [[], [], ['hashtags_too_many']])
  assert.deepEqual(faultsOf(post(tags(31))), ['hashtags_too_many /content'])
  assert.deepEqual(faultsOf(post(`${tags(20, '@')} ada@example.com`)), [])
  assert.deepEqual(faultsOf(post(tags(21, '@'))), ['mentions_too_many /content'])
  // The rules for captions also apply to first comments.
  const links = Array.from({ length: 9 }, (_, at) => `https://example.com/${at}`).join(' ')
  for (const firstComment of [tags(30), links, 'a'.repeat(2_200), 'CAPITALS'])
    assert.deepEqual(faultsOf(post('a', { firstComment })), [], firstComment)
  assert.deepEqual(faultsOf(post('a', { firstComment: tags(31) })), ['hashtags_too_many /firstComment'])
  assert.deepEqual(faultsOf(post('a', { firstComment: 'a'.repeat(2_201) })), ['text_too_long /firstComment'])
  const advised = validated(post('a', { firstComment: tags(6) })).warnings.map(({ code, path }) => `${code} ${path}`)
  assert.deepEqual(advised, ['hashtags_too_many /firstComment'])
})

test('a post missing from a restored database is found, although pages are shorter than requested', async (t) => {
  const { stand, signedIn } = await start(t)
  assert.equal(stand.sandbox.network('instagram').settings?.change({ pageSizeMax: 4 }), null)
  const since = stand.now()
  const outgoing = (text: string) => postOf(signedIn, text, { media: [picture.item] })
  const walk = async (text: string) => {
    const walker = walkerOf(stand, signedIn, outgoing(text), filesOf(picture))
    await walker.toEnd()
    return walker
  }
  const forgotten = await walk('forgotten')
  for (let no = 0; no < 6; no += 1) await walk(`later ${no}`)
  const call = { grant: signedIn.grant as never, http: stand.http(), signal: new AbortController().signal }
  const recall = (text: string) => instagram.recall?.({ ...call, since, ours: async () => true }, outgoing(text))
  const found = await recall('forgotten')
  assert.equal(found !== undefined && typeof found === 'object' && found.remoteId, forgotten.shown.at(-1)?.remoteId)
  assert.equal(await recall('never published'), 'absent')
})
