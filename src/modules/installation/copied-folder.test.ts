import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openTestDatabase } from '#test/harness/database.ts'
import { createHighWater, findHold, type InstallationDeps, recordSeen, registerStart, releaseHold } from './index.ts'

const held = 'database_restored'

/**
 * Opens a data folder that contains its database and has run. Tests copy the folder and keep the database, as a copy of
 * both would.
 */
async function open(t: TestContext, isEmbedded = true, beatCount = 2) {
  const database = await openTestDatabase()
  const room = await mkdtemp(join(tmpdir(), 'posthorn-copies-'))
  t.after(async () => {
    await database[Symbol.asyncDispose]()
    await rm(room, { recursive: true, force: true })
  })
  let at = new Date('2027-03-01T12:00:00.000Z')
  const machine = (name: string): InstallationDeps => ({
    db: database.db,
    clock: { now: () => at },
    highWater: createHighWater(join(room, name)),
    isEmbedded,
    publicUrl: null,
    voucherWithinMs: 0,
  })
  const beats = async (name: string) => {
    at = new Date(at.getTime() + 5_000)
    assert.equal(await recordSeen(machine(name)), null)
  }
  assert.equal(await registerStart(machine('data')), null)
  for (let nth = 0; nth < beatCount; nth++) await beats('data')
  return {
    path: (...names: string[]) => join(room, ...names),
    mark: (name = 'data') => join(room, name, 'high-water.json'),
    start: (name: string) => registerStart(machine(name)),
    beats,
    resume: (name: string) => releaseHold(machine(name)),
    isHeld: () => findHold(database.db),
  }
}

test('a copy of the data folder starts on hold, and runs independently after `posthorn resume`', async (t) => {
  const { path, start, beats, resume } = await open(t)
  execFileSync('cp', ['-a', path('data'), path('copy')])
  assert.equal(await start('copy'), held)
  assert.equal(await start('copy'), held, 'at each start')
  await resume('copy')
  assert.equal(await start('copy'), null)
  await beats('copy')
  assert.equal(await start('copy'), null)
})

test('a copy without the mark starts on hold, even if the original ran for less than a heartbeat', async (t) => {
  const { path, start } = await open(t, true, 0)
  execFileSync('cp', ['-a', path('data'), path('copy')])
  await rm(path('copy', 'high-water.json'))
  assert.equal(await start('copy'), held)
})

test('a copy without the mark starts on hold', async (t) => {
  const { path, mark, start } = await open(t)
  execFileSync('cp', ['-a', path('data'), path('copy')])
  await rm(mark('copy'))
  assert.equal(await start('copy'), held)
})

for (const [how, putBack] of [
  ['by a copy of the folder', (from: string, to: string) => `rm -r '${to}' && cp -a '${from}' '${to}'`],
  ['file by file, into the same folder', (from: string, to: string) => `cp -a '${from}/.' '${to}'`],
  ['by an archive', (from: string, to: string) => `tar -C '${from}' -c . | tar -C '${to}' -x`],
] as const)
  test(`a folder that was restored ${how} starts on hold`, async (t) => {
    const { path, start, beats } = await open(t)
    execFileSync('cp', ['-a', path('data'), path('backup')])
    await beats('data')
    execFileSync('sh', ['-c', putBack(path('backup'), path('data'))])
    assert.equal(await start('data'), held)
  })

test('a folder with a new path, as in another container, or a new host name is not held', async (t) => {
  const { path, start, beats } = await open(t)
  await rename(path('data'), path('mounted'))
  assert.equal(await start('mounted'), null)
  await beats('mounted')
  await rename(path('mounted'), path('data'))
  assert.equal(await start('data'), null)
})

test('a volume with a new device number or path is not held, but a snapshot mounted next to it is', async (t) => {
  const { mark, start, beats } = await open(t)
  const pretend = async (changes: object) => {
    const written = JSON.parse(await readFile(mark(), 'utf8'))
    // Written in place, so that the file stays the same.
    await writeFile(mark(), JSON.stringify({ ...written, place: { ...written.place, ...changes } }))
  }
  for (const changes of [{ device: '1' }, { path: '/elsewhere' }]) {
    await pretend(changes)
    assert.equal(await start('data'), null, JSON.stringify(changes))
    await beats('data')
  }
  await pretend({ device: '1', path: '/elsewhere' })
  assert.equal(await start('data'), held)
})

test('a mark of an earlier version, or a first start killed before writing one, does not cause a hold', async (t) => {
  const { mark, start } = await open(t)
  const { place: _, ...earlier } = JSON.parse(await readFile(mark(), 'utf8'))
  await rm(mark())
  await writeFile(mark(), JSON.stringify(earlier))
  assert.equal(await start('data'), null)

  const database = await openTestDatabase()
  t.after(() => database[Symbol.asyncDispose]())
  const highWater = createHighWater(join(tmpdir(), 'posthorn-never'))
  const killed = { ...highWater, write: async () => {} }
  const deps = {
    db: database.db,
    clock: { now: () => new Date() },
    isEmbedded: true,
    publicUrl: null,
    voucherWithinMs: 0,
  }
  assert.equal(await registerStart({ ...deps, highWater: killed }), null)
  assert.equal(await registerStart({ ...deps, highWater: killed }), null)
})

test('a copied folder with an external database counts as another machine, and is not held', async (t) => {
  const { path, start, isHeld } = await open(t, false)
  execFileSync('cp', ['-a', path('data'), path('worker-2')])
  assert.equal(await start('worker-2'), null)
  assert.equal(await isHeld(), null)
})

test('an unwritable mark leaves nothing behind, and a start removes leftovers of killed processes', async (t) => {
  const { path, mark, start } = await open(t)
  const files = async () => (await readdir(path('data'))).sort()
  const left = `${mark()}.0195c3a2-7f00-7000-8000-000000000001`
  const beingWritten = `${mark()}.0195c3a2-7f00-7000-8000-000000000002`
  for (const file of [left, beingWritten]) await writeFile(file, '')
  const now = new Date('2027-03-01T12:00:10.000Z')
  await utimes(beingWritten, now, now)
  await start('data')
  assert.deepEqual(await files(), ['high-water.json', beingWritten.slice(path('data').length + 1)])
  await rm(beingWritten)

  // A folder in the mark's place cannot be replaced with a file.
  await rm(mark())
  execFileSync('mkdir', ['-p', join(mark(), 'full')])
  const { write } = createHighWater(path('data'))
  const written = {
    installationId: crypto.randomUUID(),
    folderId: crypto.randomUUID(),
    seenAt: now,
    isReplicated: false,
  }
  await assert.rejects(write(written))
  assert.deepEqual(await files(), ['high-water.json'])
})
