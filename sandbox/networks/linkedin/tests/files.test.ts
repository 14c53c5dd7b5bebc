import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { days, seconds } from '../../../core/kit/clock.ts'
import {
  beginVideo,
  enc,
  gif,
  mp4,
  type OnLinkedin,
  pdf,
  png,
  sendFile,
  sendParts,
  sendVideo,
  startLinkedin,
  urnIn,
} from './kit.ts'

const statusOf = async (on: OnLinkedin, urn: string, kind = 'videos') =>
  (await on.as('alice', 'GET', `/rest/${kind}/${enc(urn)}`)).body
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('linkedin.md 2 Images: an image is announced, sent with the token, available, and shown byte for byte with its alt text', async () => {
  await using on = await startLinkedin()
  for (const owner of ['alice', 'alice-works']) {
    const bytes = png(640, 360, 3_000)
    const id = await sendFile(on, owner, 'image', bytes)
    assert.match(id, /^urn:li:image:/)
    assert.equal((await statusOf(on, id, 'images')).status, 'AVAILABLE')
    const content = { media: { id, altText: 'A harbour' } }
    assert.match(urnIn(await on.post(owner, { commentary: '', content })), /^urn:li:share:/)
    const [{ url, ...file } = { url: null }] = on.seen(owner)[0]?.media ?? []
    assert.deepEqual(file, { kind: 'image', mime: 'image/png', bytes: 3_000, sha256: hashOf(bytes), alt: 'A harbour' })
    assert.deepEqual(Buffer.from(await (await fetch(url ?? '')).arrayBuffer()), bytes)
  }
})

test('linkedin.md 2: two to twenty images keep their order', async () => {
  await using on = await startLinkedin()
  const ids: string[] = []
  for (let nr = 0; nr < 20; nr += 1) ids.push(await sendFile(on, 'alice', 'image', png(100 + nr)))
  const images = ids.map((id, nr) => ({ id, altText: `No. ${nr}` }))
  urnIn(await on.post('alice', { content: { multiImage: { images } } }))
  assert.deepEqual(
    on.seen('alice')[0]?.media.map(({ alt }) => alt),
    images.map(({ altText }) => altText),
  )
})

test('linkedin.md 2 Videos: parts have the announced lengths, tags are in order, and processing takes time', async () => {
  await using on = await startLinkedin()
  await on.settings({ partBytes: 30_000 })
  const bytes = mp4()
  const { urn, end } = await sendParts(on, 'alice-works', bytes)
  assert.equal((await statusOf(on, urn)).status, 'WAITING_UPLOAD')
  assert.equal((await end()).status, 200)
  assert.equal((await end()).status, 200)
  assert.equal((await statusOf(on, urn)).status, 'PROCESSING')
  on.later(1_500)
  assert.equal((await statusOf(on, urn)).status, 'AVAILABLE')
  assert.equal((await end()).status, 200)
  assert.equal((await statusOf(on, urn)).status, 'AVAILABLE')
  const post = await on.post('alice-works', { content: { media: { id: urn, title: 'A video' } } })
  assert.match(urnIn(post), /^urn:li:ugcPost:/)
  const [file] = on.seen('alice-works')[0]?.media ?? []
  assert.deepEqual([file?.kind, file?.mime, file?.sha256], ['video', 'video/mp4', hashOf(bytes)])
})

test('linkedin.md 2 Videos: each part except the last has 4,194,304 bytes, and a thumbnail has a separate upload URL', async () => {
  await using on = await startLinkedin()
  const { value } = (await beginVideo(on, 'alice', 10_000_000, { uploadThumbnail: true })).body
  assert.deepEqual(
    value.uploadInstructions.map(({ firstByte, lastByte }: Record<string, number>) => [firstByte, lastByte]),
    [
      [0, 4_194_303],
      [4_194_304, 8_388_607],
      [8_388_608, 9_999_999],
    ],
  )
  assert.equal((await on.call('PUT', value.thumbnailUploadUrl, { bytes: png() })).status, 400)
  const headers = { 'media-type-family': 'STILLIMAGE' }
  assert.equal((await on.call('PUT', value.thumbnailUploadUrl, { bytes: png(), headers })).status, 201)
  assert.ok(value.uploadUrlsExpireAt - on.sandbox.clock.ms() >= days(30))
})

