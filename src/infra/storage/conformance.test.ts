import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { startS3Server } from '#test/servers/s3/server.ts'
import { createStorage, type Storage, StorageMissing } from './index.ts'

/** The guarantees of storage, checked by the same tests against each kind. */
const kinds = ['local', 's3'] as const

async function openStorage(kind: (typeof kinds)[number]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-storage-'))
  const server = kind === 's3' ? await startS3Server() : null
  const storage = createStorage({ dataDir, s3: server?.settings ?? null })
  let files = 0
  return {
    storage,
    dataDir,
    /** Writes a file to be stored, on the same file system. */
    async fileWith(bytes: Uint8Array | string): Promise<string> {
      files += 1
      const path = join(dataDir, `file-${files}`)
      await writeFile(path, bytes)
      return path
    },
    async [Symbol.asyncDispose]() {
      await storage.close()
      await server?.[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}

const newKey = (area = 'media'): string => `${area}/${randomBytes(16).toString('hex')}`
const textOf = async (storage: Storage, key: string, range?: { start: number; end: number }): Promise<string> =>
  (await buffer(await storage.read(key, range))).toString()

for (const kind of kinds) {
  test(`${kind}: an object is read in full and with its size`, async () => {
    await using t = await openStorage(kind)
    for (const key of [newKey(), newKey('incoming'), `${newKey()}-poster`]) {
      await t.storage.putFile(key, await t.fileWith(`bytes of ${key}`), 'image/png')
      assert.equal(await textOf(t.storage, key), `bytes of ${key}`)
      assert.equal(await t.storage.sizeOf(key), `bytes of ${key}`.length)
    }
  })

  test(`${kind}: a range is read exactly, up to the end of the object`, async () => {
    await using t = await openStorage(kind)
    const key = newKey()
    await t.storage.putFile(key, await t.fileWith('0123456789'), 'image/png')
    for (const [start, end, expected] of [
      [0, 1, '0'],
      [0, 10, '0123456789'],
      [3, 7, '3456'],
      [9, 10, '9'],
      [8, 99, '89'],
      [4, 4, ''],
      [10, 12, ''],
      [500, 501, ''],
    ] as const)
      assert.equal(await textOf(t.storage, key, { start, end }), expected, `${start} to ${end}`)
    for (const [start, end] of [
      [3, 2],
      [-1, 2],
      [0.5, 2],
      [0, Number.NaN],
    ] as const)
      await assert.rejects(t.storage.read(key, { start, end }), /is not a range of bytes/)
  })

  test(`${kind}: an empty file is also an object`, async () => {
    await using t = await openStorage(kind)
    const key = newKey()
    await t.storage.putFile(key, await t.fileWith(''), 'image/png')
    assert.equal(await t.storage.sizeOf(key), 0)
    assert.equal(await textOf(t.storage, key), '')
    assert.equal(await textOf(t.storage, key, { start: 0, end: 5 }), '')
  })

  test(`${kind}: an absent object cannot be read in full or in part, and has no size`, async () => {
    await using t = await openStorage(kind)
    const key = newKey()
    for (const range of [undefined, { start: 0, end: 5 }, { start: 2, end: 2 }])
      await assert.rejects(t.storage.read(key, range), StorageMissing)
    assert.equal(await t.storage.sizeOf(key), null)
  })

  test(`${kind}: a removed object is missing, and may be removed again`, async () => {
    await using t = await openStorage(kind)
    const [gone, other] = [newKey(), newKey()]
    for (const key of [gone, other]) await t.storage.putFile(key, await t.fileWith('x'), 'image/png')
    await t.storage.remove(gone)
    await t.storage.remove(gone)
    await assert.rejects(t.storage.read(gone), StorageMissing)
    assert.equal(await t.storage.sizeOf(other), 1)
  })

  test(`${kind}: a second put replaces the object, and running reads continue`, async () => {
    await using t = await openStorage(kind)
    const key = newKey()
    await t.storage.putFile(key, await t.fileWith('the first, which is longer'), 'image/png')
    const earlier = await t.storage.read(key)
    await t.storage.putFile(key, await t.fileWith('the second'), 'image/webp')
    assert.equal(await textOf(t.storage, key), 'the second')
    assert.equal((await buffer(earlier)).toString(), 'the first, which is longer')
  })

  test(`${kind}: 20 MB are read back unchanged`, async () => {
    await using t = await openStorage(kind)
    const key = newKey()
    const bytes = randomBytes(20_000_000)
    const hash = (of: Buffer) => createHash('sha256').update(of).digest('hex')
    await t.storage.putFile(key, await t.fileWith(bytes), 'video/mp4')
    assert.equal(await t.storage.sizeOf(key), bytes.length)
    assert.equal(hash(await buffer(await t.storage.read(key))), hash(bytes))
    // A range across the boundary of two parts.
    const range = { start: 8_388_600, end: 8_388_620 }
    assert.deepEqual(await buffer(await t.storage.read(key, range)), bytes.subarray(range.start, range.end))
  })

  test(`${kind}: sizes at part boundaries are read back in full`, async () => {
    await using t = await openStorage(kind)
    const part = 8 * 1024 * 1024
    for (const size of [part - 1, part, part + 1, 2 * part]) {
      const key = newKey()
      const path = await t.fileWith('')
      await truncate(path, size)
      await t.storage.putFile(key, path, 'video/mp4')
      assert.equal(await t.storage.sizeOf(key), size)
    }
  })

  test(`${kind}: a missing file creates no object, and is an internal error, not the storage's`, async () => {
    await using t = await openStorage(kind)
    const key = newKey()
    await assert.rejects(t.storage.putFile(key, join(t.dataDir, 'absent'), 'image/png'), { code: 'ENOENT' })
    assert.equal(await t.storage.sizeOf(key), null)
  })

  test(`${kind}: local storage moves the file, and S3 keeps it`, async () => {
    await using t = await openStorage(kind)
    const path = await t.fileWith('x')
    await t.storage.putFile(newKey(), path, 'image/png')
    assert.equal(existsSync(path), kind === 's3')
  })

  test(`${kind}: a malformed key is refused by every call`, async () => {
    await using t = await openStorage(kind)
    const path = await t.fileWith('x')
    const good = newKey()
    for (const key of [
      '',
      'media/',
      'media/short',
      `other/${'a'.repeat(32)}`,
      `media/../${'a'.repeat(32)}`,
      `media/${'a'.repeat(41)}`,
      `media/${'A'.repeat(32)}`,
      `${good}\n`,
      `${good}/x`,
      `${good}-poster-poster`,
      `/${good}`,
      `${good}\0`,
    ]) {
      const shape = /is not a storage key/
      await assert.rejects(t.storage.putFile(key, path, 'image/png'), shape, key)
      await assert.rejects(t.storage.read(key), shape, key)
      await assert.rejects(t.storage.sizeOf(key), shape, key)
      await assert.rejects(t.storage.remove(key), shape, key)
      await assert.rejects(t.storage.presignPut(key, 'image/png', 1_000), shape, key)
    }
    assert.equal((await stat(path)).size, 1)
  })

  test(`${kind}: a reader that stops early leaves nothing open`, async () => {
    await using t = await openStorage(kind)
    const key = newKey()
    await t.storage.putFile(key, await t.fileWith(randomBytes(2_000_000)), 'video/mp4')
    // More reads than a leak of connections or files would allow.
    for (let time = 0; time < 300; time++) {
      const body = await t.storage.read(key)
      body.destroy()
    }
    assert.equal((await buffer(await t.storage.read(key))).length, 2_000_000)
  })

  test(`${kind}: it responds to a probe`, async () => {
    await using t = await openStorage(kind)
    await t.storage.probe()
  })
}
