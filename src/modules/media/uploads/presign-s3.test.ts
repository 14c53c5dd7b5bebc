import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { type S3Server, startS3Server } from '#test/servers/s3/server.ts'
import { fetchBytes, uploaded } from '#test/world/media.ts'
import { noise } from '#test/world/pictures.ts'

/** Presigned uploads with bucket storage. The server reads an uploaded file only when it is first used. */
let s3: S3Server
let t: TestApp
let ada: Person
let png: Buffer
before(async () => {
  s3 = await startS3Server()
  t = await startApp({ settings: s3.environment })
  ada = await t.as('ada')
  png = await noise(20, 20).png().toBuffer()
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await s3[Symbol.asyncDispose]()
})

async function promised() {
  const { status, body, text } = await ada.post('/v1/media/presign-upload', {
    fileName: 'lighthouse.png',
    contentType: 'image/png',
  })
  assert.equal(status, 200, text)
  return body as { uploadUrl: string; storagePath: string }
}
const put = (url: string, body: Uint8Array, type = 'image/png') =>
  fetchBytes(t, url, { method: 'PUT', body, headers: { 'content-type': type } })
const complete = (storagePath: string) => ada.post('/v1/media/complete-upload', { storagePath })

test('200: a file is uploaded directly to the bucket and becomes media after its examination', async () => {
  const { uploadUrl, storagePath } = await promised()
  assert.ok(!uploadUrl.startsWith(t.config.publicUrl))
  assert.equal((await complete(storagePath)).body.code, 'media_not_uploaded')
  assert.equal((await put(uploadUrl, png)).status, 200)
  const incoming = s3.keys()
  assert.deepEqual(
    incoming.map((key) => key.split('/')[0]),
    ['incoming'],
  )
  const { status, body, text } = await complete(storagePath)
  assert.equal(status, 200, text)
  assert.equal(body.storagePath, storagePath)
  assert.deepEqual((await fetchBytes(t, body.url)).bytes, png)
  assert.deepEqual(
    s3.keys().map((key) => key.split('/')[0]),
    ['media'],
  )
  assert.deepEqual((await complete(storagePath)).body, body)
})

test('two concurrent completions create one media entry, with the same response', async () => {
  const { uploadUrl, storagePath } = await promised()
  const file = await noise(33, 33).png().toBuffer()
  await put(uploadUrl, file)
  const before = (await ada.get('/v1/media')).body.media.length
  const answers = await Promise.all([1, 2, 3].map(() => complete(storagePath)))
  for (const { status, text } of answers) assert.equal(status, 200, text)
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.equal((await ada.get('/v1/media')).body.media.length, before + 1)
  await t.settle()
  assert.deepEqual((await fetchBytes(t, answers[0]?.body.url)).bytes, file)
  assert.equal(s3.keys().filter((key) => key.startsWith('incoming/')).length, 0)
})

test('400: a file that differs from the announcement is detected at completion and never becomes media', async () => {
  const { uploadUrl, storagePath } = await promised()
  await put(uploadUrl, Buffer.from('<!doctype html><script>alert(1)</script>'))
  const { status, body } = await complete(storagePath)
  assert.deepEqual([status, body.code], [400, 'media_type_not_allowed'])
  await put(uploadUrl, await noise(20, 20).jpeg().toBuffer())
  assert.equal((await complete(storagePath)).body.code, 'media_type_mismatch')
  await put(uploadUrl, png)
  assert.equal((await complete(storagePath)).status, 200)
})

test('403 from the bucket: an upload URL accepts only the upload that it was signed for', async () => {
  const { uploadUrl } = await promised()
  assert.equal((await put(uploadUrl, png, 'text/html')).status, 403)
  assert.equal((await put(uploadUrl.replace(/X-Amz-Signature=./, 'X-Amz-Signature=x'), png)).status, 403)
})

test('404: our own upload route does not work with a bucket', async () => {
  const { status } = await fetchBytes(t, `${t.config.publicUrl}/v1/media/incoming/x`, { method: 'PUT', body: png })
  assert.equal(status, 404)
})

test('503 storage_unavailable: while the bucket is down; the same request works later', async () => {
  const { uploadUrl, storagePath } = await promised()
  const file = await noise(34, 34).png().toBuffer()
  await put(uploadUrl, file)
  s3.fail({ kind: 'internal', times: 50 })
  const away = await complete(storagePath)
  assert.deepEqual([away.status, away.body.code], [503, 'storage_unavailable'])
  assert.ok(Number(away.headers['retry-after']) > 0)
  s3.heal()
  assert.equal((await complete(storagePath)).status, 200)
})

test('a second file sent to a used upload URL is removed a day later, and so is an upload that was never completed', async () => {
  const [used, unused] = [await promised(), await promised()]
  const file = await noise(35, 35).png().toBuffer()
  await put(used.uploadUrl, file)
  const { body } = await complete(used.storagePath)
  await put(used.uploadUrl, Buffer.from('something else'))
  await put(unused.uploadUrl, png)
  assert.equal(s3.keys().filter((key) => key.startsWith('incoming/')).length >= 2, true)
  assert.deepEqual((await fetchBytes(t, body.url)).bytes, file)
  await t.advance(hours(25))
  assert.equal(s3.keys().filter((key) => key.startsWith('incoming/')).length, 0)
})

test('a file uploaded in a form is stored in the bucket with its type, and is removed when deleted', async () => {
  const before = s3.keys().length
  const signedIn = await t.anyone.post('/v1/auth/sign-in', { email: ada.email, password: ada.password })
  const again = { token: signedIn.body.token as string }
  const file = await noise(36, 36).png().toBuffer()
  const body = await uploaded(t, again, { file })
  assert.equal(s3.keys().length, before + 1)
  const part = await fetchBytes(t, body.url, { headers: { range: 'bytes=1-3' } })
  assert.deepEqual([part.status, part.bytes.toString(), part.headers['content-type']], [206, 'PNG', 'image/png'])
  assert.equal((await t.withToken(again.token).delete(`/v1/media/${body.id}`)).status, 200)
  await t.settle()
  assert.equal(s3.keys().length, before)
})
