import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { id3Of, mp3Of } from '#test/world/files/mp3.ts'
import { pdfOf } from '#test/world/files/pdf.ts'
import { fetchBytes, filesOf, narrowKey, upload, uploaded } from '#test/world/media.ts'
import { fixture, noise } from '#test/world/pictures.ts'

let t: TestApp
let ada: Person
let png: Buffer
before(async () => {
  t = await startApp()
  ada = await t.as('ada')
  png = await noise(20, 20).png().toBuffer()
})
after(() => t[Symbol.asyncDispose]())

test('200: an image is accepted, and its URL serves it without a credential', async () => {
  const file = await noise(30, 10).png().toBuffer()
  const body = await uploaded(t, ada, { file, fileName: 'lighthouse.png', contentType: 'image/png' })
  const { url, storagePath, fileName, size, contentType } = body
  assert.deepEqual([fileName, size, contentType], ['lighthouse.png', file.length, 'image/png'])
  assert.match(storagePath, /^uploads\/[0-9a-f]{32}$/)
  assert.match(body.id, /^media_/)
  assert.deepEqual([body.width, body.height, body.animated], [30, 10, false])
  assert.deepEqual([body.durationMs, body.posterUrl], [null, null])
  assert.match(body.preview, /^data:image\/webp;base64,/)
  const got = await fetchBytes(t, url)
  assert.deepEqual([got.status, got.headers['content-type']], [200, 'image/png'])
  assert.deepEqual(got.bytes, file)
})

test('200: a video has a duration, a codec and a size, and its bytes can be read from any offset', async () => {
  const file = await fixture('plain.mp4')
  const body = await uploaded(t, ada, { file, fileName: 'waves.mov', contentType: 'video/mp4' })
  assert.equal(body.contentType, 'video/mp4')
  assert.ok(body.durationMs > 0 && body.width > 0 && body.height > 0)
  const { body: media } = await ada.get(`/v1/media/${body.id}`)
  assert.ok(media.codec.length > 0)
  assert.equal(media.rotation, 0)
  const part = await fetchBytes(t, body.url, { headers: { range: 'bytes=4-7' } })
  assert.deepEqual([part.status, part.bytes.toString()], [206, 'ftyp'])
})

test('200: a PDF is accepted as a document if the sender asks for one, and is served as a download', async () => {
  const file = pdfOf(3, 320, 240)
  const document = { file, fileName: 'slides.pdf', contentType: 'application/pdf' }
  const plain = await upload(t, ada, document)
  assert.deepEqual([plain.status, plain.body.code], [400, 'media_type_not_allowed'])
  assert.match(plain.body.detail, /with the purpose `document`/)
  const wrong = await ada.upload('/v1/media/upload?purpose=document', { file: png, fileName: 'a.png' })
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'media_type_not_allowed'])
  const { status, body } = await ada.upload('/v1/media/upload?purpose=document', document)
  assert.deepEqual(
    [status, body.contentType, body.pages, body.width, body.height],
    [200, 'application/pdf', 3, 320, 240],
  )
  const got = await fetchBytes(t, body.url)
  assert.deepEqual([got.bytes.equals(file), got.headers['content-type']], [true, 'application/pdf'])
  assert.match(String(got.headers['content-disposition']), /^attachment; /)
})

test('200: a PDF of several megabytes is accepted, and its pages are counted', async () => {
  const file = pdfOf(3, 320, 240, { catalog: `/Filling(${'x'.repeat(3_000_000)})` })
  const document = { file, fileName: 'slides.pdf', contentType: 'application/pdf' }
  const { status, body } = await ada.upload('/v1/media/upload?purpose=document', document)
  assert.deepEqual([status, body.pages, body.size], [200, 3, file.length], JSON.stringify(body))
})

test('400: a PDF with an oversized first page is refused, and a tiny page still has a size', async () => {
  const sent = async (width: number | bigint, height: number | bigint) => {
    const document = { file: pdfOf(1, width, height), fileName: 'slides.pdf', contentType: 'application/pdf' }
    const { status, body } = await ada.upload('/v1/media/upload?purpose=document', document)
    return status === 200 ? [body.width, body.height] : [status, body.code]
  }
  for (const side of [14_401, 3_000_000_000, 10n ** 30n, 10n ** 400n]) {
    assert.deepEqual(await sent(side, 480), [400, 'media_unreadable'], String(side))
    assert.deepEqual(await sent(640, side), [400, 'media_unreadable'], String(side))
  }
  assert.deepEqual(await sent(14_400, 14_400), [14_400, 14_400])
  assert.deepEqual(await sent(0.3, 0.3), [1, 1])
})

