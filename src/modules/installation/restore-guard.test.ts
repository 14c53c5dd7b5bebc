import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openTestDatabase } from '#test/database.ts'
import { createHighWater, holdOf, type InstallationDeps, noteSeen, registerStart, releaseHold } from './index.ts'

const noon = new Date('2027-03-01T12:00:00.000Z')
const here = 'https://posts.example.com'
const there = 'https://copy.example.com'

/** A database and two machines that may start on it. */
async function open(t: TestContext) {
  const database = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-guard-'))
  t.after(async () => {
    await database[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  const { db } = database
  let at = noon
  const machine = (name: string, publicUrl: string | null = here): InstallationDeps => ({
    db,
    clock: { now: () => at },
    highWater: createHighWater(join(folder, name)),
    publicUrl,
  })
  return {
    db,
    folder,
    machine,
    moveClock(ms: number) {
      at = new Date(at.getTime() + ms)
    },
    remembered: () =>
      db.selectFrom('installation').select(['lastSeenAt', 'publicUrl', 'holdReason']).executeTakeFirstOrThrow(),
    /** What a dump holds of it, and how it is played back. */
    async backUp() {
      const row = await db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
      return () => db.updateTable('installation').set(row).execute()
    },
  }
}

test('the first start registers the installation, and later starts at the same place go on', async (t) => {
  const { machine, moveClock, remembered } = await open(t)
  const one = machine('one')
  assert.equal(await registerStart(one), null)
  assert.deepEqual(await remembered(), { lastSeenAt: noon, publicUrl: here, holdReason: null })
  assert.deepEqual((await one.highWater.read())?.lastSeenAt, noon)
  moveClock(1_000)
  assert.equal(await noteSeen(one), null)
  assert.equal(await registerStart(one), null)
  assert.ok((await remembered()).lastSeenAt! > noon)
})

test('a database that is behind what was seen here starts on hold, and stays so at each start', async (t) => {
  const { db, machine, moveClock, backUp } = await open(t)
  const one = machine('one')
  await registerStart(one)
  const restore = await backUp()
  moveClock(60_000)
  await noteSeen(one)
  await restore()
  assert.equal(await registerStart(one), 'database_restored')
  assert.equal(await registerStart(one), 'database_restored')
  assert.equal(await registerStart(machine('new')), 'database_restored', 'a machine that never saw it is told, too')
  assert.equal(await holdOf(db), 'database_restored')
})

test('one start after a backup is enough to tell that the backup was played back', async (t) => {
  const { machine, backUp } = await open(t)
  const one = machine('one')
  await registerStart(one)
  const restore = await backUp()
  await registerStart(one)
  await restore()
  assert.equal(await registerStart(one), 'database_restored', 'at the very same time, too')
})

test('a clock that has gone back neither holds up an honest start nor hides a restore', async (t) => {
  const { machine, moveClock, backUp } = await open(t)
  const one = machine('one')
  await registerStart(one)
  moveClock(-3_600_000)
  assert.equal(await registerStart(one), null)
  const restore = await backUp()
  assert.equal(await noteSeen(one), null)
  await restore()
  assert.equal(await registerStart(one), 'database_restored')
  assert.deepEqual(await releaseHold(one, 'database_restored'), { kind: 'released' })
  assert.equal(await registerStart(one), null)
})

test('a database that is put back while we run is noticed at the next beat, which does not cover it up', async (t) => {
  const { machine, moveClock, backUp } = await open(t)
  const one = machine('one')
  await registerStart(one)
  const restore = await backUp()
  moveClock(30_000)
  await noteSeen(one)
  await restore()
  moveClock(30_000)
  assert.equal(await noteSeen(one), 'database_restored')
  assert.equal(await registerStart(one), 'database_restored')
})

for (const [from, to] of [
  [here, there],
  [here, null],
] as const) {
  test(`a start under ${to ?? 'no PUBLIC_URL'} of what belongs to ${from} is on hold until it is adopted`, async (t) => {
    const { machine, remembered } = await open(t)
    await registerStart(machine('one', from))
    const copy = machine('copy', to)
    assert.equal(await registerStart(copy), 'public_url_changed')
    assert.equal(await registerStart(machine('one', from)), 'public_url_changed', 'until a person has said so')
    assert.deepEqual(await releaseHold(copy, 'database_restored'), { kind: 'other-hold', hold: 'public_url_changed' })
    assert.equal((await remembered()).holdReason, 'public_url_changed')
    assert.deepEqual(await releaseHold(copy, 'public_url_changed'), { kind: 'released' })
    assert.equal((await remembered()).publicUrl, to)
    assert.equal(await registerStart(copy), null)
  })
}

test('the first PUBLIC_URL that is given is taken over without a word', async (t) => {
  const { machine, remembered } = await open(t)
  assert.equal(await registerStart(machine('one', null)), null)
  assert.equal(await registerStart(machine('one', here)), null)
  assert.equal((await remembered()).publicUrl, here)
})

test('resume releases a restore and nothing else: another address is told next', async (t) => {
  const { machine, moveClock, backUp } = await open(t)
  const one = machine('one')
  await registerStart(one)
  const restore = await backUp()
  moveClock(1_000)
  await noteSeen(one)
  await restore()
  const moved = machine('one', there)
  assert.equal(await registerStart(moved), 'database_restored')
  assert.deepEqual(await releaseHold(moved, 'public_url_changed'), { kind: 'other-hold', hold: 'database_restored' })
  assert.deepEqual(await releaseHold(moved, 'database_restored'), { kind: 'released' })
  assert.equal(await registerStart(moved), 'public_url_changed')
})

test('a restore under another address is told first, whichever hold was there', async (t) => {
  const { machine, moveClock, backUp } = await open(t)
  const one = machine('one')
  await registerStart(one)
  await registerStart(machine('copy', there))
  const restore = await backUp()
  await releaseHold(machine('copy', there), 'public_url_changed')
  moveClock(1_000)
  await noteSeen(machine('copy', there))
  await restore()
  assert.equal(await registerStart(machine('copy', there)), 'database_restored')
})

test('resume on one machine releases another whose mark is newer', async (t) => {
  const { machine, moveClock, backUp } = await open(t)
  await registerStart(machine('one'))
  const restore = await backUp()
  moveClock(10_000)
  await noteSeen(machine('one'))
  moveClock(10_000)
  await registerStart(machine('two'))
  await restore()
  assert.equal(await registerStart(machine('one')), 'database_restored')
  assert.deepEqual(await releaseHold(machine('one'), 'database_restored'), { kind: 'released' })
  assert.equal(await registerStart(machine('two')), null)
})

test('without a hold there is nothing to release, and the address stays', async (t) => {
  const { machine, remembered } = await open(t)
  await registerStart(machine('one'))
  assert.deepEqual(await releaseHold(machine('copy', there), 'public_url_changed'), { kind: 'no-hold' })
  assert.equal((await remembered()).publicUrl, here)
})

test('the mark does not move while there is a hold', async (t) => {
  const { machine, moveClock, remembered } = await open(t)
  await registerStart(machine('one'))
  const copy = machine('copy', there)
  await registerStart(copy)
  moveClock(60_000)
  assert.equal(await noteSeen(copy), 'public_url_changed')
  assert.deepEqual((await remembered()).lastSeenAt, noon)
  assert.equal(await copy.highWater.read(), null)
})

test('a mark that is lost, spoilt or of another database says nothing, and a start writes it anew', async (t) => {
  const { machine, folder, moveClock } = await open(t)
  const one = machine('one')
  const file = join(folder, 'one', 'high-water.json')
  await registerStart(one)
  const far = '2099-01-01T00:00:00.000Z'
  const stranger = { installationId: '018f0000-0000-7000-8000-000000000000', lastSeenAt: far }
  for (const text of ['', '{"installationId":', '{"lastSeenAt":1}', JSON.stringify(stranger), null]) {
    await (text === null ? rm(file) : writeFile(file, text))
    moveClock(1_000)
    assert.equal(await registerStart(one), null, text ?? 'no file')
    assert.equal((await one.highWater.read())?.lastSeenAt.getUTCFullYear(), 2027)
  }
})

test('a mark that is there and cannot be read stops the start, since it would turn the guard off', async (t) => {
  const { machine, folder } = await open(t)
  const one = machine('one/high-water.json')
  await registerStart(one)
  await assert.rejects(registerStart(machine('one')), /EISDIR/)
  assert.deepEqual(await readdir(join(folder, 'one')), ['high-water.json'])
})

test('processes that share a folder write it whole, at the same moment, and leave nothing else there', async (t) => {
  const { machine, folder, remembered } = await open(t)
  await Promise.all(Array.from({ length: 20 }, () => registerStart(machine('one'))))
  await Promise.all(Array.from({ length: 20 }, () => noteSeen(machine('one'))))
  assert.deepEqual(await readdir(join(folder, 'one')), ['high-water.json'])
  const mark = JSON.parse(await readFile(join(folder, 'one', 'high-water.json'), 'utf8'))
  assert.ok(new Date(mark.lastSeenAt) <= (await remembered()).lastSeenAt!, 'never ahead of the database')
  assert.equal(await registerStart(machine('one')), null)
})
