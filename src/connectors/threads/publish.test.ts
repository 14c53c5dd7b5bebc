import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fetchedFromHere } from '#connectors/api/fetched-from-here.ts'
import { validate } from '#connectors/check/validate.ts'
import { CallFailed, type JsonObject, MediaUnfit, type Outgoing } from '#connectors/connector.ts'
import { fileOf, filesOf } from '#test/connector-suite/files.ts'
import { finishOff, Killed } from '#test/connector-suite/finish-off.ts'
import { threads as network } from '#test/connector-suite/networks/threads.ts'
import { postOf, threadOf } from '#test/connector-suite/posts.ts'
import { grantOf, signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, type Walker, walkerOf } from '#test/connector-suite/stand.ts'
import { threads } from './index.ts'

async function start(t: TestContext, settings: Readonly<Record<string, unknown>> = {}) {
  const stand = await openStand(t, 'threads')
  const there = stand.sandbox.network('threads')
  assert.equal(there.settings?.change(settings), null)
  return { stand, there, signedIn: await signIn(stand, network, 'alice') }
}
const [film, picture, other] = [fileOf('video/mp4'), fileOf('image/jpeg'), fileOf('image/png', { width: 650 })]
const account = { remoteId: '1', handle: 'alice', facts: {} }
const planFit = () => ({ action: 'as-is' }) as never
const faultsOf = (outgoing: Outgoing) =>
  validate({ connector: threads, outgoing, planFit }).errors.map(({ code, path }) => `${code} ${path}`)

/** Records the submitted forms with their calls. */
function formsOf(stand: Stand) {
  const forms: (Record<string, string> & { call: string })[] = []
  stand.standBetween((request, send) => {
    if (typeof request.body === 'string')
      forms.push({ ...Object.fromEntries(new URLSearchParams(request.body)), call: request.name })
    return send(request)
  })
  return forms
}

const textsOf = (stand: Stand) => stand.seen('alice').map(({ text }) => text)
const namesOf = (walker: Walker) => walker.shown.map(({ remoteId }) => remoteId)

test('a sign-in yields a 60-day grant, which counts as expired ten days early', async (t) => {
  const stand = await openStand(t, 'threads')
  const before = stand.now().getTime()
  const granted = await grantOf(stand, network, 'alice')
  assert.deepEqual(granted.scopes.toSorted(), threads.auth.scopes?.toSorted())
  assert.equal(Math.floor(((granted.expiresAt?.getTime() ?? 0) - before) / 86_400_000), 49)
  const me = await threads.auth.whoami(stand.http(), granted.grant as never)
  assert.equal(granted.principal, me.remoteId, 'with every digit, since Meta identifies people by it')
  assert.ok(BigInt(me.remoteId) > BigInt(Number.MAX_SAFE_INTEGER))
  assert.equal(typeof me.followers, 'number')
  const calls = stand.callsSince(0).map(({ call }) => call)
  assert.deepEqual(calls.slice(-5), ['token', 'longToken', 'debugToken', 'getMe', 'getAccountInsights'])
})

test('the suffix of the callback URL is not part of the code', async (t) => {
  const stand = await openStand(t, 'threads')
  const forms = formsOf(stand)
  const given = { code: 'abc#_', redirectUrl: 'https://posts.example.com/back', verifier: null }
  await assert.rejects(threads.auth.oauth?.exchange(stand.http(), given) ?? Promise.resolve(), CallFailed)
  assert.equal(forms[0]?.code, 'abc')
})

test('images and a video form one post, in order, sent in the planned calls', async (t) => {
  const { stand, signedIn } = await start(t)
  const files = [picture, film, other]
  const post = postOf(signedIn, 'all', { format: 'carousel', media: files.map(({ item }) => item) })
  const walker = walkerOf(stand, signedIn, post, filesOf(...files))
  const seq = stand.sandbox.calls.total
  const end = await walker.toEnd()
  assert.deepEqual([end.failure, end.error, walker.warnings], [null, null, []])
  assert.deepEqual(
    stand.seen('alice').map(({ media }) => media.map(({ sha256, alt }) => [sha256, alt])),
    [files.map(({ sha256, item }) => [sha256, item.altText])],
  )
  const called = stand.callsSince(seq).map(({ call }) => call)
  const once = called.filter((call, at) => !(call === 'getContainer' && called[at - 1] === call))
  assert.deepEqual(
    once,
    walker.plan.calls.map((call) => call.split(' ')[1]),
  )
})

