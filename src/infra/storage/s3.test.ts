import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect, promisify } from 'node:util'
import { patienceMs } from '#test/harness/patience.ts'
import { s3AccessKey, startS3Server } from '#test/servers/s3/server.ts'
import { impatient, newKey, openS3, partBytes } from '#test/servers/s3/storage.ts'
import { createS3Storage } from './s3.ts'
import { type Storage, StorageAway } from './storage.ts'

/** Checks that every call reports that the store is unavailable, without the secret in its error. */
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

test('a store that rejects the key is unavailable, and the message states the fix and never the secret', async (t) => {
  const { server, fileOf } = await openS3(t)
  const path = await fileOf(10)
  for (const [credentials, why] of [
    [{ ...s3AccessKey, secretAccessKey: 'planted-other' }, /refuses the request \(SignatureDoesNotMatch\); S3_ACCESS/],
    [{ ...s3AccessKey, accessKeyId: 'NOBODY' }, /refuses the request \(InvalidAccessKeyId\)/],
  ] as const) {
    const storage = createS3Storage({ ...server.settings, credentials })
    t.after(() => storage.close())
    await assertAway(storage, path, why)
  }
  assert.deepEqual(server.keys(), [])
})

test('a store that is unreachable, silent or not S3 is unavailable, each with its reason', async (t) => {
  const { server, fileOf } = await openS3(t)
  const path = await fileOf(10)
  const other = createServer((_request, answer) => answer.writeHead(302, { location: '/' }).end('<p>Welcome'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  t.after(() => other.close())
  const at = (endpoint: string): Storage => {
    const storage = createS3Storage({ ...server.settings, endpoint }, impatient())
    t.after(() => storage.close())
    return storage
  }
  await assertAway(at(`http://127.0.0.1:${port}`), path, /redirects elsewhere \(302\)/)
  other.close()
  other.closeAllConnections()
  await assertAway(at(`http://127.0.0.1:${port}`), path, /cannot be reached \(ECONNREFUSED\)/)
  server.fail({ kind: 'hang', times: 99 })
  await assertAway(at(server.settings.endpoint ?? ''), path, /did not respond in time/)
})

test('for a wrong region or clock the message names the wrong setting', async (t) => {
  await using server = await startS3Server({ now: () => new Date(Date.now() + 3_600_000) })
  const elsewhere = createS3Storage({ ...server.settings, region: 'us-east-1' }, impatient())
  const late = createS3Storage(server.settings, impatient())
  t.after(() => Promise.all([elsewhere.close(), late.close()]))
  await assert.rejects(elsewhere.probe(), /expects a different region than us-east-1; S3_REGION/)
  await assert.rejects(late.probe(), /has a different time than this machine/)
})

test('without a key in the settings the machine’s credentials are used, and their absence is reported', async (t) => {
  const { server } = await openS3(t)
  const settings = JSON.stringify({ ...server.settings, credentials: null })
  const program = `
    import { createS3Storage } from ${JSON.stringify(new URL('./s3.ts', import.meta.url).href)}
    const storage = createS3Storage(${settings})
    await storage.probe().then(() => console.log('answered'), (error) => console.log(error.name, error.message))
    await storage.close()`
  const probeWith = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    // Nothing from the environment of the test run, and no request to a cloud's metadata address.
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

test('a missing bucket is reported by name, and its objects are not reported as missing', async (t) => {
  const { server } = await openS3(t)
  const storage = createS3Storage({ ...server.settings, bucket: 'elsewhere' })
  t.after(() => storage.close())
  await assert.rejects(storage.probe(), /has no bucket "elsewhere"/)
  await assert.rejects(storage.read(newKey()), StorageAway)
})

test('a store whose response is not S3 fails the probe', async (t) => {
  const { server } = await openS3(t)
  const other = createServer((_request, answer) => answer.end('Welcome to another thing'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const storage = createS3Storage({ ...server.settings, endpoint: `http://127.0.0.1:${port}` }, impatient())
  t.after(async () => {
    await storage.close()
    other.close()
  })
  await assert.rejects(storage.probe(), StorageAway)
  await assert.rejects(storage.read(newKey(), { start: 0, end: 3 }), /ignores ranges/)
})

for (const kind of ['half', 'stall'] as const) {
  test(`a read that ends before its object fails and does not count as complete: ${kind}`, async (t) => {
    const { server, storage, fileOf } = await openS3(t)
    const key = newKey()
    await storage.putFile(key, await fileOf(1_000_000), 'video/mp4')
    server.fail({ kind, of: 'GetObject', times: 1 })
    // Ends early only if the store falls silent: a slow machine is also silent at times.
    const reader = kind === 'half' ? storage : createS3Storage(server.settings, impatient())
    t.after(() => reader.close())
    await assert.rejects(async () => buffer(await reader.read(key)), StorageAway)
    assert.equal((await buffer(await storage.read(key))).length, 1_000_000)
  })
}

test('a slow reader is not disconnected', async (t) => {
  const { server, storage, fileOf } = await openS3(t)
  const key = newKey()
  await storage.putFile(key, await fileOf(4 * partBytes), 'video/mp4')
  // Long enough that a busy machine does not look like a silent store, short enough to wait for.
  const idleMs = patienceMs(500)
  const watchful = createS3Storage(server.settings, { ...impatient(), idleMs })
  t.after(() => watchful.close())
  const body = await watchful.read(key)
  let size = 0
  for await (const chunk of body) {
    // A pause longer than the idle limit, with far more data to come than the connection buffers.
    if (size === 0) await sleep(2 * idleMs)
    size += chunk.length
  }
  assert.equal(size, 4 * partBytes)
})

test('an unused storage can be closed', async () => {
  await using server = await startS3Server()
  await createS3Storage(server.settings).close()
  assert.deepEqual(server.calls, [])
})
