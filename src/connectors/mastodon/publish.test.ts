import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Answer, type Connector, type Http, MediaUnfit } from '#connectors/connector.ts'
import { fileOf, filesOf, pngOf } from '#test/connector-suite/files.ts'
import { mastodon as network, tokenFor } from '#test/connector-suite/networks/mastodon.ts'
import { postOf, threadOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type SignedIn, walkerOf } from '#test/connector-suite/stand.ts'
import { mastodon } from './index.ts'

const connector: Connector = mastodon

async function start(t: TestContext) {
  const stand = await openStand(t, 'mastodon')
  const signedIn = await signIn(stand, network, 'alice')
  const seq = stand.sandbox.calls.total
  return { stand, signedIn, calls: () => stand.callsSince(seq).map(({ call }) => call) }
}

/** The same account on a server whose software is not known to store idempotency keys. */
const elsewhere = (signedIn: SignedIn): SignedIn => ({
  ...signedIn,
  account: { ...signedIn.account, facts: { ...signedIn.account.facts, software: 'gotosocial' } },
})

const namesOf = (calls: readonly string[]) => calls.map((call) => call.split(' ')[1])

test('a post is published as planned: files, text, thread, first comment', async (t) => {
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
    language: 'de-AT',
    firstComment: 'mehr dazu',
    settings: { visibility: 'public', spoilerText: 'Hafen' },
  })
  const walker = walkerOf(stand, signedIn, post, filesOf(a, b, film))
  const end = await walker.toEnd()
  assert.deepEqual([end.failure, end.error], [null, null])
  const seen = stand.seen('alice')
  assert.deepEqual(
    seen.map(({ text }) => text),
    [...walker.plan.parts.map(({ text }) => text), 'mehr dazu'],
  )
  assert.equal(seen[0]?.text, 'Grüße 👩‍👩‍👧 — erste\n\nhttps://example.com/x')
  assert.deepEqual(walker.plan.parts[0]?.links, ['https://example.com/x'])
  assert.deepEqual(
    seen.map(({ replyTo }) => replyTo),
    [null, seen[0]?.id, seen[1]?.id, seen[0]?.id],
  )
  assert.deepEqual(
    seen[0]?.media.map(({ alt, bytes: size }) => [alt, size]),
    [
      [a.item.altText, 200_000],
      [a.item.altText, 200_001],
    ],
  )
  assert.deepEqual(
    walker.shown.map(({ part, remoteId }) => [part, remoteId]),
    seen.slice(0, 3).map(({ id }, part) => [part, id]),
  )
  assert.equal(walker.shown[0]?.url, `${stand.url}/@alice/${seen[0]?.id}`)
  assert.deepEqual(calls(), namesOf(walker.plan.calls))
  assert.deepEqual(walker.warnings, [])
})

test('the connector waits for an animated GIF as for a video', async (t) => {
  const { stand, signedIn, calls } = await start(t)
  const file = fileOf('image/gif')
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'it moves', { media: [file.item] }), filesOf(file))
  assert.equal((await walker.toEnd()).failure, null)
  assert.equal(stand.seen('alice')[0]?.media[0]?.kind, 'video')
  assert.deepEqual(calls(), namesOf(walker.plan.calls))
})

test('a slow file is polled again, and a failed one is refused with a plain message', async (t) => {
  const { stand, signedIn, calls } = await start(t)
  const film = fileOf('video/mp4')
  const post = postOf(signedIn, 'a film', { media: [film.item] })
  stand.fault({ kind: 'slow_processing', delayMs: 9_000 })
  assert.equal((await walkerOf(stand, signedIn, post, filesOf(film)).toEnd()).failure, null)
  assert.ok(calls().filter((call) => call === 'getMedia').length >= 4)

  stand.sandbox.network('mastodon').acts.fail_next_file?.('alice')
  const end = await walkerOf(stand, signedIn, post, filesOf(film)).toEnd()
  assert.ok(end.verdict?.is === 'refused')
  assert.equal(end.verdict.code, 'media_processing_failed')
  assert.equal(stand.seen('alice').length, 1)
})

