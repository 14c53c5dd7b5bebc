import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, minutes } from '../../core/clock.ts'
import { aKey, mp4, openNetA, type Person, png, type Reply } from './for-tests.ts'

/**
 * What the real network refuses, each under the heading of its description that says so. One sandbox serves all: a
 * refusal leaves nothing behind, which the last test holds.
 */
let t: Awaited<ReturnType<typeof openNetA>>
let alice: Person
before(async () => {
  t = await openNetA()
  alice = await t.person()
})
after(() => t.sandbox.close())

const image = async (bytes = png(), more: object = {}, alt: string | null = '') => {
  const { body } = await alice.upload(bytes)
  return { image: { ...body.blob, ...more }, ...(alt === null ? {} : { alt }) }
}
const images = (...list: object[]) => ({ embed: { $type: 'app.bsky.embed.images', images: list } })
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
const serviceAuth = async (query: Record<string, string>) =>
  (await alice.get('com.atproto.server.getServiceAuth', query)).body.token as string
const uploadVideo = (token: string, bytes = mp4(), type = 'video/mp4') =>
  t.call(`/xrpc/app.bsky.video.uploadVideo?did=${alice.did}&name=a.mp4`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: new Uint8Array(bytes),
  })
const here = { aud: 'did:web:127.0.0.1', lxm: 'com.atproto.repo.uploadBlob' }

interface Case {
  readonly under: string
  readonly what: string
  readonly call: () => Promise<Reply>
  readonly says: readonly [status: number, error: string, message?: RegExp]
}

