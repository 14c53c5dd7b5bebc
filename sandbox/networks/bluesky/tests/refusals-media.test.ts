import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '../../../core/kit/clock.ts'
import { aKey, mp4, openBluesky, type Person, png, refuses } from './kit.ts'

/**
 * Rejections of images, cards and videos, each under the section of the network's description that says so. All tests
 * share one sandbox: a rejection has no effect, which the last test checks.
 */
let t: Awaited<ReturnType<typeof openBluesky>>
let alice: Person
before(async () => {
  t = await openBluesky()
  alice = await t.person()
})
after(() => t.sandbox.close())

const image = async (bytes = png(), more: object = {}, alt: string | null = '') => {
  const { body } = await alice.upload(bytes)
  return { image: { ...body.blob, ...more }, ...(alt === null ? {} : { alt }) }
}
const images = (...list: object[]) => ({ embed: { $type: 'app.bsky.embed.images', images: list } })
const serviceAuth = async (query: Record<string, string>) =>
  (await alice.get('com.atproto.server.getServiceAuth', query)).body.token as string
const uploadVideo = (token: string, bytes = mp4(), type = 'video/mp4') =>
  t.call(`/xrpc/app.bsky.video.uploadVideo?did=${alice.did}&name=a.mp4`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: new Uint8Array(bytes),
  })
const here = { aud: 'did:web:127.0.0.1', lxm: 'com.atproto.repo.uploadBlob' }

refuses(
  '4.3 Images',
  'a fifth image',
  async () => {
    const one = await image()
    return alice.put(aKey(), images(one, one, one, one, one))
  },
  400,
  'InvalidRequest',
  /array too big \(maximum 4, got 5\)/,
)
refuses(
  '4.3 Images',
  'an image without alt',
  async () => alice.put(aKey(), images(await image(png(), {}, null))),
  400,
  'InvalidRequest',
  /"alt"/,
)
refuses(
  '4.3 Images',
  'a zero aspect ratio',
  async () => alice.put(aKey(), images({ ...(await image()), aspectRatio: { width: 0, height: 1 } })),
  400,
  'InvalidRequest',
  /less than 1/,
)
refuses(
  '4.3 Images',
  'a gallery without aspect ratios',
  async () =>
    alice.put(aKey(), {
      embed: {
        $type: 'app.bsky.embed.gallery',
        items: [{ $type: 'app.bsky.embed.gallery#image', ...(await image()) }],
      },
    }),
  400,
  'InvalidRequest',
  /aspectRatio/,
)
refuses(
  '4.3 Images',
  'an image of 2,000,001 bytes',
  async () => alice.put(aKey(), images(await image(png(2_000_001)))),
  400,
  'BlobTooLarge',
  /1\.91MB/,
)
refuses(
  '8 Errors',
  'a blob that was never uploaded',
  async () =>
    alice.put(
      aKey(),
      images(await image(png(), { ref: { $link: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku' } })),
    ),
  400,
  'BlobNotFound',
)
refuses(
  '8 Errors',
  'a blob with a type that the client declared',
  async () => alice.put(aKey(), images(await image(png(), { mimeType: 'image/jpeg' }))),
  400,
  'InvalidMimeType',
)
refuses(
  '8 Errors',
  'a blob with a wrong size',
  async () => alice.put(aKey(), images(await image(png(), { size: 5 }))),
  400,
  'InvalidSize',
)
refuses(
  '4.3 Images',
  'a video instead of an image',
  async () => alice.put(aKey(), images(await image(mp4()))),
  400,
  'InvalidMimeType',
  /image\/\*/,
)
refuses(
  '4.3 Images',
  'an upload without a content type',
  () => alice.upload(png(), ''),
  400,
  'InvalidRequest',
  /Content-Type/,
)
refuses(
  '4.4 Link card',
  'a card without a description',
  () =>
    alice.put(aKey(), {
      embed: { $type: 'app.bsky.embed.external', external: { uri: 'https://example.com', title: '' } },
    }),
  400,
  'InvalidRequest',
  /"description"/,
)
refuses(
  '11 Quirks, 7',
  'a thumb of 1,000,001 bytes',
  async () =>
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
  400,
  'BlobTooLarge',
  /maximum size is 976\.56KB/,
)
refuses(
  '4.5 Video',
  'a video that is not an mp4',
  async () => alice.put(aKey(), { embed: { $type: 'app.bsky.embed.video', video: (await image()).image } }),
  400,
  'InvalidMimeType',
  /video\/mp4/,
)
refuses(
  '11 Quirks, 4',
  'a service token for bsky.social',
  async () => uploadVideo(await serviceAuth({ ...here, aud: 'did:web:bsky.social' })),
  401,
  'AuthenticationRequired',
  /audience/,
)
refuses(
  '4.5 Video',
  'a service token for another method',
  async () => uploadVideo(await serviceAuth({ ...here, lxm: 'com.atproto.repo.createRecord' })),
  401,
  'AuthenticationRequired',
  /lexicon method/,
)
refuses(
  '4.5 Video',
  'a service token for over an hour',
  () =>
    alice.get('com.atproto.server.getServiceAuth', { ...here, exp: String(Math.floor(Date.now() / 1_000) + 3_700) }),
  400,
  'BadExpiration',
)
refuses(
  '4.5 Video',
  'the access token instead of a service token',
  () => uploadVideo(alice.accessJwt),
  400,
  'InvalidToken',
)
refuses(
  '4.5 Video',
  'a file without a video type',
  async () => uploadVideo(await serviceAuth(here), png(), 'image/png'),
  400,
  'UnsupportedContentType',
)

test('4.3 Images: a blob without a record is deleted after an hour, and a blob with a record is kept', async () => {
  await using own = await openBluesky()
  const bob = await own.person('bob')
  const [held, unused] = [(await bob.upload(png(70))).body.blob, (await bob.upload(png(71))).body.blob]
  assert.equal((await bob.put(aKey(), images({ image: held, alt: '' }))).status, 200)
  own.advance(minutes(61))
  assert.equal((await bob.put(aKey(1), images({ image: held, alt: '' }))).status, 200)
  assert.equal((await bob.put(aKey(2), images({ image: unused, alt: '' }))).body.error, 'BlobNotFound')
})

test('a refused call leaves nothing visible', () => {
  assert.deepEqual(t.sandbox.ledger.entries(), [])
})
