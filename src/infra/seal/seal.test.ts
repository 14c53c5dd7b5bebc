import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { createSeal, readOrMakeSecretKey, SealBroken } from './seal.ts'

const run = promisify(execFile)
const key = randomBytes(32)
const seal = createSeal({ key, previousKeys: [] })
const refused = (work: () => unknown) => assert.throws(work, (error) => error instanceof SealBroken)

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'posthorn-seal-'))
  t.after(() => rm(path, { recursive: true, force: true }))
  return path
}

test('a sealed value is decrypted for its row to the same bytes', () => {
  for (const plain of ['', 'a token', 'ünïcode 🎺', randomBytes(100_000)]) {
    assert.deepEqual(seal.open(seal.seal(plain, 'grant|1|token'), 'grant|1|token'), Buffer.from(plain))
  }
})

test('equal values are sealed to different records, and none contains its plain text', () => {
  const one = seal.seal('the same secret', 'row')
  assert.notDeepEqual(one, seal.seal('the same secret', 'row'))
  assert.equal(one.includes('the same secret'), false)
})

test('a record moved to another row cannot be decrypted', () => {
  refused(() => seal.open(seal.seal('x', 'grant|1|token'), 'grant|2|token'))
  refused(() => seal.open(seal.seal('x', 'grant|1|token'), ''))
})

test('a record with any changed bit cannot be decrypted', () => {
  const record = seal.seal('secret', 'row')
  for (let bit = 0; bit < record.length * 8; bit++) {
    const changed = Buffer.from(record)
    changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7))
    refused(() => seal.open(changed, 'row'))
  }
})

test('a shortened or lengthened record cannot be decrypted', () => {
  const record = seal.seal('secret', 'row')
  for (let length = 0; length < record.length; length++) refused(() => seal.open(record.subarray(0, length), 'row'))
  refused(() => seal.open(Buffer.concat([record, Buffer.of(0)]), 'row'))
})

test('a record sealed with another key cannot be decrypted', () => {
  refused(() => createSeal({ key: randomBytes(32), previousKeys: [] }).open(seal.seal('x', 'row'), 'row'))
})

test('every refusal has the same message', () => {
  const messages = new Set<string>()
  const record = seal.seal('secret', 'row')
  const bad: [Buffer, string][] = [
    [record, 'other'],
    [record.subarray(0, 3), 'row'],
    [Buffer.of(2, ...record.subarray(1)), 'row'],
    [createSeal({ key: randomBytes(32), previousKeys: [] }).seal('x', 'row'), 'row'],
  ]
  for (const [sealed, boundTo] of bad) {
    assert.throws(
      () => seal.open(sealed, boundTo),
      (error: Error) => messages.add(`${error.message} ${error.cause}`) !== undefined,
    )
  }
  assert.equal(messages.size, 1)
})

test('after a key change, old records can be decrypted, are marked as old, and are current once sealed again', () => {
  const old = seal.seal('secret', 'row')
  const rotated = createSeal({ key: randomBytes(32), previousKeys: [randomBytes(32), key] })
  assert.equal(rotated.open(old, 'row').toString(), 'secret')
  assert.equal(rotated.isCurrent(old), false)
  const renewed = rotated.seal(rotated.open(old, 'row'), 'row')
  assert.equal(rotated.isCurrent(renewed), true)
  assert.equal(rotated.isCurrent(Buffer.alloc(0)), false)
  refused(() => seal.open(renewed, 'row'))
})

test('each purpose has a separate key, which differs from the secret key and is the same at every start', () => {
  const again = createSeal({ key, previousKeys: [] })
  assert.deepEqual(seal.keyFor('cursor'), again.keyFor('cursor'))
  const keys = ['cursor', 'media', 'seal', ''].map((purpose) => seal.keyFor(purpose).toString('hex'))
  assert.equal(new Set([...keys, key.toString('hex')]).size, 5)
  assert.notDeepEqual(seal.hmac('cursor', 'x'), seal.hmac('media', 'x'))
  seal.keyFor('cursor').fill(0)
  assert.deepEqual(seal.keyFor('cursor'), again.keyFor('cursor'))
})

test('a signature verifies after a key change, but not for another purpose, data or key', () => {
  const mac = seal.hmac('media', 'path')
  const rotated = createSeal({ key: randomBytes(32), previousKeys: [key] })
  assert.equal(rotated.hmacMatches('media', 'path', mac), true)
  assert.equal(rotated.hmacMatches('media', 'path', rotated.hmac('media', 'path')), true)
  assert.equal(rotated.hmacMatches('other', 'path', mac), false)
  assert.equal(rotated.hmacMatches('media', 'path2', mac), false)
  assert.equal(rotated.hmacMatches('media', 'path', mac.subarray(1)), false)
  assert.equal(createSeal({ key: randomBytes(32), previousKeys: [] }).hmacMatches('media', 'path', mac), false)
})

test('a key that is not 32 bytes is rejected with the correct form', () => {
  assert.throws(() => createSeal({ key: randomBytes(16), previousKeys: [] }), /16 bytes; it must have 32/)
  assert.throws(() => createSeal({ key, previousKeys: [Buffer.alloc(0)] }), /0 bytes/)
})

test('the first start creates a key that only its owner can read, and later starts read it', async (t) => {
  const dataDir = join(await folder(t), 'made', 'on demand')
  const made = await readOrMakeSecretKey(dataDir)
  assert.equal(made.length, 32)
  assert.deepEqual(await readOrMakeSecretKey(dataDir), made)
  assert.equal((await readFile(join(dataDir, 'secret.key'), 'utf8')).trim(), made.toString('hex'))
  assert.equal((await stat(join(dataDir, 'secret.key'))).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(dataDir), ['secret.key'])
})

test('processes that start simultaneously get the same key', async (t) => {
  const dataDir = await folder(t)
  const program = `import { readOrMakeSecretKey } from ${JSON.stringify(new URL('./seal.ts', import.meta.url).href)}
    const [, dataDir] = process.argv
    const keys = await Promise.all(Array.from({ length: 20 }, () => readOrMakeSecretKey(dataDir)))
    for (const key of keys) console.log(key.toString('hex'))`
  const runs = await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '--eval', program, dataDir])),
  )
  const keys = runs.flatMap(({ stdout }) => stdout.trim().split('\n'))
  assert.equal(keys.length, 60)
  assert.equal(new Set(keys).size, 1)
  assert.deepEqual(await readdir(dataDir), ['secret.key'])
})

test('a damaged key file prevents the start and is unchanged', async (t) => {
  const dataDir = await folder(t)
  await writeFile(join(dataDir, 'secret.key'), 'abc')
  await assert.rejects(readOrMakeSecretKey(dataDir), /damaged: it must hold 64 hexadecimal characters/)
  assert.equal(await readFile(join(dataDir, 'secret.key'), 'utf8'), 'abc')
})
