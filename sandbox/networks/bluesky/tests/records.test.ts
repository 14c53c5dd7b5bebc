import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours } from '../../../core/kit/clock.ts'
import { aKey, openBluesky, png } from './kit.ts'

const post = 'app.bsky.feed.post'

test('5 Idempotency: repeating putRecord with the same record changes nothing and responds without a commit', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const first = await alice.put(aKey())
  const again = await alice.put(aKey())
  assert.equal(again.body.cid, first.body.cid)
  assert.equal(first.body.uri, `at://${alice.did}/${post}/${aKey()}`)
  assert.ok(first.body.commit.rev)
  assert.equal(again.body.commit, undefined)
  assert.deepEqual(
    t.sandbox.ledger.entries({ network: 'bluesky', account: 'alice' }).map(({ kind, key }) => [kind, key]),
    [['post', aKey()]],
  )
})

test('5 Idempotency: createRecord with a key that is already used responds with 500, and nothing is posted twice', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const record = { text: 'one', createdAt: '2026-11-21T08:00:00Z' }
  const create = () =>
    alice.post('com.atproto.repo.createRecord', { repo: alice.did, collection: post, rkey: aKey(), record })
  assert.equal((await create()).status, 200)
  assert.deepEqual([(await create()).status, (await create()).body.error], [500, 'InternalServerError'])
  assert.equal(t.sandbox.ledger.entries().length, 1)
})

test('5 Idempotency: swapRecord null requires that no record exists', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const [first, again] = [
    await alice.put(aKey(), {}, { swapRecord: null }),
    await alice.put(aKey(), {}, { swapRecord: null }),
  ]
  assert.equal(first.status, 200)
  assert.deepEqual([again.status, again.body.error], [400, 'InvalidSwap'])
  const changed = await alice.put(aKey(), { text: 'changed' }, { swapRecord: first.body.cid })
  assert.notEqual(changed.body.cid, first.body.cid)
  const stale = await alice.put(aKey(1), {}, { swapCommit: first.body.commit.cid })
  assert.equal(stale.body.error, 'InvalidSwap')
  assert.equal((await alice.put(aKey(1), {}, { swapCommit: changed.body.commit.cid })).status, 200)
})

test('5 Idempotency: a write is readable immediately, and deleting a missing record succeeds', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const { uri, cid } = (await alice.put(aKey())).body
  const at = { repo: alice.did, collection: post, rkey: aKey() }
  const { body } = await t.get('com.atproto.repo.getRecord', at)
  assert.deepEqual([body.uri, body.cid, body.value.text], [uri, cid, 'Good morning'])
  assert.equal((await alice.post('com.atproto.repo.deleteRecord', at)).status, 200)
  assert.equal((await alice.post('com.atproto.repo.deleteRecord', at)).status, 200)
  assert.equal((await t.get('com.atproto.repo.getRecord', at)).body.error, 'RecordNotFound')
  assert.deepEqual(
    t.sandbox.ledger.entries().map(({ kind }) => kind),
    ['post', 'delete'],
  )
})

test('lists can be paged in both directions', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  for (let n = 0; n < 5; n += 1) await alice.put(aKey(n), { text: `${n}` })
  const texts: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query = { repo: alice.handle, collection: post, limit: '2', ...(cursor ? { cursor } : {}) }
    const { body } = await t.get('com.atproto.repo.listRecords', query)
    texts.push(...body.records.map((record: { value: { text: string } }) => record.value.text))
    cursor = body.cursor
  }
  assert.deepEqual(texts, ['4', '3', '2', '1', '0'])
  const query = { repo: alice.did, collection: post, reverse: 'true', cursor: aKey(2) }
  const { body } = await t.get('com.atproto.repo.listRecords', query)
  assert.deepEqual(
    body.records.map((record: { value: { text: string } }) => record.value.text),
    ['3', '4'],
  )
})

test('4.6 Replies / threads: a reply names its root and its parent, and a wrong root or CID is refused', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const ref = ({ uri, cid }: { uri: string; cid: string }) => ({ uri, cid })
  const root = ref((await alice.put(aKey(0))).body)
  const second = ref((await alice.put(aKey(1), { text: 'two', reply: { root, parent: root } })).body)
  const third = await alice.put(aKey(2), { text: 'three', reply: { root, parent: second } })
  assert.equal(third.status, 200)
  assert.match((await alice.put(aKey(3), { reply: { root: second, parent: second } })).body.message, /begins at/)
  const wrong = { ...second, cid: root.cid }
  assert.match((await alice.put(aKey(3), { reply: { root, parent: wrong } })).body.message, /has the cid/)
  assert.deepEqual(
    t.sandbox.ledger.entries().map(({ kind, replyTo }) => [kind, replyTo]),
    [
      ['post', null],
      ['reply', root.uri],
      ['reply', second.uri],
    ],
  )
  const { thread } = (await t.get('app.bsky.feed.getPostThread', { uri: root.uri })).body
  assert.equal(thread.replies[0].replies[0].post.uri, third.body.uri)
})

