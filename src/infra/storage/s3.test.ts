import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect, promisify } from 'node:util'
import { type FaultOrder, type S3Server, s3AccessKey, startS3Server } from '#test/s3-server.ts'
import { createS3Storage, type S3Limits } from './s3.ts'
import { type Storage, StorageAway } from './storage.ts'

const part = 8 * 1024 * 1024
/** Short, where a store is silent on purpose. */
const impatient: S3Limits = { connectMs: 500, idleMs: 150, tries: 1 }
const newKey = (): string => `media/${randomBytes(16).toString('hex')}`

async function open(t: TestContext, limits?: S3Limits) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-s3-test-'))
  const server = await startS3Server()
  const storage = createS3Storage(server.settings, limits)
  t.after(async () => {
    await storage.close()
    await server[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  return {
    server,
    storage,
    async fileOf(size: number): Promise<string> {
      const path = join(folder, randomBytes(8).toString('hex'))
      await writeFile(path, 'begins')
      await truncate(path, size)
      return path
    },
  }
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!holds()) {
    assert.ok(performance.now() < deadline, `not in time: ${what}`)
    await sleep(5)
  }
}

const countOf = (server: S3Server, operation: string) => server.calls.filter((one) => one === operation).length

const breaks: readonly (FaultOrder & { readonly name: string; readonly size: number })[] = [
  { name: 'the only call is refused', kind: 'unavailable', of: 'PutObject', times: 99, size: 1_000 },
  { name: 'the only call is dropped', kind: 'drop', of: 'PutObject', times: 99, size: 1_000 },
  { name: 'no upload can be begun', kind: 'internal', of: 'CreateMultipartUpload', times: 99, size: 3 * part },
  { name: 'the first part is refused', kind: 'unavailable', of: 'UploadPart', times: 99, size: 7 * part },
  { name: 'a later part is dropped', kind: 'drop', of: 'UploadPart', times: 99, after: 4, size: 7 * part },
  { name: 'a part hangs', kind: 'hang', of: 'UploadPart', times: 99, after: 2, size: 4 * part },
  { name: 'the end is refused', kind: 'internal', of: 'CompleteMultipartUpload', times: 99, size: 2 * part },
]
for (const order of breaks) {
  test(`a put leaves no object and no open upload when ${order.name}`, async (t) => {
    const { server, storage, fileOf } = await open(t, order.kind === 'hang' ? impatient : undefined)
    server.fail(order)
    await assert.rejects(storage.putFile(newKey(), await fileOf(order.size), 'video/mp4'), StorageAway)
    assert.deepEqual(server.keys(), [])
    assert.equal(server.openUploads(), 0)
  })
}

test('a put stops sending at the first part that cannot be sent', async (t) => {
  const { server, storage, fileOf } = await open(t, { connectMs: 5_000, idleMs: 30_000, tries: 1 })
  server.fail({ kind: 'unavailable', of: 'UploadPart', times: 1 })
  await assert.rejects(storage.putFile(newKey(), await fileOf(12 * part), 'video/mp4'), StorageAway)
  assert.ok(countOf(server, 'UploadPart') <= 4, `${countOf(server, 'UploadPart')} parts were sent`)
})

for (const kind of ['unavailable', 'internal', 'drop', 'drop-after'] as const) {
  test(`every call stands a store that fails twice: ${kind}`, async (t) => {
    const { server, storage, fileOf } = await open(t)
    const [small, large] = [newKey(), newKey()]
    server.fail({ kind, of: 'PutObject', times: 2 })
    server.fail({ kind, of: 'UploadPart', times: 2 })
    server.fail({ kind, of: 'CompleteMultipartUpload', times: 2 })
    server.fail({ kind, of: 'GetObject', times: 2 })
    server.fail({ kind, of: 'HeadObject', times: 2 })
    server.fail({ kind, of: 'DeleteObject', times: 2 })
    await storage.putFile(small, await fileOf(1_000), 'image/png')
    await storage.putFile(large, await fileOf(2 * part + 1), 'video/mp4')
    assert.equal(server.openUploads(), 0)
    assert.equal((await buffer(await storage.read(small))).length, 1_000)
    assert.equal(await storage.sizeOf(large), 2 * part + 1)
    await storage.remove(small)
    assert.deepEqual(server.keys(), [large])
  })
}

test('at most three parts are on their way, and no more than they are is held in memory', async (t) => {
  const { server, storage, fileOf } = await open(t, { connectMs: 500, idleMs: 500, tries: 1 })
  const path = await fileOf(12 * part)
  await storage.probe()
  server.fail({ kind: 'hang', of: 'UploadPart', times: 99 })
  const before = process.memoryUsage().arrayBuffers
  const put = assert.rejects(storage.putFile(newKey(), path, 'video/mp4'), StorageAway)
  await until(() => server.partsInFlight() === 3, 'three parts on their way')
  const held = process.memoryUsage().arrayBuffers - before
  await put
  assert.equal(server.partsInFlightMax(), 3)
  assert.ok(held < 4 * part, `${held} bytes are held`)
})

test('an object is kept with its type, and as something to be downloaded and not shown', async (t) => {
  const { server, storage, fileOf } = await open(t)
  for (const size of [10, part + 1]) {
    const key = newKey()
    await storage.putFile(key, await fileOf(size), 'image/webp')
    assert.deepEqual(server.headersOf(key), { 'content-type': 'image/webp', 'content-disposition': 'attachment' })
  }
})

/** A client that knows nothing but the address and the type. */
const putAt = (url: string, type: string, method = 'PUT'): Promise<number> =>
  fetch(url, { method, ...(method === 'PUT' ? { body: 'a picture' } : {}), headers: { 'content-type': type } }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
  )

test('200: a plain client may put at a presigned address with the type that was agreed, and nothing else', async (t) => {
  const { server, storage } = await open(t)
  const key = newKey().replace('media', 'incoming')
  const url = (await storage.presignPut(key, 'image/png', 900_000)) ?? assert.fail('there is no address')
  assert.equal(await putAt(url, 'image/png'), 200)
  assert.equal((await buffer(await storage.read(key))).toString(), 'a picture')
  assert.equal(server.headersOf(key)?.['content-type'], 'image/png')

  const other = newKey().replace('media', 'incoming')
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

test('403: a presigned address does not work after its time', async (t) => {
  let at = new Date()
  await using server = await startS3Server({ now: () => at })
  const storage = createS3Storage(server.settings)
  t.after(() => storage.close())
  const url = (await storage.presignPut(newKey(), 'image/png', 900_000)) ?? assert.fail('there is no address')
  at = new Date(Date.now() + 898_000)
  assert.equal(await putAt(url, 'image/png'), 200)
  at = new Date(Date.now() + 902_000)
  assert.equal(await putAt(url, 'image/png'), 403)
})

test('a presigned address carries no checksum and no secret', async (t) => {
  const { storage } = await open(t)
  const url = (await storage.presignPut(newKey(), 'image/png', 900_000)) ?? assert.fail('there is no address')
  assert.doesNotMatch(url, /checksum/i)
  assert.ok(!decodeURIComponent(url).includes(s3AccessKey.secretAccessKey))
  assert.equal(new URL(url).searchParams.get('X-Amz-Expires'), '900')
  assert.equal(new URL(url).searchParams.get('X-Amz-SignedHeaders'), 'content-type;host')
})

test('200: without the path style the bucket stands before the host, and the store believes it', async (t) => {
  await using server = await startS3Server()
  const endpoint = `http://store.example:${server.port}`
  const storage = createS3Storage({ ...server.settings, endpoint, forcePathStyle: false })
  t.after(() => storage.close())
  const key = newKey()
  const url = new URL((await storage.presignPut(key, 'image/png', 60_000)) ?? assert.fail('there is no address'))
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

/** Every call, when the store is away: each says so, and nowhere in what it throws is the secret. */
async function assertAway(storage: Storage, path: string, why: RegExp): Promise<void> {
  const calls: readonly (() => Promise<unknown>)[] = [
    () => storage.probe(),
    () => storage.putFile(newKey(), path, 'image/png'),
    () => storage.read(newKey()),
    () => storage.sizeOf(newKey()),
    () => storage.remove(newKey()),
  ]
  for (const call of calls) {
    await assert.rejects(call(), (error) => {
      assert.ok(error instanceof StorageAway, inspect(error))
      const shown = inspect(error, { depth: 20, showHidden: true })
      for (const secret of [s3AccessKey.secretAccessKey, 'planted-other']) assert.ok(!shown.includes(secret))
      return true
    })
  }
  await assert.rejects(storage.probe(), why)
}

test('a store that refuses the key is away, and the message tells what to mend and never the secret', async (t) => {
  const { server, fileOf } = await open(t)
  const path = await fileOf(10)
  for (const [credentials, why] of [
    [
      { ...s3AccessKey, secretAccessKey: 'planted-other' },
      /refuses what was asked \(SignatureDoesNotMatch\); S3_ACCESS/,
    ],
    [{ ...s3AccessKey, accessKeyId: 'NOBODY' }, /refuses what was asked \(InvalidAccessKeyId\)/],
  ] as const) {
    const storage = createS3Storage({ ...server.settings, credentials })
    t.after(() => storage.close())
    await assertAway(storage, path, why)
  }
  assert.deepEqual(server.keys(), [])
})

test('a store that cannot be reached, is silent or is something else is away, each with its reason', async (t) => {
  const { server, fileOf } = await open(t)
  const path = await fileOf(10)
  const other = createServer((_request, answer) => answer.writeHead(302, { location: '/' }).end('<p>Welcome'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  t.after(() => other.close())
  const at = (endpoint: string): Storage => {
    const storage = createS3Storage({ ...server.settings, endpoint }, impatient)
    t.after(() => storage.close())
    return storage
  }
  await assertAway(at(`http://127.0.0.1:${port}`), path, /sends elsewhere \(302\)/)
  other.close()
  other.closeAllConnections()
  await assertAway(at(`http://127.0.0.1:${port}`), path, /cannot be reached \(ECONNREFUSED\)/)
  server.fail({ kind: 'hang', times: 99 })
  await assertAway(at(server.settings.endpoint ?? ''), path, /did not answer in time/)
})

test('a store that is asked in another region, or at another time than its own, says which setting is wrong', async (t) => {
  await using server = await startS3Server({ now: () => new Date(Date.now() + 3_600_000) })
  const elsewhere = createS3Storage({ ...server.settings, region: 'us-east-1' }, impatient)
  const late = createS3Storage(server.settings, impatient)
  t.after(() => Promise.all([elsewhere.close(), late.close()]))
  await assert.rejects(elsewhere.probe(), /expects another region than us-east-1; S3_REGION/)
  await assert.rejects(late.probe(), /has another time than this machine/)
})

test('without a key in the settings the credentials of the machine are used, and without those it is told', async (t) => {
  const { server } = await open(t)
  const settings = JSON.stringify({ ...server.settings, credentials: null })
  const program = `
    import { createS3Storage } from ${JSON.stringify(new URL('./s3.ts', import.meta.url).href)}
    const storage = createS3Storage(${settings})
    await storage.probe().then(() => console.log('answered'), (error) => console.log(error.name, error.message))
    await storage.close()`
  const probeWith = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    // Nothing of whoever runs this, and no question to a cloud's own address.
    const env = { HOME: tmpdir(), AWS_EC2_METADATA_DISABLED: 'true', ...environment }
    const run = promisify(execFile)
    return (await run(process.execPath, ['--input-type=module', '-e', program], { env })).stdout
  }
  const { accessKeyId, secretAccessKey } = s3AccessKey
  assert.equal(
    await probeWith({ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }),
    'answered\n',
  )
  assert.match(
    await probeWith({}),
    /^StorageAway .* needs credentials, and this machine has none; set S3_ACCESS_KEY_ID/,
  )
})

test('a bucket that is not there is told by name, and an object in it is not called missing', async (t) => {
  const { server } = await open(t)
  const storage = createS3Storage({ ...server.settings, bucket: 'elsewhere' })
  t.after(() => storage.close())
  await assert.rejects(storage.probe(), /has no bucket "elsewhere"/)
  await assert.rejects(storage.read(newKey()), StorageAway)
})

test('a store whose answer is no S3 does not pass the probe', async (t) => {
  const { server } = await open(t)
  const other = createServer((_request, answer) => answer.end('Welcome to another thing'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const storage = createS3Storage({ ...server.settings, endpoint: `http://127.0.0.1:${port}` }, impatient)
  t.after(async () => {
    await storage.close()
    other.close()
  })
  await assert.rejects(storage.probe(), StorageAway)
  await assert.rejects(storage.read(newKey(), { start: 0, end: 3 }), /ignores ranges/)
})

for (const kind of ['half', 'stall'] as const) {
  test(`a read that ends before its object fails and is not taken for the whole: ${kind}`, async (t) => {
    const { server, storage, fileOf } = await open(t, impatient)
    const key = newKey()
    await storage.putFile(key, await fileOf(1_000_000), 'video/mp4')
    server.fail({ kind, of: 'GetObject', times: 1 })
    await assert.rejects(buffer(await storage.read(key)), StorageAway)
    assert.equal((await buffer(await storage.read(key))).length, 1_000_000)
  })
}

test('a reader that takes its time is not cut off', async (t) => {
  const { server, storage, fileOf } = await open(t)
  const key = newKey()
  await storage.putFile(key, await fileOf(4 * part), 'video/mp4')
  const watchful = createS3Storage(server.settings, impatient)
  t.after(() => watchful.close())
  const body = await watchful.read(key)
  let size = 0
  for await (const chunk of body) {
    // Once, for longer than the store may be silent, with far more to come than the connection holds.
    if (size === 0) await sleep(4 * impatient.idleMs)
    size += chunk.length
  }
  assert.equal(size, 4 * part)
})

test('a storage that nobody has used can be closed', async () => {
  await using server = await startS3Server()
  await createS3Storage(server.settings).close()
  assert.deepEqual(server.calls, [])
})
