import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { type Person, startApp, type TestApp } from '../../harness/app.ts'
import { startEdge } from '../../harness/own-edge.ts'

/** Headers of every JSON response: its encoding, its ETag, and the URL of a created object. */
let t: TestApp
let ada: Person
let profileId: string
before(async () => {
  t = await startApp({ sandbox: true })
  ada = await t.as('ada')
  profileId = (await ada.post('/v1/profiles', { name: 'Harbour' })).body.id
  const posts = Array.from({ length: 50 }, (_, n) => ({ profileId, content: `post number ${n}` }))
  assert.equal((await ada.post('/v1/posts/bulk', { posts })).status, 201)
})
after(() => t[Symbol.asyncDispose]())

async function raw(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await request(t.url + path, { method, headers: { authorization: `Bearer ${ada.token}`, ...headers } })
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) }
}

/** Returns the text of a response without its request ID, which differs each time. */
const withoutId = (bytes: Buffer): string => bytes.toString().replace(/"requestId":"\w+"/, '')

const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const

test('JSON over a kilobyte is compressed with an encoding that the client accepts: pages, streams and problems', async () => {
  const many = Array.from({ length: 60 }, (_, n) => `wrong${n}=1`).join('&')
  for (const path of ['/v1/posts', '/v1/posts?limit=50', '/v1/posts/summaries', `/v1/posts?${many}`]) {
    const plain = await raw(path)
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.match(String(plain.headers.vary), /accept-encoding/)
    for (const [accepted, expected] of [
      ['gzip', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const answer = await raw(path, { 'accept-encoding': accepted })
      assert.equal(answer.headers['content-encoding'], expected, path)
      assert.equal(withoutId(decoders[expected](answer.bytes)), withoutId(plain.bytes), path)
      assert.ok(answer.bytes.length < plain.bytes.length / 2, `${path}: ${answer.bytes.length}`)
    }
  }
  const short = await raw('/v1/auth/me', { 'accept-encoding': 'gzip' })
  assert.equal(short.headers['content-encoding'], undefined)
})

test('a compressed list is still streamed', async (c) => {
  const held = Promise.withResolvers<void>()
  async function* pieces() {
    yield `["${'x'.repeat(100)}"`
    await held.promise
    yield ']'
  }
  const { url } = await startEdge(c, (app) => {
    const options = { config: { access: { credential: 'none' } }, schema: { hide: true } } as const
    app.get('/list', options, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(Readable.from(pieces(), { objectMode: false })),
    )
  })
  for (const [encoding, decoder] of [
    ['br', createBrotliDecompress()],
    ['gzip', createGunzip()],
  ] as const) {
    const { body } = await request(`${url}/list`, { headers: { 'accept-encoding': encoding } })
    body.pipe(decoder)
    const [first] = await once(decoder, 'data')
    assert.match(String(first), /^\["x{100}"$/, encoding)
    held.resolve()
    await once(decoder.resume(), 'end')
  }
})

test('304: a GET request whose response the client already has, with any kind of ETag', async () => {
  const post = (await ada.get('/v1/posts?limit=1')).body.posts[0]
  for (const path of [
    `/v1/posts/${post.id}`,
    `/v1/profiles/${profileId}`,
    '/v1/profiles',
    '/v1/posts?limit=10',
    '/v1/auth/me',
  ]) {
    const first = await raw(path)
    const etag = String(first.headers.etag)
    assert.match(etag, /^(W\/)?"[^"]+"$/, path)
    for (const condition of [etag, `"other", ${etag}`, '*', etag.replace(/^(?!W)/, 'W/')]) {
      const again = await raw(path, { 'if-none-match': condition, 'accept-encoding': 'gzip' })
      assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, etag], `${path} ${condition}`)
    }
    assert.equal((await raw(path, { 'if-none-match': '"other"' })).status, 200)
    assert.equal((await raw(path, { 'if-none-match': etag }, 'HEAD')).status, 304)
  }
  const path = `/v1/posts/${post.id}`
  const before = String((await raw(path)).headers.etag)
  await ada.patch(path, { content: 'changed' })
  assert.equal((await raw(path, { 'if-none-match': before })).status, 200)
})

test('201: the Location header contains the created object’s URL, even if the response is repeated', async () => {
  const credentials = { identifier: 'alice.sandbox', appPassword: 'sand-boxx-pass-word' }
  const { id } = (await ada.get('/v1/posts?limit=1')).body.posts[0]
  for (const [path, body] of [
    ['/v1/posts', { profileId, content: 'one more', saveAsDraft: true }],
    [`/v1/posts/${id}/duplicate`, {}],
    ['/v1/connections/direct', { profileId, platform: 'bluesky', credentials }],
    ['/v1/platforms/bluesky/connect', { profileId, ...credentials }],
  ] as const) {
    const made = await ada.post(path, body, { headers: { 'idempotency-key': path } })
    assert.equal(made.status, 201, made.text)
    const there = await ada.get(made.headers.location ?? '')
    assert.deepEqual([there.status, there.body.id], [200, made.body.id], path)
  }
  const again = await ada.post(
    '/v1/posts',
    { profileId, content: 'one more', saveAsDraft: true },
    { headers: { 'idempotency-key': '/v1/posts' } },
  )
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.match(again.headers.location ?? '', /^\/v1\/posts\/post_/)
})