test('later parts of a public thread are unlisted, and those of other threads keep the first part’s visibility', async (t) => {
  const { stand, signedIn } = await start(t)
  const visibilities = async (settings: object) => {
    const walker = walkerOf(
      stand,
      signedIn,
      threadOf(signedIn, ['one', 'two'], { settings: { ...settings }, firstComment: 'three' }),
    )
    assert.equal((await walker.toEnd()).failure, null)
    const ids = stand
      .seen('alice')
      .slice(-3)
      .map(({ id }) => id)
    return Promise.all(ids.map(async (id) => (await statusOf(stand.url, id)).visibility))
  }
  assert.deepEqual(await visibilities({}), ['public', 'unlisted', 'unlisted'])
  assert.deepEqual(await visibilities({ visibility: 'public', threadVisibility: 'same' }), [
    'public',
    'public',
    'public',
  ])
  for (const only of ['unlisted', 'private', 'direct'])
    assert.deepEqual(await visibilities({ visibility: only, threadVisibility: 'same' }), [only, only, only])
  for (const only of ['unlisted', 'private', 'direct'])
    assert.deepEqual(await visibilities({ visibility: only }), [only, only, only])
})

test('settings are applied to the post: sensitive, warning, language, poll', async (t) => {
  const { stand, signedIn } = await start(t)
  const settings = {
    sensitive: true,
    spoilerText: 'Food',
    poll: { options: ['tea', 'coffee'], expiresInSeconds: 3_600, multiple: true },
  }
  assert.equal(connector.settings.safeParse(settings).success, true)
  const post = postOf(signedIn, 'What now?', { settings, language: 'EN-us' })
  assert.equal((await walkerOf(stand, signedIn, post).toEnd()).failure, null)
  const status = await statusOf(stand.url, stand.seen('alice')[0]?.id ?? '')
  assert.deepEqual(
    [status.sensitive, status.spoiler_text, status.language, status.poll.multiple],
    [true, 'Food', 'en', true],
  )
  assert.deepEqual(
    status.poll.options.map(({ title }: { title: string }) => title),
    ['tea', 'coffee'],
  )
})

test('a poll with images is refused before anything is sent', async (t) => {
  const { stand, signedIn, calls } = await start(t)
  const file = fileOf('image/png')
  const settings = { poll: { options: ['a', 'b'], expiresInSeconds: 300 } }
  const post = postOf(signedIn, 'both', { settings, media: [file.item] })
  const { error } = await walkerOf(stand, signedIn, post, filesOf(file)).toEnd()
  assert.ok(error instanceof MediaUnfit)
  assert.deepEqual(calls(), [])
})

test('a link that is already in the text is not added', () => {
  const account = { remoteId: '1', handle: 'a', facts: {} }
  const textOf = (text: string) =>
    connector.plan(postOf({ account }, text, { link: 'https://example.com/x' })).parts[0]?.text
  assert.equal(textOf('see https://example.com/x.'), 'see https://example.com/x.')
  assert.equal(textOf('see this  \n'), 'see this\n\nhttps://example.com/x')
  assert.equal(textOf(''), 'https://example.com/x')
})

test('within an hour, a repeat with the same key does not create a second post', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'once'))
  const lost = await walker.tryStep()
  assert.ok(lost.next)
  const repeat = walker.repeat
  assert.ok(typeof repeat === 'object')
  stand.later(repeat.forMs)
  await walker.toEnd()
  assert.equal(stand.seen('alice').length, 1)
  assert.equal(walker.shown[0]?.remoteId, stand.seen('alice')[0]?.id)
})

test('on a server that may not support keys, a part is sent once, then searched for', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, elsewhere(signedIn), threadOf(elsewhere(signedIn), [' one\r\ntwo ', 'three']))
  assert.equal(walker.repeat, 'once')
  assert.equal(await walker.find(), 'absent')
  await walker.tryStep()
  const found = await walker.find()
  assert.ok(found && typeof found === 'object')
  walker.accept(found)
  assert.equal(await walker.find(), 'absent')
  await walker.toEnd()
  assert.deepEqual(
    walker.shown.map(({ remoteId }) => remoteId),
    stand.seen('alice').map(({ id }) => id),
  )
})

