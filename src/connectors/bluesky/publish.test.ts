import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Driver, openDriver, png, sha256 } from '#test/world/bluesky.ts'
import { bluesky } from './index.ts'

let t: Driver
before(async () => {
  t = await openDriver()
})
beforeEach(() => void t.calls())
after(() => t.sandbox.close())

const planned = (post: Parameters<typeof bluesky.plan>[0]) => bluesky.plan(post).calls.map((call) => call.split(' ')[1])

test('a text is published unchanged, under its own key, in one call', async () => {
  const text = '  Good morning 👩‍👩‍👧‍👦,\r\n\r\nこんにちは   '
  const post = t.post({ text, language: 'ja' })
  const begun = t.sandbox.clock.ms()
  const { shown, warnings } = await t.run(post)
  assert.deepEqual([t.calls(), planned(post)], [['putRecord'], ['putRecord']])
  const entry = t.ledger().at(-1)
  assert.equal(entry?.text, text)
  assert.deepEqual(
    bluesky.plan(post).parts.map((part) => part.text),
    [text],
  )
  const key = entry.id.split('/').at(-1)
  assert.deepEqual(shown, [{ part: 0, remoteId: entry.id, url: `https://bsky.app/profile/${t.grant.did}/post/${key}` }])
  const record = await t.record(entry.id)
  assert.deepEqual([record.langs, warnings], [['ja'], []])
  const datedMs = Date.parse(String(record.createdAt))
  assert.ok(datedMs >= begun && datedMs <= t.sandbox.clock.ms(), String(record.createdAt))
})

test('links, mentions and tags become facets; an unknown handle stays text, with a warning', async () => {
  const post = t.post({
    text: '👋 @bob.sandbox @nobody.example.com see https://example.com/é #hafen',
    settings: { linkCard: false },
  })
  const { warnings } = await t.run(post)
  assert.deepEqual(t.calls(), planned(post))
  assert.deepEqual(planned(post), ['resolveHandle', 'resolveHandle', 'putRecord'])
  const { text, facets } = await t.record(t.ledger().at(-1)?.id ?? '')
  const bytes = Buffer.from(String(text))
  const words = (facets as { index: { byteStart: number; byteEnd: number } }[]).map(({ index }) =>
    bytes.toString('utf8', index.byteStart, index.byteEnd),
  )
  assert.deepEqual(words, ['@bob.sandbox', 'https://example.com/é', '#hafen'])
  assert.match(warnings[0] ?? '', /@nobody\.example\.com/)
})

test('four images are embedded with alt text and aspect ratio; five become a gallery', async () => {
  for (const [count, kind] of [
    [1, 'images'],
    [4, 'images'],
    [5, 'gallery'],
    [10, 'gallery'],
  ] as const) {
    t.calls()
    const files = Array.from({ length: count }, (_, at) => png(at + count * 16))
    const media = files.map((bytes, at) =>
      t.file(bytes, { altText: at === 0 ? 'A lighthouse' : null, width: 100 + at }),
    )
    const post = t.post({ parts: [{ text: '', media }] })
    await t.run(post)
    assert.deepEqual(t.calls(), planned(post))
    const entry = t.ledger().at(-1)
    assert.deepEqual(
      entry?.media.map((one) => [one.sha256, one.alt]),
      files.map((bytes, at) => [sha256(bytes), at === 0 ? 'A lighthouse' : '']),
    )
    const embed = (await t.record(entry.id)).embed as Record<string, { aspectRatio: object }[]> & { $type: string }
    assert.equal(embed.$type, `app.bsky.embed.${kind}`)
    assert.deepEqual(embed[kind === 'images' ? 'images' : 'items']?.at(-1)?.aspectRatio, {
      width: 99 + count,
      height: 480,
    })
  }
})

test('a thread is a chain of replies under the first part, each reported when published', async () => {
  const media = [t.file(png(200))]
  const post = t.post({
    format: 'thread',
    parts: [
      { text: 'One', media: [] },
      { text: 'Two', media },
      { text: 'Three @bob.sandbox', media: [] },
    ],
    firstComment: 'And a word under it',
  })
  const { shown } = await t.run(post)
  assert.deepEqual(t.calls(), planned(post))
  const [one, two, three, comment] = t.ledger().slice(-4)
  assert.deepEqual(
    [one, two, three, comment].map((entry) => [entry?.text, entry?.kind, entry?.replyTo]),
    [
      ['One', 'post', null],
      ['Two', 'reply', one?.id],
      ['Three @bob.sandbox', 'reply', two?.id],
      ['And a word under it', 'reply', three?.id],
    ],
  )
  assert.deepEqual(
    shown.map(({ part, remoteId }) => [part, remoteId]),
    [one, two, three].map((entry, part) => [part, entry?.id]),
  )
  const keys = [one, two, three, comment].map((entry) => entry?.key ?? '')
  assert.deepEqual(keys.toSorted(), keys)
})

test('an explicit link in a post with images is added to the text, since there is no card', async () => {
  const post = t.post({ parts: [{ text: 'Look', media: [t.file(png(210))] }], link: 'https://example.com/a' })
  await t.run(post)
  assert.equal(t.ledger().at(-1)?.text, 'Look\n\nhttps://example.com/a')
  assert.equal(bluesky.plan(post).parts[0]?.text, 'Look\n\nhttps://example.com/a')
})

test('the reply restriction is written under the post’s key', async () => {
  const post = t.post({ text: 'Quiet', settings: { replies: 'nobody', labels: ['nudity'], tags: ['hafen'] } })
  await t.run(post)
  assert.deepEqual(t.calls(), planned(post))
  const { id } = t.ledger().at(-1) ?? { id: '' }
  const gate = await t.record(id.replace('app.bsky.feed.post', 'app.bsky.feed.threadgate'))
  assert.deepEqual([gate.post, gate.allow], [id, []])
  const { labels, tags } = await t.record(id)
  assert.deepEqual(
    [labels, tags],
    [{ $type: 'com.atproto.label.defs#selfLabels', values: [{ val: 'nudity' }] }, ['hafen']],
  )
})
