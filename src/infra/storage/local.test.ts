import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { hours } from '#kernel/clock.ts'
import { createScratch, createStorage, diskFault, StorageAway } from './index.ts'

async function openLocal() {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-local-'))
  let at = new Date('2027-01-13T12:00:00Z')
  return {
    dataDir,
    storage: createStorage({ dataDir, s3: null }),
    scratch: createScratch({ dataDir, clock: { now: () => at } }),
    advance: (ms: number) => {
      at = new Date(at.getTime() + ms)
    },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}

const newKey = (): string => `media/${randomBytes(16).toString('hex')}`

test('objects are readable only by their owner, in folders of two letters', async () => {
  await using t = await openLocal()
  const key = newKey()
  const path = await t.scratch.newPath()
  await chmod(path, 0o644)
  await t.storage.putFile(key, path, 'image/png')
  const name = key.slice('media/'.length)
  const file = join(t.dataDir, 'media', name.slice(0, 2), name)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal((await stat(dirname(file))).mode & 0o777, 0o700)
  assert.equal((await stat(join(t.dataDir, 'media'))).mode & 0o777, 0o700)
})

test('a failed put leaves the file in place, and no object', async () => {
  await using t = await openLocal()
  const key = newKey()
  const path = await t.scratch.newPath()
  await writeFile(path, 'still here')
  // A file occupies the path of the folder.
  const name = key.slice('media/'.length)
  const obstacle = join(t.dataDir, 'media', name.slice(0, 2))
  await writeFile(obstacle, '')
  await assert.rejects(t.storage.putFile(key, path, 'image/png'), (error) => {
    assert.ok(error instanceof StorageAway)
    assert.match(error.message, /a file is where a folder should be; move it away/)
    return true
  })
  await rm(obstacle)
  assert.equal(await t.storage.sizeOf(key), null)
  assert.equal(await readFile(path, 'utf8'), 'still here')
  await t.storage.putFile(key, path, 'image/png')
  assert.equal(await t.storage.sizeOf(key), 10)
})

test('a probe reports an error if files cannot be stored, and otherwise leaves nothing behind', async () => {
  await using t = await openLocal()
  await t.storage.probe()
  assert.deepEqual(await readdir(join(t.dataDir, 'media')), [])
  await rm(join(t.dataDir, 'media'), { recursive: true })
  await writeFile(join(t.dataDir, 'media'), '')
  await assert.rejects(t.storage.probe(), StorageAway)
})

test('a full disk makes storage unavailable, with the next step; an internal error stays an internal error', () => {
  const full = diskFault(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
  assert.ok(full instanceof StorageAway)
  assert.match(full.message, /the disk is full; free some space/)
  const ours = Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
  assert.equal(diskFault(ours), ours)
})

test('local storage offers no presigned URL', async () => {
  await using t = await openLocal()
  assert.equal(await t.storage.presignPut(newKey(), 'image/png', 1_000), null)
})

test('scratch files are new, empty and private, and become an object by a rename', async () => {
  await using t = await openLocal()
  const paths = await Promise.all(Array.from({ length: 50 }, () => t.scratch.newPath()))
  assert.equal(new Set(paths).size, 50)
  const [path = ''] = paths
  const before = await stat(path)
  assert.equal(before.size, 0)
  assert.equal(before.mode & 0o777, 0o600)
  const key = newKey()
  await t.storage.putFile(key, path, 'image/png')
  const name = key.slice('media/'.length)
  assert.equal((await stat(join(t.dataDir, 'media', name.slice(0, 2), name))).ino, before.ino)
})

test('a sweep removes scratch files older than 24 hours with their companion files, and nothing else', async () => {
  await using t = await openLocal()
  const old = await t.scratch.newPath()
  await writeFile(`${old}.edited`, 'created next to it')
  const object = newKey()
  await t.storage.putFile(object, await t.scratch.newPath(), 'image/png')
  t.advance(hours(1))
  const young = await t.scratch.newPath()
  await writeFile(young, 'written to')
  t.advance(hours(23))
  assert.equal(await t.scratch.sweep(), 0)
  t.advance(1)
  assert.equal(await t.scratch.sweep(), 2)
  assert.equal(await t.scratch.sweep(), 0)
  assert.equal(await readFile(young, 'utf8'), 'written to')
  assert.equal(await t.storage.sizeOf(object), 0)
  t.advance(hours(1))
  assert.equal(await t.scratch.sweep(), 1)
  await assert.rejects(stat(young), { code: 'ENOENT' })
})

test('a sweep before any upload finds nothing', async () => {
  await using t = await openLocal()
  assert.equal(await t.scratch.sweep(), 0)
})