test('if one of several containers expires, all are created again', async (t) => {
  const { stand, there, signedIn } = await start(t)
  const post = postOf(signedIn, 'anew', { media: [film.item, picture.item] })
  const walker = walkerOf(stand, signedIn, post, filesOf(film, picture))
  there.acts.fail_next_file?.('alice', { reason: 'FAILED_DOWNLOADING_VIDEO' })
  const met = await finishOff(stand, walker)
  assert.deepEqual(
    met.map((verdict) => 'from' in verdict && verdict.from),
    ['afresh'],
  )
  assert.equal(stand.seen('alice')[0]?.media.length, 2)
  assert.equal(stand.callsSince(0).filter(({ call }) => call === 'createContainer').length, 5)
})

test('a file that Threads cannot process is refused with a message', async (t) => {
  const { stand, there, signedIn } = await start(t)
  there.acts.fail_next_file?.('alice', { reason: 'INVALID_FRAME_RATE' })
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'fast', { media: [film.item] }), filesOf(film))
  const { verdict } = await walker.toEnd()
  assert.ok(verdict?.is === 'refused' && verdict.code === 'video_frame_rate')
  assert.deepEqual(stand.seen('alice'), [])
})

test('settings apply to the post and not to its replies', async (t) => {
  const { stand, signedIn } = await start(t)
  const forms = formsOf(stand)
  const settings = {
    topicTag: '#harbours',
    replyControl: 'accounts_you_follow',
    poll: { options: ['Tea', 'Coffee', 'Water'] },
  }
  await walkerOf(stand, signedIn, threadOf(signedIn, ['one', 'two'], { settings, firstComment: 'three' })).toEnd()
  const [first, second, third] = forms.filter(({ call }) => call === 'createContainer')
  const poll = JSON.stringify({ option_a: 'Tea', option_b: 'Coffee', option_c: 'Water' })
  assert.deepEqual(first, {
    call: 'createContainer',
    media_type: 'TEXT',
    text: 'one',
    topic_tag: 'harbours',
    reply_control: 'accounts_you_follow',
    poll_attachment: poll,
  })
  const [one] = stand.seen('alice')
  for (const [form, text] of [
    [second, 'two'],
    [third, 'three'],
  ] as const)
    assert.deepEqual(form, { call: 'createContainer', media_type: 'TEXT', text, reply_to_id: one?.id })
})

test('a link becomes a card in a text post; with files it is added below the text', async (t) => {
  const { stand, signedIn } = await start(t)
  const forms = formsOf(stand)
  const link = 'https://example.com/harbour'
  const poll = { poll: { options: ['Tea', 'Coffee'] } }
  const posts = [
    postOf(signedIn, 'bare', { link }),
    postOf(signedIn, '', { link }),
    postOf(signedIn, 'seen', { link, media: [picture.item] }),
    postOf(signedIn, 'asked', { link, settings: poll }),
    postOf(signedIn, `in ${link} it`, { link, media: [picture.item] }),
  ]
  for (const post of posts) await walkerOf(stand, signedIn, post, filesOf(picture)).toEnd()
  const made = forms.filter(({ call }) => call === 'createContainer')
  assert.deepEqual(
    made.map(({ text, link_attachment: card }) => [text, card]),
    [
      ['bare', link],
      [link, link],
      [`seen\n\n${link}`, undefined],
      [`asked\n\n${link}`, undefined],
      [`in ${link} it`, undefined],
    ],
  )
})

test('a published post that is not listed yet is reported at once and identified when listed', async (t) => {
  const { stand, signedIn } = await start(t, { listingLagMs: 25_000 })
  const walker = walkerOf(stand, signedIn, threadOf(signedIn, ['first', 'then'], { firstComment: 'last' }))
  await walker.toVisible()
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    if (request.name !== 'publishContainer') return answer
    stand.standBetween((request, pass) => pass(request))
    throw new Killed()
  })
  await walker.take()
  const found = await walker.find()
  assert.ok(found !== null && typeof found === 'object')
  assert.deepEqual(found.shown, { part: 0, remoteId: null, url: null })
  walker.accept(found)
  await finishOff(stand, walker)
  const [first, then] = stand.seen('alice')
  assert.deepEqual(textsOf(stand), ['first', 'then', 'last'])
  assert.deepEqual(namesOf(walker), [first?.id, then?.id])
})

test('with two similar posts, neither is matched', async (t) => {
  const { stand, signedIn } = await start(t)
  const [one, two] = ['twin', 'twin'].map((text) => walkerOf(stand, signedIn, postOf(signedIn, text)))
  assert.ok(one && two)
  for (const walker of [one, two]) await walker.toVisible()
  for (const walker of [one, two]) await walker.tryStep()
  const known = new Set<string>()
  const ours = async (remoteId: string) => !known.has(remoteId)
  const unsure = await one.find({ ours })
  assert.ok(unsure !== null && typeof unsure === 'object' && unsure.shown?.remoteId === null)
  known.add(stand.seen('alice')[1]?.id ?? '')
  const sure = await one.find({ ours })
  assert.ok(sure !== null && typeof sure === 'object')
  assert.equal(sure.shown?.remoteId, stand.seen('alice')[0]?.id)
})

