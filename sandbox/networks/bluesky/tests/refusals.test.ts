import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '../../../core/kit/clock.ts'
import { aKey, openBluesky, type Person, refuses } from './kit.ts'

/**
 * Rejections of the real network, each under the section of the network's description that says so. All tests share one
 * sandbox: a rejection has no effect, which the last test checks.
 */
let t: Awaited<ReturnType<typeof openBluesky>>
let alice: Person
before(async () => {
  t = await openBluesky()
  alice = await t.person()
})
after(() => t.sandbox.close())

const facet = (byteStart: number, byteEnd: number, feature: object = link) => ({
  text: 'see ünïcode.example now',
  facets: [{ index: { byteStart, byteEnd }, features: [feature] }],
})
const link = { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/' }
const create = (input: object = {}) =>
  alice.post('com.atproto.repo.createRecord', {
    repo: alice.did,
    collection: 'app.bsky.feed.post',
    record: { text: 'one', createdAt: '2026-11-21T08:00:00Z' },
    ...input,
  })

refuses(
  '2a App password sessions',
  'a wrong password',
  () => t.signIn('alice.sandbox', 'wrong'),
  401,
  'AuthenticationRequired',
)
refuses(
  '2a App password sessions',
  'an unknown handle',
  () => t.signIn('nobody.sandbox'),
  401,
  'AuthenticationRequired',
)
refuses(
  '2a App password sessions',
  'an access token instead of the refresh token',
  () => t.post('com.atproto.server.refreshSession', undefined, alice.accessJwt),
  400,
  'InvalidToken',
)
refuses(
  '2a App password sessions',
  'deleteSession with the access token',
  () => t.post('com.atproto.server.deleteSession', undefined, alice.accessJwt),
  400,
  'InvalidToken',
)
refuses('8 Errors', 'no token', () => alice.post('com.atproto.repo.createRecord', {}, ''), 401, 'AuthMissing')
refuses(
  '8 Errors',
  'a forged token',
  () => alice.post('com.atproto.repo.createRecord', {}, `${alice.accessJwt.slice(0, -3)}abc`),
  400,
  'InvalidToken',
)
refuses(
  '4.1 Create the record',
  'another account’s repo',
  async () => create({ repo: (await t.person('bob')).did }),
  401,
  'AuthenticationRequired',
)
refuses(
  '4.1 Create the record',
  'a body over 1,000,000 bytes',
  () => create({ record: { text: 'x'.repeat(1_000_000) } }),
  413,
  'PayloadTooLarge',
)
refuses(
  '4.1 Create the record',
  'a record without createdAt',
  () => create({ record: { text: 'one' } }),
  400,
  'InvalidRequest',
  /createdAt/,
)
refuses(
  '4.1 Create the record',
  'createdAt without a timezone',
  () => alice.put(aKey(), { createdAt: '2026-11-21T08:00:00' }),
  400,
  'InvalidRequest',
  /datetime/,
)
refuses(
  '4.1 Create the record',
  'four languages',
  () => alice.put(aKey(), { langs: ['en', 'de', 'fr', 'it'] }),
  400,
  'InvalidRequest',
  /maximum 3, got 4/,
)
refuses(
  '4.1 Create the record',
  'nine tags',
  () => alice.put(aKey(), { tags: [...'123456789'] }),
  400,
  'InvalidRequest',
  /maximum 8, got 9/,
)
refuses(
  '4.1 Create the record',
  'a record of another type',
  () => alice.put(aKey(), { $type: 'app.bsky.feed.like' }),
  400,
  'InvalidRequest',
  /\$type/,
)
refuses(
  '4.1 Create the record',
  'an unknown schema with validation required',
  () => create({ collection: 'com.example.note', validate: true }),
  400,
  'InvalidRequest',
  /Lexicon not found/,
)
refuses(
  '4.1 Create the record',
  '201 writes at once',
  () =>
    alice.post('com.atproto.repo.applyWrites', { repo: alice.did, writes: Array.from({ length: 201 }, () => ({})) }),
  400,
  'InvalidRequest',
  /200/,
)
refuses(
  '6 Content rules',
  '301 graphemes',
  () => alice.put(aKey(), { text: 'x'.repeat(301) }),
  400,
  'InvalidRequest',
  /300 graphemes/,
)
refuses(
  '6 Content rules',
  '300 graphemes of over 3,000 bytes',
  () => alice.put(aKey(), { text: '👩‍👩‍👧'.repeat(200) }),
  400,
  'InvalidRequest',
  /3000/,
)
refuses(
  '4.2 Rich text facets',
  'a facet with a negative start',
  () => alice.put(aKey(), facet(-1, 3)),
  400,
  'InvalidRequest',
  /byteStart/,
)
refuses(
  '4.2 Rich text facets',
  'a facet outside the text',
  () => alice.put(aKey(), facet(4, 99)),
  400,
  'InvalidRequest',
  /outside the text/,
)
refuses(
  '4.2 Rich text facets',
  'a facet that splits a character',
  () => alice.put(aKey(), facet(5, 9)),
  400,
  'InvalidRequest',
  /cut a character/,
)
refuses(
  '4.2 Rich text facets',
  'a link without a URI',
  () => alice.put(aKey(), facet(0, 3, { $type: link.$type })),
  400,
  'InvalidRequest',
  /"uri"/,
)
refuses(
  '4.2 Rich text facets',
  'a mention of a handle instead of a DID',
  () => alice.put(aKey(), facet(0, 3, { $type: 'app.bsky.richtext.facet#mention', did: 'bob.sandbox' })),
  400,
  'InvalidRequest',
  /valid did/,
)
refuses(
  '4.2 Rich text facets',
  'a tag of 65 graphemes',
  () => alice.put(aKey(), facet(0, 3, { $type: 'app.bsky.richtext.facet#tag', tag: 'x'.repeat(65) })),
  400,
  'InvalidRequest',
  /64 graphemes/,
)
refuses(
  '4.6 Replies / threads',
  'a reply without its root',
  () => alice.put(aKey(), { reply: { parent: { uri: `at://${alice.did}/app.bsky.feed.post/${aKey(9)}`, cid: 'x' } } }),
  400,
  'InvalidRequest',
  /"root"/,
)
refuses(
  '4.6 Replies / threads',
  'a reply to a missing post',
  () => {
    const ref = {
      uri: `at://${alice.did}/app.bsky.feed.post/${aKey(9)}`,
      cid: 'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua',
    }
    return alice.put(aKey(), { reply: { root: ref, parent: ref } })
  },
  400,
  'InvalidRequest',
  /no record at/,
)
refuses(
  '5 Idempotency',
  'a post whose key is not a TID',
  () => alice.put('my-post'),
  400,
  'InvalidRequest',
  /record key/,
)
refuses(
  '5 Idempotency',
  'a missing record',
  () => t.get('com.atproto.repo.getRecord', { repo: alice.did, collection: 'app.bsky.feed.post', rkey: aKey() }),
  400,
  'RecordNotFound',
)
refuses(
  '5 Idempotency',
  'a list of 101',
  () => t.get('com.atproto.repo.listRecords', { repo: alice.did, collection: 'app.bsky.feed.post', limit: '101' }),
  400,
  'InvalidRequest',
  /100/,
)
refuses(
  '5 Idempotency',
  'swapRecord of a missing record',
  () => alice.put(aKey(), {}, { swapRecord: 'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua' }),
  400,
  'InvalidSwap',
)
refuses(
  '4.2 Rich text facets',
  'an unknown handle',
  () => t.get('com.atproto.identity.resolveHandle', { handle: 'nobody.sandbox' }),
  400,
  'InvalidRequest',
  /resolve/,
)
refuses(
  '7 Metrics',
  '26 posts at once',
  () =>
    t.get(
      'app.bsky.feed.getPosts',
      new URLSearchParams(Array.from({ length: 26 }, (): [string, string] => ['uris', 'at://x/y/z'])),
    ),
  400,
  'InvalidRequest',
  /maximum 25, got 26/,
)

test('2a App password sessions: an access token is 400 ExpiredToken after two hours, not 401', async () => {
  await using own = await openBluesky()
  const bob = await own.person('bob')
  own.advance(hours(2))
  const { status, body } = await bob.put(aKey())
  assert.deepEqual([status, body.error], [400, 'ExpiredToken'])
})

test('a refused call leaves nothing visible', () => {
  assert.deepEqual(t.sandbox.ledger.entries(), [])
})
