import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { fetchBytes, uploaded } from '#test/world/media.ts'
import { noise } from '#test/world/pictures.ts'
import { makeLinkToken, readLinkToken } from './links.ts'

let t: TestApp
let file: Buffer
let url: string
let id: string
before(async () => {
  t = await startApp()
  file = await noise(20, 20).png().toBuffer()
  const body = await uploaded(t, await t.as('ada'), { file, fileName: 'lighthouse ☀.png' })
  url = body.url
  id = body.id
})
after(() => t[Symbol.asyncDispose]())

const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  fetchBytes(t, url, { headers, method })

test('200: the whole file is served with its own type and cannot be mistaken for a page', async () => {
  const { status, headers, bytes } = await get()
  assert.equal(status, 200)
  assert.deepEqual(bytes, file)
  assert.equal(headers['content-type'], 'image/png')
  assert.equal(headers['content-length'], String(file.length))
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers['content-security-policy'] ?? '', /sandbox/)
  assert.match(headers['cache-control'] ?? '', /^private, /)
  assert.match(headers['content-disposition'] ?? '', /filename\*=UTF-8''lighthouse%20%E2%98%80\.png$/)
})

test('HEAD, ranges and conditional requests work', async () => {
  const head = await get({}, 'HEAD')
  assert.deepEqual([head.status, head.headers['content-length'], head.bytes.length], [200, String(file.length), 0])
  const part = await get({ range: 'bytes=10-19' })
  assert.deepEqual([part.status, part.headers['content-range']], [206, `bytes 10-19/${file.length}`])
  assert.deepEqual(part.bytes, file.subarray(10, 20))
  assert.deepEqual((await get({ range: 'bytes=-5' })).bytes, file.subarray(-5))
  assert.equal((await get({ range: `bytes=${file.length}-` })).status, 416)
  const etag = head.headers.etag ?? ''
  assert.match(etag, /^"[0-9a-f]{32}"$/)
  assert.equal((await get({ 'if-none-match': etag })).status, 304)
  assert.equal((await get({ 'if-modified-since': head.headers['last-modified'] ?? '' })).status, 304)
})

test('a network that accepts only images can fetch the file', async () => {
  assert.equal((await get({ accept: 'image/png' })).status, 200)
})

test('404: a forged, shortened, lengthened or foreign URL is rejected', async () => {
  const start = url.lastIndexOf('/') + 1
  const token = url.slice(start)
  const bytes = Buffer.from(token, 'base64url')
  const changed = (at: number) => {
    const other = Buffer.from(bytes)
    other[at] = (other[at] ?? 0) ^ 1
    return other.toString('base64url')
  }
  const place = (
    await (await t.as('ada')).post('/v1/media/presign-upload', { fileName: 'a.png', contentType: 'image/png' })
  ).body.uploadUrl
  const forged = [
    ...Array.from(bytes, (_, at) => changed(at)),
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    `${token}!`,
    'x',
    '..%2f..%2fsecret.key',
    place.slice(place.lastIndexOf('/') + 1),
    // Signed by us and for this very file, but for writing.
    makeLinkToken(t.deps.seal, { ...(readLinkToken(t.deps.seal, token) ?? assert.fail()), purpose: 'upload' }),
  ]
  for (const each of forged) {
    const { status, bytes: answer } = await fetchBytes(t, url.slice(0, start) + each)
    assert.equal(status, 404, each)
    assert.equal(JSON.parse(answer.toString()).code, 'media_link_invalid', each)
  }
})

test('a URL is the same for an hour and expires within 24 hours, and a new one works', async () => {
  const ada = await t.as('ada')
  const urlNow = async () => (await ada.get(`/v1/media/${id}`)).body.url
  assert.equal(await urlNow(), url)
  await t.advance(hours(22))
  assert.equal((await get()).status, 200)
  await t.advance(hours(2) - minutes(1))
  await t.advance(minutes(1))
  assert.equal((await get()).status, 404)
  const signedIn = await t.anyone.post('/v1/auth/sign-in', { email: ada.email, password: ada.password })
  const again = (await t.withToken(signedIn.body.token).get(`/v1/media/${id}`)).body.url
  assert.notEqual(again, url)
  url = again
  assert.equal((await get()).status, 200)
})

test('404: the URL of a deleted file stops working immediately', async () => {
  const ada = await t.as('ada')
  const { body } = await t.anyone.post('/v1/auth/sign-in', { email: ada.email, password: ada.password })
  assert.equal((await t.withToken(body.token).delete(`/v1/media/${id}`)).status, 200)
  assert.equal((await get()).status, 404)
  assert.equal((await get({}, 'HEAD')).status, 404)
})