test('linkedin.md 2 Videos: parts may arrive in any order and more than once', async () => {
  await using on = await startLinkedin()
  await on.settings({ partBytes: 30_000 })
  const bytes = mp4()
  const { value } = (await beginVideo(on, 'alice', bytes.length)).body
  const tags: string[] = []
  for (const nr of [2, 0, 0, 1]) {
    const { uploadUrl, firstByte, lastByte } = value.uploadInstructions[nr]
    const part = await on.call('PUT', uploadUrl, { bytes: bytes.subarray(firstByte, lastByte + 1) })
    assert.match(part.headers.get('etag') ?? '', /^".+"$/)
    tags[nr] = (part.headers.get('etag') ?? '').slice(1, -1)
  }
  const given = { video: value.video, uploadToken: value.uploadToken, uploadedPartIds: tags }
  const path = '/rest/videos?action=finalizeUpload'
  assert.equal((await on.as('alice', 'POST', path, { json: { finalizeUploadRequest: given } })).status, 200)
  on.later(seconds(2))
  urnIn(await on.post('alice', { content: { media: { id: value.video } } }))
  assert.equal(on.seen('alice')[0]?.media[0]?.sha256, hashOf(bytes))
})

test('linkedin.md 2 Documents: a document is announced, sent, processed, and shown with its title', async () => {
  await using on = await startLinkedin()
  const id = await sendFile(on, 'alice', 'document', pdf())
  assert.equal((await statusOf(on, id, 'documents')).status, 'PROCESSING')
  on.later(seconds(1))
  urnIn(await on.post('alice', { content: { media: { id, title: 'Tide tables' } } }))
  const [file] = on.seen('alice')[0]?.media ?? []
  assert.deepEqual([file?.mime, file?.alt], ['application/pdf', 'Tide tables'])
  assert.match(await (await fetch(`${on.sandbox.url}/feed/linkedin/alice`)).text(), /Tide tables/)
})

test('linkedin.md 3: a file that cannot be processed reports why, and no post accepts it', async () => {
  await using on = await startLinkedin()
  await on.settings({ imageProcessingMs: 10, maxImageBytes: 5_000 })
  const wrong: readonly (readonly ['image' | 'video' | 'document', Buffer, RegExp])[] = [
    ['image', Buffer.from('RIFF\0\0\0\0WEBPVP8 and so on'), /format/],
    ['image', png(6_016, 6_010), /pixels/],
    ['image', png(640, 360, 5_001), /bytes/],
    ['image', gif(251), /frames/],
    ['document', Buffer.from('plain text'), /format/],
    ['document', pdf(301), /pages/],
    ['video', mp4({ durationMs: 2_999 }), /3 seconds/],
    ['video', mp4({ durationMs: 1_800_001 }), /3 seconds/],
    ['video', mp4({ width: 1_000, height: 400 }), /ratio/],
    ['video', Buffer.alloc(80_000), /format/],
  ]
  for (const [kind, bytes, why] of wrong) {
    const id = kind === 'video' ? await sendVideo(on, 'alice', bytes) : await sendFile(on, 'alice', kind, bytes)
    assert.equal((await statusOf(on, id, `${kind}s`)).status, 'PROCESSING')
    on.later(seconds(2))
    const { status, processingFailureReason } = await statusOf(on, id, `${kind}s`)
    assert.equal(status, 'PROCESSING_FAILED')
    assert.match(processingFailureReason, why)
    const refused = await on.post('alice', { content: { media: { id, title: 'x' } } })
    assert.deepEqual([refused.status, refused.body.code], [400, 'MEDIA_ASSET_PROCESSING_FAILED'])
  }
  assert.deepEqual(on.seen('alice'), [])
})

test('linkedin.md 2: with acceptsProcessing, a post may be removed if its file fails', async () => {
  await using on = await startLinkedin()
  await on.settings({ acceptsProcessing: true })
  const kept = await sendVideo(on, 'alice-works', mp4())
  urnIn(await on.post('alice-works', { commentary: 'stays', content: { media: { id: kept } } }))
  await on.act('alice-works', 'fail_next_file')
  const lost = await sendVideo(on, 'alice-works', mp4())
  const urn = urnIn(await on.post('alice-works', { commentary: 'goes', content: { media: { id: lost } } }))
  assert.equal((await on.as('alice', 'GET', `/rest/posts/${enc(urn)}`)).status, 200)
  on.later(seconds(2))
  assert.equal((await on.as('alice', 'GET', `/rest/posts/${enc(urn)}`)).status, 404)
  assert.deepEqual(
    on.seen('alice-works').map(({ kind, text }) => `${kind} ${text}`),
    ['post stays', 'post goes', 'delete goes'],
  )
})