test('a container that Threads does not find yet is published later, or created again', async (t) => {
  for (const propagationMs of [12_000, 40_000]) {
    const { stand, there, signedIn } = await start(t)
    const walker = walkerOf(stand, signedIn, postOf(signedIn, 'late'))
    await walker.toVisible()
    there.settings?.change({ propagationMs })
    if (propagationMs > 15_000) setLaterOff(stand, there, 3)
    const met = await finishOff(stand, walker)
    assert.ok(met.length > 0 && met.every((verdict) => 'from' in verdict && verdict.from === 'denied'))
    assert.deepEqual(textsOf(stand), ['late'])
    const made = stand.callsSince(0).filter(({ call }) => call === 'createContainer').length
    assert.equal(made, propagationMs > 15_000 ? 2 : 1)
  }
})

/** Ends the propagation delay after a number of tries to publish. */
function setLaterOff(stand: Stand, there: ReturnType<Stand['sandbox']['network']>, tries: number): void {
  let left = tries
  stand.standBetween((request, send) => {
    if (request.name === 'createContainer' && left <= 0) there.settings?.change({ propagationMs: 0 })
    if (request.name === 'publishContainer') left -= 1
    return send(request)
  })
}

test('a refusal of a post that is already published does not count', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'once'))
  await walker.toVisible()
  // The response is lost, and so is the record of the call.
  await walker.tryStep()
  const met = await finishOff(stand, walker)
  assert.deepEqual([met, textsOf(stand)], [[], ['once']])
  assert.deepEqual(namesOf(walker), [stand.seen('alice')[0]?.id])
})

test('a container that expires before it is ready or published is created again', async (t) => {
  const { stand, there, signedIn } = await start(t, { videoProcessingMs: 90_000_000 })
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'slow', { media: [film.item] }), filesOf(film))
  await walker.take()
  assert.equal(walker.step, 'ready')
  there.settings?.change({ videoProcessingMs: 0 })
  stand.later(87_000_000)
  await walker.toVisible()
  stand.later(87_000_000)
  // The wording of the refusal must not matter.
  stand.standBetween((request, send) => {
    if (request.name !== 'publishContainer') return send(request)
    stand.standBetween((request, pass) => pass(request))
    const body = JSON.stringify({ error: { message: 'Invalid parameter', code: 100 } })
    return Promise.reject(new CallFailed({ sent: 'answered', status: 400, headers: {}, body, code: null }))
  })
  const met = await finishOff(stand, walker)
  assert.deepEqual(
    met.map((verdict) => 'from' in verdict && verdict.from),
    ['afresh'],
  )
  assert.deepEqual(textsOf(stand), ['slow'])
  assert.equal(stand.callsSince(0).filter(({ call }) => call === 'createContainer').length, 3)
})

test('older posts and posts of another kind are not matched', async (t) => {
  const { stand, signedIn } = await start(t)
  await walkerOf(stand, signedIn, postOf(signedIn, 'look')).toEnd()
  stand.later(600_000)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'look'))
  await walker.toVisible()
  await walker.tryStep()
  await walkerOf(stand, signedIn, postOf(signedIn, 'look', { media: [picture.item] }), filesOf(picture)).toEnd()
  stand.standBetween((request, send) => send({ ...request, url: request.url.replace(/since=\d+/, 'since=0') }))
  await finishOff(stand, walker)
  assert.deepEqual(namesOf(walker), [stand.seen('alice')[1]?.id])
})

test('of two similar replies, the one below our post counts as ours', async (t) => {
  const { stand, signedIn } = await start(t)
  const [one, two] = ['one', 'two'].map((text) => walkerOf(stand, signedIn, threadOf(signedIn, [text, 'same'])))
  assert.ok(one && two)
  for (const walker of [one, two]) {
    await walker.toVisible()
    await walker.take()
    await walker.toVisible()
    await walker.tryStep()
  }
  for (const walker of [one, two]) await finishOff(stand, walker)
  const replies = stand.seen('alice').filter(({ text }) => text === 'same')
  assert.deepEqual([namesOf(one)[1], namesOf(two)[1]], [replies[0]?.id, replies[1]?.id])
  assert.deepEqual(
    replies.map(({ replyTo }) => replyTo),
    [namesOf(one)[0], namesOf(two)[0]],
  )
})