test('the search does not match a similar post', async (t) => {
  const { stand, signedIn } = await start(t)
  await walkerOf(stand, signedIn, postOf(signedIn, 'good morning')).toEnd()
  await walkerOf(stand, signedIn, postOf(signedIn, 'good morning!')).toEnd()
  stand.later(600_000)
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'good morning'))
  // The same text, but from ten minutes before the first try.
  assert.equal(await walker.find(), 'absent')
  await walker.tryStep()
  const id = stand.seen('alice')[2]?.id
  const found = await walker.find()
  assert.equal(found && typeof found === 'object' && found.shown?.remoteId, id)
  // The post belongs to another publication.
  assert.equal(await walker.find({ ours: async (remoteId) => remoteId !== id }), 'absent')
  // Two posts are identical in every respect.
  await walkerOf(stand, signedIn, postOf(signedIn, 'good morning')).toEnd()
  assert.equal(await walker.find(), 'unsure')
  // The post was edited after it was published.
  const other = walkerOf(stand, signedIn, postOf(signedIn, 'good evening'))
  await other.tryStep()
  await edit(stand.url, stand.seen('alice').at(-1)?.id ?? '', 'good night')
  assert.equal(await other.find(), 'unsure')
})

test('a part is not confused with another part that has the same text', async (t) => {
  const { stand, signedIn } = await start(t)
  const walker = walkerOf(stand, elsewhere(signedIn), threadOf(elsewhere(signedIn), ['more', 'more', 'more']))
  await walker.take()
  assert.equal(await walker.find(), 'absent')
  await walker.tryStep()
  const found = await walker.find()
  assert.equal(found && typeof found === 'object' && found.shown?.remoteId, stand.seen('alice')[1]?.id)
})

test('posts that other programs create in the meantime are not matched and do not hide ours', async (t) => {
  const { stand, signedIn } = await start(t)
  const authorization = `Bearer ${await tokenFor(stand, 'read write')}`
  const postElsewhere = (status: string) =>
    fetch(`${stand.url}/api/v1/statuses`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    })
  const walker = walkerOf(stand, elsewhere(signedIn), postOf(elsewhere(signedIn), 'good morning'))
  await postElsewhere('good morning')
  assert.equal(await walker.find(), 'absent')
  await walker.tryStep()
  // More than one page of posts.
  await Promise.all(Array.from({ length: 45 }, (_, at) => postElsewhere(`no. ${at}`)))
  const found = await walker.find()
  assert.equal(found && typeof found === 'object' && found.shown?.remoteId, stand.seen('alice')[1]?.id)
})

test('a post is found by its files, and it is not sent again if its files are already in use', async (t) => {
  const { stand, signedIn } = await start(t)
  const file = fileOf('image/png')
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'a picture', { media: [file.item] }), filesOf(file))
  await walker.toVisible()
  assert.equal(await walker.find(), 'absent')
  await walker.tryStep()
  await edit(stand.url, stand.seen('alice')[0]?.id ?? '', 'other words', true)
  const found = await walker.find()
  assert.equal(found && typeof found === 'object' && found.shown?.remoteId, stand.seen('alice')[0]?.id)
  stand.later(3 * 86_400_000)
  const late = walkerOf(stand, signedIn, postOf(signedIn, 'late', { media: [file.item] }), filesOf(file))
  await late.toVisible()
  stand.later(3 * 86_400_000)
  assert.equal(await late.find(), 'unsure')
})

test('dropped files are uploaded again, but only after searching the account', async (t) => {
  const { stand, signedIn } = await start(t)
  const file = fileOf('image/png')
  const post = threadOf(signedIn, [], {
    parts: [
      { text: 'one', media: [] },
      { text: 'two', media: [file.item] },
    ],
  })
  const walker = walkerOf(stand, signedIn, post, filesOf(file))
  await walker.toVisible()
  await walker.take()
  stand.later(2 * 86_400_000)
  const { verdict } = await walker.take()
  assert.ok(verdict?.is === 'again')
  walker.goBack(verdict.from)
  assert.equal((await walker.toEnd()).failure, null)
  assert.deepEqual(
    stand.seen('alice').map(({ text, media }) => [text, media.length]),
    [
      ['one', 0],
      ['two', 1],
    ],
  )

  // The post is published, but its key has expired and its response was lost. Its files identify it.
  const other = walkerOf(stand, signedIn, postOf(signedIn, 'three', { media: [file.item] }), filesOf(file))
  await other.toVisible()
  await other.tryStep()
  stand.later(2 * 3_600_000)
  const again = await other.take()
  assert.ok(again.verdict?.is === 'again')
  other.goBack(again.verdict.from)
  assert.equal((await other.toEnd()).failure, null)
  assert.equal(stand.seen('alice').length, 3)
  assert.equal(other.shown[0]?.remoteId, stand.seen('alice')[2]?.id)
})