test('200: audio is accepted as audio, without the tags that name its author, and refused among images', async () => {
  const sound = { file: mp3Of(50, id3Of('TPE1 Ada')), fileName: 'open.mp3', contentType: 'audio/mpeg' }
  const plain = await upload(t, ada, sound)
  assert.deepEqual([plain.status, plain.body.code], [400, 'media_type_not_allowed'])
  assert.match(plain.body.detail, /with the purpose `audio`/)
  const { status, body } = await ada.upload('/v1/media/upload?purpose=audio', sound)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.contentType, body.width, body.pages, body.posterUrl], ['audio/mpeg', null, null, null])
  assert.ok(body.durationMs > 1_000)
  assert.deepEqual((await fetchBytes(t, body.url)).bytes, mp3Of(50))
})

test('an upload URL accepts a PDF only if it was announced as a document', async () => {
  const announce = (more: object) => ada.post('/v1/media/presign-upload', { fileName: 'slides.pdf', ...more })
  const plain = await announce({ contentType: 'application/pdf' })
  assert.deepEqual([plain.status, plain.body.code], [400, 'media_type_not_allowed'])
  const { uploadUrl, storagePath } = (await announce({ contentType: 'application/pdf', purpose: 'document' })).body
  const headers = { 'content-type': 'application/pdf' }
  const put = await fetchBytes(t, uploadUrl, { method: 'PUT', headers, body: pdfOf(2) })
  assert.equal(put.status, 200)
  const done = await ada.post('/v1/media/complete-upload', { storagePath })
  assert.deepEqual([done.status, done.body.pages], [200, 2])
})

test('an image’s location is removed and its orientation is kept', async () => {
  const file = await noise(40, 20)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Planted Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()
  assert.ok(file.includes('Planted Camera'))
  const body = await uploaded(t, ada, { file: Buffer.concat([file, Buffer.from('after the end')]), fileName: 'a.jpg' })
  assert.deepEqual([body.width, body.height], [20, 40])
  const { bytes } = await fetchBytes(t, body.url)
  assert.equal(bytes.length, body.size)
  for (const secret of ['Planted Camera', 'after the end']) assert.ok(!bytes.includes(secret), secret)
  const { exif, orientation } = await sharp(bytes).metadata()
  assert.equal(orientation, 6)
  assert.ok(!exif?.includes(Buffer.from([0x88, 0x25])), 'a GPS tag is left')
})

test('identical files of one owner are stored once, and deleting one leaves the other', async () => {
  const file = await noise(21, 21).png().toBuffer()
  const before = (await filesOf(t)).length
  const one = await uploaded(t, ada, { file, fileName: 'one.png' })
  const two = await uploaded(t, ada, { file, fileName: 'two.png' })
  assert.notEqual(one.id, two.id)
  assert.notEqual(one.storagePath, two.storagePath)
  assert.equal((await filesOf(t)).length, before + 1)
  assert.equal((await ada.delete(`/v1/media/${one.id}`)).status, 200)
  await t.settle()
  assert.equal((await fetchBytes(t, one.url)).status, 404)
  assert.deepEqual((await fetchBytes(t, two.url)).bytes, file)
  assert.equal((await ada.delete(`/v1/media/${two.id}`)).status, 200)
  await t.settle()
  assert.equal((await filesOf(t)).length, before)
})

test('identical files uploaded at the same time are stored once', async () => {
  const file = await noise(22, 22).png().toBuffer()
  const before = (await filesOf(t)).length
  const all = await Promise.all([1, 2, 3, 4].map(() => uploaded(t, ada, { file })))
  assert.equal(new Set(all.map(({ id }) => id)).size, 4)
  await t.settle()
  assert.equal((await filesOf(t)).length, before + 1)
  for (const { url } of all) assert.deepEqual((await fetchBytes(t, url)).bytes, file)
})

test('identical files of two owners are stored separately, so neither owner can find out about the other', async () => {
  const before = (await filesOf(t)).length
  await uploaded(t, await t.as('ben'), { file: await noise(23, 23).png().toBuffer() })
  await uploaded(t, ada, { file: await noise(23, 23).png().toBuffer() })
  assert.equal((await filesOf(t)).length, before + 2)
})

