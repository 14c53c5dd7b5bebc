import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CallFailed, type Connector, MediaUnfit } from '#connectors/connector.ts'
import { fileOf, filesOf, pngOf } from '#test/connector-suite/files.ts'
import { x as network } from '#test/connector-suite/networks/x.ts'
import { postOf, threadOf } from '#test/connector-suite/posts.ts'
import { grantOf, signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, walkerOf } from '#test/connector-suite/stand.ts'
import { check } from './check.ts'
import { x } from './index.ts'

const connector: Connector = x

async function start(t: TestContext, person = 'alice') {
  const stand = await openStand(t, 'x')
  const signedIn = await signIn(stand, network, person)
  const seq = stand.sandbox.calls.total
  return { stand, signedIn, calls: () => stand.callsSince(seq).map(({ call }) => call) }
}

const change = (stand: Stand, settings: Readonly<Record<string, unknown>>) =>
  assert.equal(stand.sandbox.network('x').settings?.change(settings), null)
const act = (stand: Stand, name: string, person = 'alice') => {
  const found = stand.sandbox.network('x').acts[name]
  assert.ok(found, name)
  return found(person)
}
const namesOf = (calls: readonly string[]) => calls.map((call) => call.split(' ')[1])

test('a post is published as planned: files, text, link, thread, first comment', async (t) => {
  const { stand, signedIn, calls } = await start(t)
  const [a, b] = [200_000, 200_001].map((size) => fileOf('image/png', { bytes: pngOf(1_200, 800, size) }))
  const film = fileOf('video/mp4')
  assert.ok(a && b)
  const post = threadOf(signedIn, [], {
    parts: [
      { text: 'Grüße 👩‍👩‍👧 — erste', media: [a.item, b.item] },
      { text: 'zweite', media: [film.item] },
      { text: 'dritte', media: [] },
    ],
    link: 'https://example.com/x',
    firstComment: 'mehr dazu',
  })
  const walker = walkerOf(stand, signedIn, post, filesOf(a, b, film))
  const end = await walker.toEnd()
  assert.deepEqual([end.failure, end.error], [null, null])
  const seen = stand.seen('alice')
  assert.deepEqual(
    seen.map(({ text }) => text),
    ['Grüße 👩‍👩‍👧 — erste\n\nhttps://example.com/x', 'zweite', 'dritte', 'mehr dazu'],
  )
  assert.deepEqual(
    seen.map(({ replyTo }) => replyTo),
    [null, seen[0]?.id, seen[1]?.id, seen[0]?.id],
  )
  assert.deepEqual(
    seen.slice(0, 2).map(({ media }) => media.map(({ alt, sha256 }) => [alt, sha256])),
    [[a, b], [film]].map((files) => files.map(({ item, sha256 }) => [item.altText, sha256])),
  )
  assert.deepEqual(
    walker.shown.map(({ part, remoteId }) => [part, remoteId]),
    seen.slice(0, 3).map(({ id }, part) => [part, id]),
  )
  assert.deepEqual(
    calls().filter((call, at, all) => call !== 'getUploadStatus' || all[at - 1] !== call),
    namesOf(walker.plan.calls),
  )
  for (const { url } of walker.shown) assert.equal((await fetch(url ?? '')).status, 200, url ?? '')
})

test('an invisible character that X refuses is found in advance, in each part and in the first comment', async (t) => {
  const { stand, signedIn } = await start(t)
  const post = threadOf(signedIn, ['all is well 👩‍👩‍👧', 'one\ufeff'], { firstComment: 'more\uffff' })
  assert.deepEqual(
    check(post).map(({ code, at }) => [code, at]),
    [
      ['signs_not_allowed', { text: 1 }],
      ['signs_not_allowed', { firstComment: true }],
    ],
  )
  const { verdict } = await walkerOf(stand, signedIn, postOf(signedIn, 'one\ufeff')).toEnd()
  assert.ok(verdict?.is === 'refused' && verdict.code === 'signs_not_allowed')
})

test('a response with an error in place of posts does not prove that a post is absent', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'is it there?'))
  const body = {
    errors: [{ title: 'Authorization Error', type: 'https://api.x.com/2/problems/not-authorized-for-resource' }],
  }
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    return request.name === 'getUserPosts' ? { ...answer, body: Buffer.from(JSON.stringify(body)) } : answer
  })
  await walker.tryStep()
  await assert.rejects(walker.find(), CallFailed)
  stand.standBetween((request, send) => send(request))
  assert.equal(typeof (await walker.find()), 'object')
})

