import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { patienceMs } from '#test/harness/patience.ts'
import type { FaultOrder, S3Server } from '#test/servers/s3/server.ts'
import { impatient, newKey, openS3, partBytes } from '#test/servers/s3/storage.ts'
import { StorageAway } from './storage.ts'

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + patienceMs()
  while (!holds()) {
    assert.ok(performance.now() < deadline, `not in time: ${what}`)
    await sleep(5)
  }
}

const countOf = (server: S3Server, operation: string) => server.calls.filter((one) => one === operation).length

const breaks: readonly (FaultOrder & { readonly name: string; readonly size: number })[] = [
  { name: 'the only call is refused', kind: 'unavailable', of: 'PutObject', times: 99, size: 1_000 },
  { name: 'the only call is dropped', kind: 'drop', of: 'PutObject', times: 99, size: 1_000 },
  { name: 'no upload can be started', kind: 'internal', of: 'CreateMultipartUpload', times: 99, size: 3 * partBytes },
  { name: 'the first part is refused', kind: 'unavailable', of: 'UploadPart', times: 99, size: 7 * partBytes },
  { name: 'a later part is dropped', kind: 'drop', of: 'UploadPart', times: 99, after: 4, size: 7 * partBytes },
  { name: 'a part hangs', kind: 'hang', of: 'UploadPart', times: 99, after: 2, size: 4 * partBytes },
  {
    name: 'the completion is refused',
    kind: 'internal',
    of: 'CompleteMultipartUpload',
    times: 99,
    size: 2 * partBytes,
  },
]
for (const order of breaks) {
  test(`a put leaves no object and no open upload when ${order.name}`, async (t) => {
    const { server, storage, fileOf } = await openS3(t, order.kind === 'hang' ? impatient() : undefined)
    server.fail(order)
    await assert.rejects(storage.putFile(newKey(), await fileOf(order.size), 'video/mp4'), StorageAway)
    assert.deepEqual(server.keys(), [])
    assert.equal(server.openUploads(), 0)
  })
}

test('a put stops at the first part that cannot be sent', async (t) => {
  const { server, storage, fileOf } = await openS3(t, { connectMs: 5_000, idleMs: 30_000, tries: 1 })
  server.fail({ kind: 'unavailable', of: 'UploadPart', times: 1 })
  await assert.rejects(storage.putFile(newKey(), await fileOf(12 * partBytes), 'video/mp4'), StorageAway)
  assert.ok(countOf(server, 'UploadPart') <= 4, `${countOf(server, 'UploadPart')} parts were sent`)
})

for (const kind of ['unavailable', 'internal', 'drop', 'drop-after'] as const) {
  test(`every call survives a store that fails twice: ${kind}`, async (t) => {
    const { server, storage, fileOf } = await openS3(t)
    const [small, large] = [newKey(), newKey()]
    server.fail({ kind, of: 'PutObject', times: 2 })
    server.fail({ kind, of: 'UploadPart', times: 2 })
    server.fail({ kind, of: 'CompleteMultipartUpload', times: 2 })
    server.fail({ kind, of: 'GetObject', times: 2 })
    server.fail({ kind, of: 'HeadObject', times: 2 })
    server.fail({ kind, of: 'DeleteObject', times: 2 })
    await storage.putFile(small, await fileOf(1_000), 'image/png')
    await storage.putFile(large, await fileOf(2 * partBytes + 1), 'video/mp4')
    assert.equal(server.openUploads(), 0)
    assert.equal((await buffer(await storage.read(small))).length, 1_000)
    assert.equal(await storage.sizeOf(large), 2 * partBytes + 1)
    await storage.remove(small)
    assert.deepEqual(server.keys(), [large])
  })
}

test('at most three parts are in flight, and only these are held in memory', async (t) => {
  const { server, storage, fileOf } = await openS3(t, impatient())
  const path = await fileOf(12 * partBytes)
  await storage.probe()
  server.fail({ kind: 'hang', of: 'UploadPart', times: 99 })
  const before = process.memoryUsage().arrayBuffers
  const put = assert.rejects(storage.putFile(newKey(), path, 'video/mp4'), StorageAway)
  await until(() => server.partsInFlight() === 3, 'three parts in flight')
  const held = process.memoryUsage().arrayBuffers - before
  await put
  assert.equal(server.partsInFlightMax(), 3)
  assert.ok(held < 4 * partBytes, `${held} bytes are held`)
})

test('an object is stored with its type, and as a download that is not displayed', async (t) => {
  const { server, storage, fileOf } = await openS3(t)
  for (const size of [10, partBytes + 1]) {
    const key = newKey()
    await storage.putFile(key, await fileOf(size), 'image/webp')
    assert.deepEqual(server.headersOf(key), { 'content-type': 'image/webp', 'content-disposition': 'attachment' })
  }
})