test('a missing URL does not stop publishing', async (t) => {
  const { stand, signedIn } = await start(t)
  stand.standBetween((request, send) =>
    request.name === 'getThread'
      ? Promise.reject(new CallFailed({ sent: 'answered', status: 500, headers: {}, body: '', code: null }))
      : send(request),
  )
  const walker = walkerOf(stand, signedIn, threadOf(signedIn, ['one', 'two']))
  assert.equal((await walker.toEnd()).verdict, null)
  assert.deepEqual(textsOf(stand), ['one', 'two'])
  assert.equal(walker.warnings.length, 2)
})

test('an account without the metrics permission is connected but has no metrics', async (t) => {
  const { stand, signedIn } = await start(t)
  const grant = { ...signedIn.grant, scopes: ['threads_basic', 'threads_content_publish'] } as never
  const seq = stand.sandbox.calls.total
  const http = stand.http()
  assert.equal((await threads.auth.whoami(http, grant)).followers, null)
  assert.deepEqual(await threads.metrics?.({ grant, http, signal: new AbortController().signal }, ['1']), [])
  assert.deepEqual(
    stand.callsSince(seq).map(({ call }) => call),
    ['getMe'],
  )
})

test('links and files are limited in number, and a poll requires a text post', () => {
  const links = (count: number) => Array.from({ length: count }, (_, at) => `https://example.com/${at}`).join(' ')
  const post = (text: string, more: Parameters<typeof postOf>[2] = {}, settings: JsonObject = {}) =>
    faultsOf(postOf({ account, settings }, text, more))
  assert.deepEqual(post(links(5)), [])
  assert.deepEqual(post(`${links(5)} https://example.com/0`), [])
  assert.deepEqual(post(links(6)), ['links_too_many /content'])
  assert.deepEqual(post(links(5), { link: 'https://example.com/card' }), ['links_too_many /content'])
  assert.deepEqual(post('a', { firstComment: links(6) }), ['links_too_many /firstComment'])
  const files = (pictures: number, films: number) => [
    ...Array.from({ length: pictures }, () => picture.item),
    ...Array.from({ length: films }, () => film.item),
  ]
  assert.deepEqual(post('a', { media: files(10, 10) }), [])
  assert.deepEqual(post('a', { media: files(11, 10) }), ['media_too_many /media/20'])
  const poll = { poll: { options: ['Tea', 'Coffee'] } }
  assert.deepEqual(post('a', {}, poll), [])
  assert.deepEqual(post('a', { media: files(1, 0) }, poll), ['settings_invalid /settings/threads/poll'])
  for (const topicTag of ['a.b', 'a&b', '', 'a'.repeat(51)])
    assert.deepEqual(post('a', {}, { topicTag }), ['settings_invalid /settings/threads/topicTag'])
})

test('a URL that the real network could not fetch is reported in advance, with the setting’s name', () => {
  const far = { name: 'Threads', api: 'https://graph.threads.net' }
  for (const link of ['http://posts.example.com/a', 'https://localhost/a', 'https://10.0.0.7/a', 'https://harbour/a'])
    assert.throws(() => fetchedFromHere(link, far), MediaUnfit)
  assert.throws(() => fetchedFromHere('http://posts.example.com/a', far), /Set PUBLIC_URL/)
  assert.equal(fetchedFromHere('https://posts.example.com/a', far), 'https://posts.example.com/a')
  const near = { name: 'Threads', api: 'http://127.0.0.1:4010/threads' }
  assert.equal(fetchedFromHere('http://127.0.0.1:4000/a', near), 'http://127.0.0.1:4000/a')
})

test('a post missing from a restored database is found, although pages are shorter than requested', async (t) => {
  const { stand, signedIn } = await start(t, { pageSizeMax: 4 })
  const since = stand.now()
  const outgoing = (text: string) => postOf(signedIn, text)
  const walk = async (text: string) => {
    const walker = walkerOf(stand, signedIn, outgoing(text))
    await walker.toEnd()
    return walker
  }
  const forgotten = await walk('forgotten')
  for (let no = 0; no < 6; no += 1) await walk(`later ${no}`)
  const call = { grant: signedIn.grant as never, http: stand.http(), signal: new AbortController().signal }
  const recall = (text: string) => threads.recall?.({ ...call, since, ours: async () => true }, outgoing(text))
  const found = await recall('forgotten')
  assert.equal(found !== undefined && typeof found === 'object' && found.remoteId, forgotten.shown.at(-1)?.remoteId)
  assert.equal(await recall('never published'), 'absent')
})