test('a file in many segments arrives complete, each segment saved before the next', async (t) => {
  const { stand, signedIn, calls } = await start(t)
  const bytes = Buffer.concat([fileOf('video/mp4').bytes, Buffer.alloc(9_000_000, 7)])
  const film = fileOf('video/mp4', { bytes })
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'a long film', { media: [film.item] }), filesOf(film))
  assert.equal((await walker.toEnd()).failure, null)
  assert.equal(calls().filter((call) => call === 'appendUpload').length, 3)
  assert.equal(stand.seen('alice')[0]?.media[0]?.sha256, film.sha256)
})

test('an image that must be shrunk is planned at its new size, and a video at its original size', () => {
  const account = { remoteId: '7', handle: 'ada', facts: {} }
  const segments = (type: string, size: number) => {
    const { item } = fileOf(type, { size })
    const { calls } = connector.plan(postOf({ account }, 'look', { media: [item] }))
    return calls.filter((call) => call === 'POST appendUpload').length
  }
  assert.deepEqual([segments('image/png', 100_000), segments('image/png', 90_000_000)], [1, 2])
  // X accepts at most a thousand segments.
  assert.deepEqual([segments('video/mp4', 512 * 1024 ** 2), segments('video/mp4', 16 * 1024 ** 3)], [128, 1_000])
})

test('files are uploaded again after the day for which X keeps them', async (t) => {
  const { stand, signedIn } = await start(t)
  const files = [fileOf('image/png'), fileOf('image/png')]
  const post = postOf(signedIn, 'two', { media: files.map(({ item }) => item) })
  const walker = walkerOf(stand, signedIn, post, filesOf(...files))
  const dies: (number | null)[] = []
  while (!walker.isVisible) {
    const { next } = await walker.take()
    assert.ok(next)
    if ('then' in next && next.then === 'append')
      dies.push(next.diesAt ? next.diesAt.getTime() - stand.now().getTime() : null)
  }
  // The first file, which is the oldest, determines the result.
  assert.deepEqual(dies, [23 * 3_600_000, null])
})

test('a slow file is polled again, and a failed one is refused with X’s message', async (t) => {
  const { stand, signedIn, calls } = await start(t)
  const film = fileOf('video/mp4')
  change(stand, { processingMs: 150_000 })
  assert.equal(
    (await walkerOf(stand, signedIn, postOf(signedIn, 'slow', { media: [film.item] }), filesOf(film)).toEnd()).failure,
    null,
  )
  assert.ok(calls().filter((call) => call === 'getUploadStatus').length >= 2)

  act(stand, 'fail_next_file')
  const end = await walkerOf(stand, signedIn, postOf(signedIn, 'broken', { media: [film.item] }), filesOf(film)).toEnd()
  assert.ok(end.verdict?.is === 'refused', JSON.stringify(end.failure))
  assert.equal(end.verdict.code, 'media_processing_failed')
  assert.match(end.verdict.why, /X could not process the file\. Use another file: “.+”/)
  assert.equal(stand.seen('alice').length, 1)
})

test('a grant without media.write can publish text and requires reconnecting for an image', async (t) => {
  const stand = await openStand(t, 'x')
  const auth = { ...connector.auth, scopes: connector.auth.scopes?.filter((scope) => scope !== 'media.write') ?? [] }
  const signedIn = await signIn(stand, { ...network, connector: { ...connector, auth } }, 'alice')
  assert.equal((await walkerOf(stand, signedIn, postOf(signedIn, 'text')).toEnd()).failure, null)
  const file = fileOf('image/png')
  const { verdict } = await walkerOf(
    stand,
    signedIn,
    postOf(signedIn, '', { media: [file.item] }),
    filesOf(file),
  ).toEnd()
  assert.equal(verdict?.is, 'reauth')
  assert.match(verdict?.why ?? '', /media\.write/)
})

