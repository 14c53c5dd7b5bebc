import assert from 'node:assert/strict'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { s3AccessKey, startS3Server } from '#test/servers/s3/server.ts'
import { newKey, openS3 } from '#test/servers/s3/storage.ts'
import { createS3Storage } from './s3.ts'

/** Uploads as a client that knows only the URL and the type. */
const putAt = (url: string, type: string, method = 'PUT'): Promise<number> =>
  fetch(url, { method, ...(method === 'PUT' ? { body: 'a picture' } : {}), headers: { 'content-type': type } }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
  )

test('200: a plain client may upload to a presigned URL with the agreed type, and nothing else', async (t) => {
  const { server, storage } = await openS3(t)
  const key = newKey('incoming')
  const url = (await storage.presignPut(key, 'image/png', 900_000)) ?? assert.fail('the URL is missing')
  assert.equal(await putAt(url, 'image/png'), 200)
  assert.equal((await buffer(await storage.read(key))).toString(), 'a picture')
  assert.equal(server.headersOf(key)?.['content-type'], 'image/png')

  const other = newKey('incoming')
  assert.equal(await putAt(url.replace(key, other), 'image/png'), 403)
  assert.equal(await putAt(url, 'image/svg+xml'), 403)
  assert.equal(await putAt(url, 'image/png', 'DELETE'), 403)
  assert.equal(await putAt(url, 'image/png', 'GET'), 403)
  for (const [name, value] of new URL(url).searchParams) {
    const changed = new URL(url)
    changed.searchParams.set(name, `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`)
    const status = await putAt(changed.href, 'image/png')
    assert.ok(status === 403 || status === 400, `${name} changed: ${status}`)
    const without = new URL(url)
    without.searchParams.delete(name)
    assert.ok([400, 403].includes(await putAt(without.href, 'image/png')), `${name} left out`)
  }
  assert.deepEqual(server.keys(), [key])
})

test('403: a presigned URL does not work after it expires', async (t) => {
  let at = new Date()
  await using server = await startS3Server({ now: () => at })
  const storage = createS3Storage(server.settings)
  t.after(() => storage.close())
  const url = (await storage.presignPut(newKey(), 'image/png', 900_000)) ?? assert.fail('the URL is missing')
  at = new Date(Date.now() + 898_000)
  assert.equal(await putAt(url, 'image/png'), 200)
  at = new Date(Date.now() + 902_000)
  assert.equal(await putAt(url, 'image/png'), 403)
})

test('a presigned URL contains no checksum and no secret', async (t) => {
  const { storage } = await openS3(t)
  const url = (await storage.presignPut(newKey(), 'image/png', 900_000)) ?? assert.fail('the URL is missing')
  assert.doesNotMatch(url, /checksum/i)
  assert.ok(!decodeURIComponent(url).includes(s3AccessKey.secretAccessKey))
  assert.equal(new URL(url).searchParams.get('X-Amz-Expires'), '900')
  assert.equal(new URL(url).searchParams.get('X-Amz-SignedHeaders'), 'content-type;host')
})

test('200: without path style the bucket is part of the host, and the store accepts it', async (t) => {
  await using server = await startS3Server()
  const endpoint = `http://store.example:${server.port}`
  const storage = createS3Storage({ ...server.settings, endpoint, forcePathStyle: false })
  t.after(() => storage.close())
  const key = newKey()
  const url = new URL((await storage.presignPut(key, 'image/png', 60_000)) ?? assert.fail('the URL is missing'))
  assert.equal(url.hostname, `${server.settings.bucket}.store.example`)
  const { request } = await import('node:http')
  const call = request({
    host: '127.0.0.1',
    port: server.port,
    method: 'PUT',
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, 'content-type': 'image/png' },
  })
  call.end('x')
  const [answer] = await once(call, 'response')
  answer.resume()
  assert.equal(answer.statusCode, 200)
  assert.deepEqual(server.keys(), [key])
})