test('400 media_type_mismatch: a wrong name or declared type is refused, and nothing is stored', async () => {
  const jpeg = await noise(20, 20).jpeg().toBuffer()
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  const lies = [
    { file: png, fileName: 'a.jpg', contentType: 'image/jpeg', code: 'media_type_mismatch' },
    { file: png, fileName: 'a.jpg', contentType: 'image/png', code: 'media_type_mismatch' },
    { file: png, fileName: 'a.png', contentType: 'image/jpeg', code: 'media_type_mismatch' },
    { file: png, fileName: 'a.png', contentType: 'text/html', code: 'media_type_mismatch' },
    { file: png, fileName: 'a.html', contentType: 'image/png', code: 'media_type_mismatch' },
    { file: jpeg, fileName: 'a.jpeg.svg', contentType: 'image/jpeg', code: 'media_type_mismatch' },
    { file: html, fileName: 'a.png', contentType: 'image/png', code: 'media_type_not_allowed' },
    { file: svg, fileName: 'a.svg', contentType: 'image/svg+xml', code: 'media_type_not_allowed' },
    // Refused after the first bytes, while the rest is still arriving.
    {
      file: Buffer.alloc(3_000_000, html),
      fileName: 'a.png',
      contentType: 'image/png',
      code: 'media_type_not_allowed',
    },
    {
      file: Buffer.concat([png, Buffer.alloc(3_000_000)]),
      fileName: 'a.gif',
      contentType: 'image/gif',
      code: 'media_type_mismatch',
    },
    {
      file: Buffer.from('%PDF-1.7'),
      fileName: 'a.pdf',
      contentType: 'application/pdf',
      code: 'media_type_not_allowed',
    },
    { file: png.subarray(0, png.length - 100), fileName: 'a.png', contentType: 'image/png', code: 'media_unreadable' },
    { file: await fixture('sound.mp4'), fileName: 'a.mp4', contentType: 'video/mp4', code: 'media_unreadable' },
    { file: Buffer.alloc(0), fileName: 'a.png', contentType: 'image/png', code: 'media_empty' },
  ]
  const before = await filesOf(t)
  for (const { code, ...sent } of lies) {
    const { status, body, text } = await upload(t, ada, sent)
    assert.deepEqual([status, body.code], [400, code], `${sent.fileName} as ${sent.contentType}: ${text}`)
  }
  const { body } = await upload(t, ada, { file: png, fileName: 'a.jpg', contentType: 'image/gif' })
  for (const type of ['image/png', '.jpg', 'image/gif']) assert.ok(body.detail.includes(type), body.detail)
  assert.deepEqual(await filesOf(t), before)
})

test('a missing, generic or outdated type name is accepted', async () => {
  for (const contentType of ['', 'application/octet-stream', 'IMAGE/PNG', 'image/x-png', 'image/png; charset=binary'])
    await uploaded(t, ada, { file: png, fileName: 'a.PNG', contentType })
  assert.equal((await uploaded(t, ada, { file: png, fileName: 'no extension' })).fileName, 'no extension.png')
})

test('a file name is only for display and never a path', async () => {
  const { fileName, url } = await uploaded(t, ada, { file: png, fileName: '../../..\\etc/p\u202egnp.ass\u0007wd.png' })
  assert.equal(fileName, 'pgnp.asswd.png')
  const { headers } = await fetchBytes(t, url)
  assert.match(headers['content-disposition'] ?? '', /^inline; filename="pgnp\.asswd\.png"/)
  assert.ok((await filesOf(t)).every((name) => /^[0-9a-f]{32}(-poster)?$/.test(name)))
})

test('a file for a profile belongs to the profile’s owner, not to the sender', async () => {
  const { body: profile } = await ada.post('/v1/profiles', { name: 'Harbour' })
  const { body: other } = await ada.post('/v1/profiles', { name: 'Other' })
  const key = { token: await narrowKey(ada, [profile.id]) }
  const fields = { profileId: profile.id, altText: 'A pier' }
  const made = await uploaded(t, key, { file: png, fields })
  const { body: media } = await ada.get(`/v1/media/${made.id}`)
  assert.deepEqual([media.profileId, media.altText], [profile.id, 'A pier'])

  const refusals = [
    [key, {}, 403, 'key_limited_to_profiles'],
    [key, { profileId: other.id }, 403, 'profile_forbidden'],
    [await t.as('ben'), fields, 403, 'profile_forbidden'],
    [
      ada,
      { profileId: other.id.replace(/.$/, (last: string) => (last === '0' ? '2' : '0')) },
      404,
      'profile_not_found',
    ],
    [ada, { profileId: 'prof_x' }, 400, 'validation_failed'],
    [ada, { folder: 'x' }, 400, 'validation_failed'],
  ] as const
  const before = await filesOf(t)
  for (const [by, sent, status, code] of refusals) {
    const answer = await upload(t, by, { file: png, fields: sent as Record<string, string> })
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
  }
  assert.deepEqual(await filesOf(t), before)
})

test('each upload is in the audit log', async () => {
  const { id } = await uploaded(t, ada, { file: png })
  await ada.patch(`/v1/media/${id}`, { altText: 'A pier' })
  await ada.delete(`/v1/media/${id}`)
  const { entries } = (await ada.get('/v1/auth/me/audit-log')).body
  const audited = entries.filter((entry: { subject: string }) => entry.subject === id)
  assert.deepEqual(
    audited.map((entry: { action: string }) => entry.action),
    ['media.deleted', 'media.changed', 'media.uploaded'],
  )
  assert.deepEqual(audited[1].changes, { altText: { from: null, to: 'A pier' } })
})