test('settings are applied to the post: reply restriction and poll', async (t) => {
  const { stand, signedIn } = await start(t)
  const settings = {
    replySettings: 'following',
    madeWithAi: true,
    paidPartnership: true,
    poll: { options: ['tea', 'coffee'], durationMinutes: 60 },
  }
  assert.equal(connector.settings.safeParse(settings).success, true)
  const bodies: string[] = []
  stand.standBetween((request, send) => {
    bodies.push(String(request.body))
    return send(request)
  })
  const walker = walkerOf(stand, signedIn, threadOf(signedIn, ['What now?', 'Well?'], { settings }))
  assert.equal((await walker.toEnd()).failure, null)
  assert.deepEqual(
    bodies.map((body) => JSON.parse(body)),
    [
      {
        text: 'What now?',
        poll: { options: ['tea', 'coffee'], duration_minutes: 60 },
        reply_settings: 'following',
        made_with_ai: true,
        paid_partnership: true,
      },
      {
        text: 'Well?',
        reply: { in_reply_to_tweet_id: walker.shown[0]?.remoteId },
        made_with_ai: true,
        paid_partnership: true,
      },
    ],
  )
})

test('a poll with images is refused before anything is sent', async (t) => {
  const { stand, signedIn, calls } = await start(t)
  const file = fileOf('image/png')
  const settings = { poll: { options: ['a', 'b'], durationMinutes: 5 } }
  const post = postOf(signedIn, 'both', { settings, media: [file.item] })
  assert.deepEqual(
    connector.check?.(post).map(({ code, at }) => [code, at]),
    [['settings_invalid', { setting: 'poll' }]],
  )
  const { error } = await walkerOf(stand, signedIn, post, filesOf(file)).toEnd()
  assert.ok(error instanceof MediaUnfit)
  assert.deepEqual(calls(), [])
})

test('an X Premium account publishes a long post, which is found by its full text', async (t) => {
  const stand = await openStand(t, 'x')
  act(stand, 'give_premium')
  const signedIn = await signIn(stand, network, 'alice')
  assert.equal(connector.limitsFor?.(signedIn.account.facts).text[0]?.max, 25_000)
  const text = `${'ab '.repeat(200)}end, see foo.dev & more`
  const walker = walkerOf(stand, signedIn, postOf(signedIn, text))
  const { next } = await walker.tryStep()
  assert.equal(stand.seen('alice')[0]?.text, text)
  assert.deepEqual(JSON.parse(JSON.stringify(await walker.find())), JSON.parse(JSON.stringify(next)))
})

test('a repeated text is refused with a message on the first try', async (t) => {
  const { stand, signedIn } = await start(t)
  assert.equal((await walkerOf(stand, signedIn, postOf(signedIn, 'again')).toEnd()).failure, null)
  stand.later(600_000)
  const { verdict } = await walkerOf(stand, signedIn, postOf(signedIn, 'again')).toEnd()
  assert.ok(verdict?.is === 'refused')
  assert.equal(verdict.code, 'duplicate_text')
  assert.equal(stand.seen('alice').length, 1)
})

test('a duplicate error on a retry leaves the outcome unknown, and the found post is ours', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'once, see foo.dev <b> & more'))
  stand.fault({ kind: 'drop_after' })
  assert.equal((await walker.take()).next, null)
  const { verdict, failure } = await walker.take()
  assert.equal(verdict?.is, 'doubt')
  const found = await walker.find({ tries: 2, failure })
  assert.ok(found !== null && typeof found === 'object')
  walker.accept(found)
  assert.equal(walker.shown[0]?.remoteId, stand.seen('alice')[0]?.id)
})

test('a user must decide about a duplicate that X does not show, and it is not sent again', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'hidden'))
  stand.fault({ kind: 'drop_after' })
  await walker.take()
  const { failure } = await walker.take()
  const doubt = { tries: 2, failure, ours: async () => false }
  assert.equal(await walker.find(doubt), 'unsure')
  assert.equal(await walker.find({ ...doubt, failure: null }), 'absent')
})

test('a part of a thread is identified by the post it replies to, not only by its text', async (t) => {
  const { stand, signedIn } = await start(t)
  change(stand, { refusesDuplicates: false })
  const first = walkerOf(stand, signedIn, threadOf(signedIn, ['one', 'same']))
  assert.equal((await first.toEnd()).failure, null)
  const second = walkerOf(stand, signedIn, threadOf(signedIn, ['one', 'same']))
  assert.equal((await second.take()).failure, null)
  assert.equal(await second.find(), 'absent')
  assert.equal((await second.tryStep()).failure, null)
  const found = await second.find()
  assert.ok(found !== null && typeof found === 'object')
  assert.equal(found.shown?.remoteId, stand.seen('alice').at(-1)?.id)
})