const cases: readonly Case[] = [
  // 2a App password sessions
  {
    under: '2a App password sessions',
    what: 'a wrong password',
    call: () => t.signIn('alice.sandbox', 'wrong'),
    says: [401, 'AuthenticationRequired'],
  },
  {
    under: '2a App password sessions',
    what: 'an unknown handle',
    call: () => t.signIn('nobody.sandbox'),
    says: [401, 'AuthenticationRequired'],
  },
  {
    under: '2a App password sessions',
    what: 'an access token where the refresh token belongs',
    call: () => t.post('com.atproto.server.refreshSession', undefined, alice.accessJwt),
    says: [400, 'InvalidToken'],
  },
  {
    under: '2a App password sessions',
    what: 'deleteSession with the access token',
    call: () => t.post('com.atproto.server.deleteSession', undefined, alice.accessJwt),
    says: [400, 'InvalidToken'],
  },
  // 8 Errors: who one is
  {
    under: '8 Errors',
    what: 'no token',
    call: () => alice.post('com.atproto.repo.createRecord', {}, ''),
    says: [401, 'AuthMissing'],
  },
  {
    under: '8 Errors',
    what: 'a forged token',
    call: () => alice.post('com.atproto.repo.createRecord', {}, `${alice.accessJwt.slice(0, -3)}abc`),
    says: [400, 'InvalidToken'],
  },
  {
    under: '4.1 Create the record',
    what: 'the repo of another',
    call: async () => create({ repo: (await t.person('bob')).did }),
    says: [401, 'AuthenticationRequired'],
  },
  // 4.1 the record
  {
    under: '4.1 Create the record',
    what: 'a body over 1,000,000 bytes',
    call: () => create({ record: { text: 'x'.repeat(1_000_000) } }),
    says: [413, 'PayloadTooLarge'],
  },
  {
    under: '4.1 Create the record',
    what: 'a record without createdAt',
    call: () => create({ record: { text: 'one' } }),
    says: [400, 'InvalidRequest', /createdAt/],
  },
  {
    under: '4.1 Create the record',
    what: 'createdAt without a timezone',
    call: () => alice.put(aKey(), { createdAt: '2026-11-21T08:00:00' }),
    says: [400, 'InvalidRequest', /datetime/],
  },
  {
    under: '4.1 Create the record',
    what: 'four languages',
    call: () => alice.put(aKey(), { langs: ['en', 'de', 'fr', 'it'] }),
    says: [400, 'InvalidRequest', /maximum 3, got 4/],
  },
  {
    under: '4.1 Create the record',
    what: 'nine tags',
    call: () => alice.put(aKey(), { tags: [...'123456789'] }),
    says: [400, 'InvalidRequest', /maximum 8, got 9/],
  },
  {
    under: '4.1 Create the record',
    what: 'a record of another type',
    call: () => alice.put(aKey(), { $type: 'app.bsky.feed.like' }),
    says: [400, 'InvalidRequest', /\$type/],
  },
  {
    under: '4.1 Create the record',
    what: 'a schema that is not known where one is demanded',
    call: () => create({ collection: 'com.example.note', validate: true }),
    says: [400, 'InvalidRequest', /Lexicon not found/],
  },
  {
    under: '4.1 Create the record',
    what: '201 writes at once',
    call: () =>
      alice.post('com.atproto.repo.applyWrites', { repo: alice.did, writes: Array.from({ length: 201 }, () => ({})) }),
    says: [400, 'InvalidRequest', /200/],
  },
  // 6 Content rules: text
  {
    under: '6 Content rules',
    what: '301 graphemes',
    call: () => alice.put(aKey(), { text: 'x'.repeat(301) }),
    says: [400, 'InvalidRequest', /300 graphemes/],
  },
  {
    under: '6 Content rules',
    what: '300 graphemes of over 3,000 bytes',
    call: () => alice.put(aKey(), { text: '👩‍👩‍👧'.repeat(200) }),
    says: [400, 'InvalidRequest', /3000/],
  },
  // 4.2 facets
  {
    under: '4.2 Rich text facets',
    what: 'a facet that begins below zero',
    call: () => alice.put(aKey(), facet(-1, 3)),
    says: [400, 'InvalidRequest', /byteStart/],
  },
  {
    under: '4.2 Rich text facets',
    what: 'a facet outside the text',
    call: () => alice.put(aKey(), facet(4, 99)),
    says: [400, 'InvalidRequest', /outside the text/],
  },
  {
    under: '4.2 Rich text facets',
    what: 'a facet that cuts a character',
    call: () => alice.put(aKey(), facet(5, 9)),
    says: [400, 'InvalidRequest', /cut a character/],
  },
  {
    under: '4.2 Rich text facets',
    what: 'a link without an address',
    call: () => alice.put(aKey(), facet(0, 3, { $type: link.$type })),
    says: [400, 'InvalidRequest', /"uri"/],
  },
  {
    under: '4.2 Rich text facets',
    what: 'a mention of a handle instead of a DID',
    call: () => alice.put(aKey(), facet(0, 3, { $type: 'app.bsky.richtext.facet#mention', did: 'bob.sandbox' })),
    says: [400, 'InvalidRequest', /valid did/],
  },
  {
    under: '4.2 Rich text facets',
    what: 'a tag of 65 graphemes',
    call: () => alice.put(aKey(), facet(0, 3, { $type: 'app.bsky.richtext.facet#tag', tag: 'x'.repeat(65) })),
    says: [400, 'InvalidRequest', /64 graphemes/],
  },
  // 4.3 images
  {
    under: '4.3 Images',
    what: 'a fifth image',
    call: async () => {
      const one = await image()
      return alice.put(aKey(), images(one, one, one, one, one))
    },
    says: [400, 'InvalidRequest', /array too big \(maximum 4, got 5\)/],
  },
  {
    under: '4.3 Images',
    what: 'an image without alt',
    call: async () => alice.put(aKey(), images(await image(png(), {}, null))),
    says: [400, 'InvalidRequest', /"alt"/],
  },
  {
    under: '4.3 Images',
    what: 'an aspect ratio of nothing',
    call: async () => alice.put(aKey(), images({ ...(await image()), aspectRatio: { width: 0, height: 1 } })),
    says: [400, 'InvalidRequest', /less than 1/],
  },
  {
    under: '4.3 Images',
    what: 'a gallery without aspect ratios',
    call: async () =>
      alice.put(aKey(), {
        embed: {
          $type: 'app.bsky.embed.gallery',
          items: [{ $type: 'app.bsky.embed.gallery#image', ...(await image()) }],
        },
      }),
    says: [400, 'InvalidRequest', /aspectRatio/],
  },
  {
    under: '4.3 Images',
    what: 'an image of 2,000,001 bytes',
    call: async () => alice.put(aKey(), images(await image(png(2_000_001)))),
    says: [400, 'BlobTooLarge', /1\.91MB/],
  },
  {
    under: '8 Errors',
    what: 'a blob that was never uploaded',
    call: async () =>
      alice.put(
        aKey(),
        images(await image(png(), { ref: { $link: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku' } })),
      ),
    says: [400, 'BlobNotFound'],
  },
  {
    under: '8 Errors',
    what: 'a blob with the type that the client wished for',
    call: async () => alice.put(aKey(), images(await image(png(), { mimeType: 'image/jpeg' }))),
    says: [400, 'InvalidMimeType'],
  },
  {
    under: '8 Errors',
    what: 'a blob with a size that it has not',
    call: async () => alice.put(aKey(), images(await image(png(), { size: 5 }))),
    says: [400, 'InvalidSize'],
  },
  {
    under: '4.3 Images',
    what: 'a video where an image belongs',
    call: async () => alice.put(aKey(), images(await image(mp4()))),
    says: [400, 'InvalidMimeType', /image\/\*/],
  },
  {
    under: '4.3 Images',
    what: 'an upload without a content type',
    call: () => alice.upload(png(), ''),
    says: [400, 'InvalidRequest', /Content-Type/],
  },
  // 4.4 link card
  {
    under: '4.4 Link card',
    what: 'a card without a description',
    call: () =>
      alice.put(aKey(), {
        embed: { $type: 'app.bsky.embed.external', external: { uri: 'https://example.com', title: '' } },
      }),
    says: [400, 'InvalidRequest', /"description"/],
  },
  {
    under: '11 Quirks, 7',
    what: 'a thumb of 1,000,001 bytes',
    call: async () =>
      alice.put(aKey(), {
        embed: {
          $type: 'app.bsky.embed.external',
          external: {
            uri: 'https://example.com',
            title: '',
            description: '',
            thumb: (await image(png(1_000_001))).image,
          },
        },
      }),
    says: [400, 'BlobTooLarge', /maximum size is 976\.56KB/],
  },
  // 4.5 video
  {
    under: '4.5 Video',
    what: 'a video that is no mp4',
    call: async () => alice.put(aKey(), { embed: { $type: 'app.bsky.embed.video', video: (await image()).image } }),
    says: [400, 'InvalidMimeType', /video\/mp4/],
  },
  {
    under: '11 Quirks, 4',
    what: 'a service token for bsky.social',
    call: async () => uploadVideo(await serviceAuth({ ...here, aud: 'did:web:bsky.social' })),
    says: [401, 'AuthenticationRequired', /audience/],
  },
  {
    under: '4.5 Video',
    what: 'a service token for another method',
    call: async () => uploadVideo(await serviceAuth({ ...here, lxm: 'com.atproto.repo.createRecord' })),
    says: [401, 'AuthenticationRequired', /lexicon method/],
  },
  {
    under: '4.5 Video',
    what: 'a service token for over an hour',
    call: () =>
      alice.get('com.atproto.server.getServiceAuth', { ...here, exp: String(Math.floor(Date.now() / 1_000) + 3_700) }),
    says: [400, 'BadExpiration'],
  },
  {
    under: '4.5 Video',
    what: 'the access token instead of a service token',
    call: () => uploadVideo(alice.accessJwt),
    says: [400, 'InvalidToken'],
  },
  {
    under: '4.5 Video',
    what: 'a file that does not say it is a video',
    call: async () => uploadVideo(await serviceAuth(here), png(), 'image/png'),
    says: [400, 'UnsupportedContentType'],
  },
  // 4.6 replies
  {
    under: '4.6 Replies / threads',
    what: 'a reply without its root',
    call: () =>
      alice.put(aKey(), { reply: { parent: { uri: `at://${alice.did}/app.bsky.feed.post/${aKey(9)}`, cid: 'x' } } }),
    says: [400, 'InvalidRequest', /"root"/],
  },
  {
    under: '4.6 Replies / threads',
    what: 'a reply to what is not there',
    call: () => {
      const ref = {
        uri: `at://${alice.did}/app.bsky.feed.post/${aKey(9)}`,
        cid: 'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua',
      }
      return alice.put(aKey(), { reply: { root: ref, parent: ref } })
    },
    says: [400, 'InvalidRequest', /no record at/],
  },
  // 5 idempotency
  {
    under: '5 Idempotency',
    what: 'a post whose key is no TID',
    call: () => alice.put('my-post'),
    says: [400, 'InvalidRequest', /record key/],
  },
  {
    under: '5 Idempotency',
    what: 'a record that is not there',
    call: () =>
      t.get('com.atproto.repo.getRecord', { repo: alice.did, collection: 'app.bsky.feed.post', rkey: aKey() }),
    says: [400, 'RecordNotFound'],
  },
  {
    under: '5 Idempotency',
    what: 'a list of 101',
    call: () =>
      t.get('com.atproto.repo.listRecords', { repo: alice.did, collection: 'app.bsky.feed.post', limit: '101' }),
    says: [400, 'InvalidRequest', /100/],
  },
  {
    under: '5 Idempotency',
    what: 'swapRecord of what is not there',
    call: () => alice.put(aKey(), {}, { swapRecord: 'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua' }),
    says: [400, 'InvalidSwap'],
  },
  // 4.2, 7
  {
    under: '4.2 Rich text facets',
    what: 'a handle that nobody has',
    call: () => t.get('com.atproto.identity.resolveHandle', { handle: 'nobody.sandbox' }),
    says: [400, 'InvalidRequest', /resolve/],
  },
  {
    under: '7 Metrics',
    what: '26 posts at once',
    call: () =>
      t.get(
        'app.bsky.feed.getPosts',
        new URLSearchParams(Array.from({ length: 26 }, (): [string, string] => ['uris', 'at://x/y/z'])),
      ),
    says: [400, 'InvalidRequest', /maximum 25, got 26/],
  },
]

for (const { under, what, call, says } of cases) {
  test(`${under}: ${what} is refused`, async () => {
    const { status, body } = await call()
    assert.deepEqual([status, body.error], says.slice(0, 2), body.message)
    assert.match(body.message, says[2] ?? /\S/)
  })
}

test('2a App password sessions: an access token is 400 ExpiredToken after two hours, not 401', async () => {
  await using own = await openNetA()
  const bob = await own.person('bob')
  own.advance(hours(2))
  const { status, body } = await bob.put(aKey())
  assert.deepEqual([status, body.error], [400, 'ExpiredToken'])
})

test('4.3 Images: a blob that no record holds is gone after an hour, one that is held stays', async () => {
  await using own = await openNetA()
  const bob = await own.person('bob')
  const [held, unused] = [(await bob.upload(png(70))).body.blob, (await bob.upload(png(71))).body.blob]
  assert.equal((await bob.put(aKey(), images({ image: held, alt: '' }))).status, 200)
  own.advance(minutes(61))
  assert.equal((await bob.put(aKey(1), images({ image: held, alt: '' }))).status, 200)
  assert.equal((await bob.put(aKey(2), images({ image: unused, alt: '' }))).body.error, 'BlobNotFound')
})

test('what is refused leaves nothing that a person would see', () => {
  assert.deepEqual(t.sandbox.ledger.entries(), [])
})