test('4.1 Create the record: applyWrites writes either the entire thread or nothing', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const write = (rkey: string, value: object) => ({
    $type: 'com.atproto.repo.applyWrites#create',
    collection: post,
    rkey,
    value: { createdAt: '2026-11-21T08:00:00Z', ...value },
  })
  const apply = (...writes: object[]) => alice.post('com.atproto.repo.applyWrites', { repo: alice.did, writes })
  assert.equal((await apply(write(aKey(0), { text: 'one' }), write(aKey(1), { text: 'x'.repeat(301) }))).status, 400)
  assert.equal(t.sandbox.ledger.entries().length, 0)

  // The client must know the cid of the first record before it is written.
  await using other = await openBluesky()
  const twin = await other.person()
  const root = (await twin.put(aKey(0), { text: 'one', createdAt: '2026-11-21T08:00:00Z' })).body
  const ref = { uri: root.uri, cid: root.cid }
  const both = await apply(
    write(aKey(0), { text: 'one' }),
    write(aKey(1), { text: 'two', reply: { root: ref, parent: ref } }),
  )
  assert.deepEqual([both.status, both.body.results[0].cid], [200, root.cid])
  assert.equal(t.sandbox.ledger.entries().length, 2)
})

test('4.3 Images: the type is determined from the bytes, the same bytes have the same ID, and the page shows them', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const first = (await alice.upload(png(), 'application/octet-stream')).body.blob
  assert.deepEqual([first.mimeType, first.size], ['image/png', 64])
  assert.deepEqual((await alice.upload(png())).body.blob, first)
  const item = { image: first, alt: 'a <b>grey</b> square', aspectRatio: { width: 1, height: 1 } }
  await alice.put(aKey(), {
    text: 'höme: example.com <script>',
    facets: [
      {
        index: { byteStart: 7, byteEnd: 18 },
        features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/' }],
      },
    ],
    embed: { $type: 'app.bsky.embed.images', images: [item] },
  })
  const [entry] = t.sandbox.ledger.entries()
  assert.deepEqual(
    entry?.media.map(({ kind, alt, bytes }) => [kind, alt, bytes]),
    [['image', 'a <b>grey</b> square', 64]],
  )
  const page = await (await fetch(`${t.sandbox.url}/feed/bluesky/alice`)).text()
  assert.match(page, /<a href="https:\/\/example\.com\/" rel="nofollow noreferrer">example\.com<\/a> &lt;script&gt;/)
  assert.match(page, /a &lt;b&gt;grey&lt;\/b&gt; square/)
  const photo = await fetch(entry?.media[0]?.url ?? '')
  assert.deepEqual(Buffer.from(await photo.arrayBuffer()), png())
})

test('4.1 Create the record: 300 graphemes of many code units are accepted', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  assert.equal((await alice.put(aKey(), { text: '🇩🇪'.repeat(300) })).status, 200)
})

test('7 Metrics: counters start at zero, grow with the clock, never decrease, and are the same for the same seed', async () => {
  const run = async () => {
    await using t = await openBluesky({ seed: 'twice', now: () => Date.UTC(2026, 10, 21) })
    const alice = await t.person()
    for (let n = 0; n < 10; n += 1) await alice.put(aKey(n), { text: `${n}` })
    const uris = new URLSearchParams(
      Array.from({ length: 10 }, (_, n): [string, string] => ['uris', `at://${alice.did}/${post}/${aKey(n)}`]),
    )
    const likes = async () => {
      const { posts } = (await t.get('app.bsky.feed.getPosts', uris)).body
      return posts.map((one: { likeCount: number }) => one.likeCount) as number[]
    }
    const readings = [await likes()]
    for (const ms of [hours(6), days(1)]) {
      t.advance(ms)
      readings.push(await likes())
    }
    return readings
  }
  const readings = await run()
  const sums = readings.map((counts) => counts.reduce((sum, one) => sum + one, 0))
  assert.equal(sums[0], 0)
  assert.ok((sums[1] ?? 0) > 0 && (sums[2] ?? 0) > (sums[1] ?? 0))
  assert.deepEqual(await run(), readings)
})

test('6 Content rules: a future date does not move a post to the top of the feed', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  await alice.put(aKey(0), { text: 'from the future', createdAt: '2031-01-01T00:00:00.000Z' })
  t.advance(hours(1))
  await alice.put(aKey(1), { text: 'later', createdAt: t.sandbox.clock.now().toISOString() })
  const { feed } = (await t.get('app.bsky.feed.getAuthorFeed', { actor: alice.did })).body
  assert.deepEqual(
    feed.map((one: { post: { record: { text: string } } }) => one.post.record.text),
    ['later', 'from the future'],
  )
  assert.equal((await t.get('app.bsky.actor.getProfile', { actor: 'alice.sandbox' })).body.postsCount, 2)
})