test('if two posts have the same text, a user must decide', async (t) => {
  const { stand, signedIn } = await start(t)
  change(stand, { refusesDuplicates: false })
  for (const _ of [1, 2])
    assert.equal((await walkerOf(stand, signedIn, postOf(signedIn, 'twin')).toEnd()).failure, null)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'twin'))
  assert.equal(await walker.find(), 'unsure')
  const [, second] = stand.seen('alice')
  const found = await walker.find({ ours: async (id) => id === second?.id })
  assert.ok(found !== null && typeof found === 'object')
})

test('an image post without text is identified by its media keys', async (t) => {
  const { stand, signedIn } = await start(t)
  const files = [fileOf('image/png', { width: 300 }), fileOf('image/png', { width: 301 })]
  for (const file of files) {
    const post = postOf(signedIn, '', { media: [file.item] })
    const walker = walkerOf(stand, signedIn, post, filesOf(file))
    await walker.toVisible()
    assert.equal(await walker.find(), 'absent')
    const { next } = await walker.tryStep()
    assert.deepEqual(JSON.parse(JSON.stringify(await walker.find())), JSON.parse(JSON.stringify(next)))
    await walker.take()
  }
})

test('a permission that an account lost is distinguished from the app’s problems', async (t) => {
  const { stand, signedIn } = await start(t)
  const verdictAfter = async (name: string) => {
    act(stand, name)
    return (await walkerOf(stand, signedIn, postOf(signedIn, `after ${name}`)).toEnd()).verdict
  }
  for (const [name, is] of [
    ['suspend', 'reauth'],
    ['lock', 'reauth'],
    ['restore', undefined],
    ['run_out_of_credits', 'operator'],
    ['unenroll_app', 'operator'],
    ['cap_usage', 'retry'],
    ['restore_app', undefined],
    ['revoke_access', 'reauth'],
  ] as const)
    assert.equal((await verdictAfter(name))?.is, is, name)
})

test('posts wait until 15-minute limits end, and remaining calls are read from the headers', async (t) => {
  const { stand, signedIn } = await start(t)
  change(stand, { rateLimits: true, createLimit: 1 })
  assert.equal((await walkerOf(stand, signedIn, postOf(signedIn, 'first')).toEnd()).failure, null)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'second'))
  const { verdict } = await walker.take()
  assert.ok(verdict?.is === 'retry' && verdict.of === 'account' && verdict.until)
  const waitMs = verdict.until.getTime() - stand.now().getTime()
  assert.ok(waitMs > 0 && waitMs <= 900_000, String(waitMs))
  stand.later(waitMs)
  assert.equal((await walker.toEnd()).failure, null)
})

test('counters are read under both names', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'count me'))
  await walker.toEnd()
  stand.later(86_400_000)
  const granted = await grantOf(stand, network, 'alice')
  const read = async () =>
    connector.metrics?.({ grant: granted.grant, http: stand.http(), signal: new AbortController().signal }, [
      walker.shown[0]?.remoteId ?? '',
    ])
  const old = await read()
  change(stand, { newNames: true })
  assert.deepEqual(await read(), old)
  assert.deepEqual(Object.keys(old?.[0]?.counts ?? {}).toSorted(), [
    'comments',
    'impressions',
    'likes',
    'quotes',
    'saves',
    'shares',
    'views',
  ])
})

test('metrics of more posts than one call returns are read completely', async (t) => {
  const { stand, signedIn } = await start(t)
  const ids = Array.from({ length: 150 }, (_, at) => String(1_000_000_000_000_000_000n + BigInt(at)))
  const seq = stand.sandbox.calls.total
  const http = stand.http()
  const all = await connector.metrics?.({ grant: signedIn.grant, http, signal: new AbortController().signal }, ids)
  assert.deepEqual(
    all,
    ids.map((remoteId) => ({ remoteId, counts: null })),
  )
  assert.equal(stand.callsSince(seq).length, 2)
})

test('thrown errors never contain a token', async (t) => {
  const { stand, signedIn } = await start(t)
  act(stand, 'revoke_access')
  const error = await connector.auth.refresh?.(stand.http(), signedIn.grant).then(
    () => assert.fail(),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CallFailed)
  for (const secret of network.secretsOf(signedIn.grant))
    assert.ok(!`${error.message}${JSON.stringify(error.failure)}`.includes(secret))
})