test('a file that the server accepts but does not show yields a warning', async (t) => {
  const { stand, signedIn } = await start(t)
  const file = fileOf('image/png')
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'a picture', { media: [file.item] }), filesOf(file))
  await walker.toVisible()
  const step = connector.steps[walker.step ?? '']
  assert.ok(step)
  const plain = stand.http()
  const http: Http = {
    ...plain,
    async send(request): Promise<Answer> {
      const answer = await plain.send(request)
      const status = { ...JSON.parse(answer.body.toString()), media_attachments: [], url: 'javascript:alert(1)' }
      return { ...answer, body: Buffer.from(JSON.stringify(status)) }
    },
  }
  const call = {
    grant: signedIn.grant,
    http,
    signal: new AbortController().signal,
    born: stand.now(),
    now: stand.now(),
    key: () => 'k'.repeat(26),
    media: () => assert.fail(),
    link: () => assert.fail(),
    fit: () => assert.fail(),
    keep: async () => {},
  }
  const next = await step.run(call, postOf(signedIn, 'a picture'), walker.memo)
  assert.match(next.warning ?? '', /Only 0 of 1 files are showing/)
  // The URL leads only to a page.
  assert.match(next.shown?.url ?? '', /^http:\/\/127\.0\.0\.1.*\/@alice\/\d+$/)
})

test('metrics are read in bulk or one post at a time, and deleted posts are reported', async (t) => {
  const { stand, signedIn } = await start(t)
  for (const text of ['one', 'two', 'three']) await walkerOf(stand, signedIn, postOf(signedIn, text)).toEnd()
  stand.later(7 * 86_400_000)
  const ids = stand.seen('alice').map(({ id }) => id)
  stand.sandbox.network('mastodon').acts.delete_latest?.('alice')
  const ask = () =>
    connector.metrics?.({ grant: signedIn.grant, http: stand.http(), signal: new AbortController().signal }, ids) ??
    assert.fail()
  const seq = stand.sandbox.calls.total
  const all = await ask()
  assert.deepEqual(
    stand.callsSince(seq).map(({ call }) => call),
    ['listStatusesById', 'getStatus'],
  )
  assert.deepEqual(
    all.map(({ remoteId }) => remoteId),
    ids,
  )
  assert.ok((all[0]?.counts?.likes ?? 0) > 0)
  assert.deepEqual(Object.keys(all[0]?.counts ?? {}).toSorted(), ['comments', 'likes', 'quotes', 'shares'])
  assert.equal(all[2]?.counts, null)
  stand.sandbox.network('mastodon').settings?.change({ version: '4.2.0' })
  const { quotes: _, ...old } = all[0]?.counts ?? {}
  assert.deepEqual((await ask())[0]?.counts, old)
})

test('the remaining calls are read from each response', async (t) => {
  const { stand } = await start(t)
  const answer = await stand.http().send({ name: 'getInstance', method: 'GET', url: `${stand.url}/api/v2/instance` })
  const [reading] = connector.meter?.(answer) ?? []
  assert.ok(reading && reading.remaining > 0)
  assert.ok(reading.resetsAt > stand.now())
  assert.deepEqual(connector.meter?.({ ...answer, headers: {} }), [])
})

// Reads a status that is expected to exist.
async function statusOf(url: string, id: string): Promise<ReturnType<typeof JSON.parse>> {
  const headers = { authorization: 'Bearer sandbox-token-alice' }
  return JSON.parse(await (await fetch(`${url}/api/v1/statuses/${id}`, { headers })).text())
}

async function edit(url: string, id: string, status: string, withMedia = false): Promise<void> {
  const { media_attachments: media } = await statusOf(url, id)
  const ids = withMedia ? media.map((one: { id: string }) => one.id) : []
  const answer = await fetch(`${url}/api/v1/statuses/${id}`, {
    method: 'PUT',
    headers: { authorization: 'Bearer sandbox-token-alice', 'content-type': 'application/json' },
    body: JSON.stringify({ status, media_ids: ids }),
  })
  assert.equal(answer.status, 200)
}
