import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '#test/harness/database.ts'
import {
  adoptAddress,
  createHighWater,
  findHold,
  type InstallationDeps,
  isStillOurs,
  recordSeen,
  registerStart,
  releaseHold,
} from './index.ts'

const noon = new Date('2027-03-01T12:00:00.000Z')
const here = 'https://posts.example.com'
const there = 'https://copy.example.com'

/** Opens a database and two machines that may start on it. */
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
    voucherWithinMs: 0,
  })
  return {
    db,
    folder,
    machine,
    moveClock(ms: number) {
      at = new Date(at.getTime() + ms)
    },
    remembered: () => db.selectFrom('installation').select(['publicUrl', 'holdReason']).executeTakeFirstOrThrow(),
    seenAt: async () =>
      (await sql<{ at: Date | null }>`select max(seen_at) as at from data_folder`.execute(db)).rows[0]?.at,
    isOurs: async (of: InstallationDeps) =>
      (await sql<{ ours: boolean }>`select ${isStillOurs(of.highWater)} as ours`.execute(db)).rows[0]?.ours,
    /** Makes the database server look as if it has been promoted since then. */
    promote: () =>
      sql`update installation set home = regexp_replace(home, '[.][0-9A-F]{8}[.]', '.00000000.')`.execute(db),
    /** Writes the mark in its form while commits wait for a standby. */
    async replicate({ highWater }: InstallationDeps) {
      const mark = await highWater.read()
      if (mark) await highWater.write({ ...mark, isReplicated: true })
    },
    /**
     * Saves the rows and returns a function that writes them back into the same tables, so that only the marks reveal
     * the restore.
     */
    async backUp() {
      const row = await db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
      const folders = await db.selectFrom('dataFolder').selectAll().execute()
      return async () => {
        await db.updateTable('installation').set(row).execute()
        await db.deleteFrom('dataFolder').execute()
        await db.insertInto('dataFolder').values(folders).execute()
      }
    },
  }
}

test('the first start registers the installation, and later starts with the same folder proceed', async (t) => {
  const { machine, moveClock, remembered, seenAt } = await open(t)
  const one = machine('one')
  assert.equal(await registerStart(one), null)
  assert.deepEqual(await remembered(), { publicUrl: here, holdReason: null })
  assert.deepEqual([await seenAt(), (await one.highWater.read())?.seenAt], [noon, noon])
  moveClock(1_000)
  assert.equal(await recordSeen(one), null)
  assert.equal(await registerStart(one), null)
  assert.ok((await seenAt())! > noon)
})

test("a database older than the data folder's mark starts on hold, at each start", async (t) => {
  const { db, machine, moveClock, backUp } = await open(t)
  const one = machine('one')
  await registerStart(one)
  const restore = await backUp()
  moveClock(60_000)
  await recordSeen(one)
  await restore()
  assert.equal(await registerStart(one), 'database_restored')
  assert.equal(await registerStart(one), 'database_restored')
  assert.equal(await registerStart(machine('new')), 'database_restored', 'a machine that never saw it is also held')
  assert.equal(await findHold(db), 'database_restored')
})

test('a start on a new machine does not hide a restore from the others', async (t) => {
  const { machine, moveClock, backUp } = await open(t)
  const worker = machine('worker')
  await registerStart(worker)
  const restore = await backUp()
  moveClock(60_000)
  await recordSeen(worker)
  await restore()
  const api = machine('api')
  moveClock(60_000)
  assert.equal(await registerStart(api), null, 'it cannot know')
  moveClock(60_000)
  assert.equal(await recordSeen(api), null)
  assert.equal(await registerStart(worker), 'database_restored')
  assert.equal(await recordSeen(api), 'database_restored')
})

test('a machine that is missing from the backup also reveals the restore', async (t) => {
  const { machine, moveClock, backUp } = await open(t)
  await registerStart(machine('one'))
  const restore = await backUp()
  moveClock(1_000)
  await registerStart(machine('two'))
  await restore()
  assert.equal(await registerStart(machine('one')), null)
  assert.equal(await registerStart(machine('two')), 'database_restored')
})

test('a single start after a backup is enough to reveal that it was restored', async (t) => {
  const { machine, backUp } = await open(t)
  const one = machine('one')
  await registerStart(one)
  const restore = await backUp()
  await registerStart(one)
  await restore()
  assert.equal(await registerStart(one), 'database_restored', 'even at the same time')
})

test('dropped and recreated tables count as another installation, whatever the marks contain', async (t) => {
  const { db, machine, isOurs } = await open(t)
  const one = machine('one')
  await registerStart(one)
  await sql`create table kept as select * from installation`.execute(db)
  await sql`drop table installation`.execute(db)
  await sql`alter table kept rename to installation`.execute(db)
  assert.equal(await isOurs(one), false)
  assert.equal(await registerStart(machine('new')), 'database_restored')
  assert.equal(await releaseHold(one), true)
  assert.equal(await registerStart(machine('new')), null)
})

test('after a failover to a synchronous standby a surviving process continues, and starts wait for it', async (t) => {
  const { machine, moveClock, promote, replicate, isOurs, remembered } = await open(t)
  const one = machine('one')
  await registerStart(one)
  await replicate(one)
  await promote()
  assert.equal(await isOurs(one), false, 'nothing is claimed before it is clear')
  moveClock(60_000)
  const start = registerStart({ ...machine('new'), voucherWithinMs: 60_000 })
  assert.equal(await recordSeen(one), null)
  assert.equal(await start, null)
  assert.deepEqual([await isOurs(one), (await remembered()).holdReason], [true, null])
})

test('a new timeline causes a hold without synchronous commits or a surviving process, or with missing writes', async (t) => {
  const { machine, moveClock, promote, replicate, backUp } = await open(t)
  const [one, two] = [machine('one'), machine('two')]
  const begin = async () => {
    await releaseHold(one)
    await recordSeen(one)
    await recordSeen(two)
    for (const each of [one, two]) await replicate(each)
  }
  const outcomes: Record<string, unknown> = {}
  await registerStart(one)
  await registerStart(two)
  await promote()
  outcomes.alone = await recordSeen(one)

  await begin()
  await promote()
  outcomes.afterwards = await registerStart(one)

  await begin()
  const restore = await backUp()
  moveClock(5_000)
  await recordSeen(one)
  await replicate(one)
  await restore()
  await promote()
  outcomes.behind = await recordSeen(one)

  await begin()
  moveClock(20_000)
  await recordSeen(two)
  await promote()
  outcomes.frozen = await recordSeen(one)

  await begin()
  await promote()
  moveClock(3_600_000)
  outcomes.late = await recordSeen(one)
  const hold = 'database_restored'
  assert.deepEqual(outcomes, { alone: hold, afterwards: hold, behind: hold, frozen: hold, late: hold })
})

test('a claim detects at once that the database was replaced', async (t) => {
  const { machine, moveClock, backUp, isOurs } = await open(t)
  const [one, two] = [machine('one'), machine('two')]
  assert.equal(await isOurs(one), false, 'before its start it has seen nothing')
  await registerStart(one)
  await registerStart(two)
  assert.equal(await isOurs(one), true)
  const restore = await backUp()
  moveClock(1_000)
  await recordSeen(one)
  assert.deepEqual([await isOurs(one), await isOurs(two)], [true, true])
  await restore()
  assert.deepEqual([await isOurs(one), await isOurs(two)], [false, true])
  assert.equal(await recordSeen(one), 'database_restored')
  assert.equal(await isOurs(two), false, 'the hold stops everyone')
})

test('a clock set back neither holds an ordinary start nor hides a restore', async (t) => {
  const { machine, moveClock, backUp } = await open(t)
  const one = machine('one')
  await registerStart(one)
  moveClock(-3_600_000)
  assert.equal(await registerStart(one), null)
  const restore = await backUp()
  assert.equal(await recordSeen(one), null)
  await restore()
  assert.equal(await registerStart(one), 'database_restored')
  assert.equal(await releaseHold(one), true)
  assert.equal(await registerStart(one), null)
})

test('a restore under a running process is noticed at the next heartbeat, which does not hide it', async (t) => {
  const { machine, moveClock, backUp } = await open(t)
  const one = machine('one')
  await registerStart(one)
  const restore = await backUp()
  moveClock(30_000)
  await recordSeen(one)
  await restore()
  moveClock(30_000)
  assert.equal(await recordSeen(one), 'database_restored')
  assert.equal(await registerStart(one), 'database_restored')
})

for (const [from, to] of [
  [here, there],
  [here, null],
] as const) {
  test(`a start under ${to ?? 'no PUBLIC_URL'} for ${from} is refused until adopted, and others continue`, async (t) => {
    const { machine, moveClock, remembered, isOurs } = await open(t)
    const one = machine('one', from)
    await registerStart(one)
    moveClock(1_000)
    const copy = machine('copy', to)
    await assert.rejects(registerStart(copy), /the database belongs to https:\/\/posts\.example\.com/)
    assert.deepEqual(await remembered(), { publicUrl: from, holdReason: null })
    assert.equal(await copy.highWater.read(), null, 'it left nothing')
    assert.deepEqual([await isOurs(one), await recordSeen(one), await registerStart(one)], [true, null, null])
    assert.equal(await adoptAddress(copy), true)
    assert.equal((await remembered()).publicUrl, to)
    assert.equal(await registerStart(copy), null)
    assert.equal(await adoptAddress(copy), false)
  })
}

test('a database without a stored URL adopts the first PUBLIC_URL', async (t) => {
  const { machine, remembered } = await open(t)
  assert.equal(await registerStart(machine('one', null)), null)
  assert.equal(await registerStart(machine('one', here)), null)
  assert.equal((await remembered()).publicUrl, here)
})

test('adopt does not release a hold: the restore is reported next, and resume releases the hold', async (t) => {
  const { machine, moveClock, backUp } = await open(t)
  const one = machine('one')
  await registerStart(one)
  const restore = await backUp()
  moveClock(1_000)
  await recordSeen(one)
  await restore()
  const moved = machine('one', there)
  await adoptAddress(moved)
  assert.equal(await registerStart(moved), 'database_restored')
  assert.equal(await releaseHold(moved), true)
  assert.equal(await registerStart(moved), null)
})

test('resume on one machine also releases another machine with a newer mark', async (t) => {
  const { machine, moveClock, backUp } = await open(t)
  await registerStart(machine('one'))
  const restore = await backUp()
  moveClock(10_000)
  await recordSeen(machine('one'))
  moveClock(10_000)
  await registerStart(machine('two'))
  await restore()
  assert.equal(await registerStart(machine('one')), 'database_restored')
  assert.equal(await releaseHold(machine('one')), true)
  assert.equal(await registerStart(machine('two')), null)
})

test('without a hold nothing is released', async (t) => {
  const { machine } = await open(t)
  await registerStart(machine('one'))
  assert.equal(await releaseHold(machine('one')), false)
})

test('the mark does not move during a hold', async (t) => {
  const { machine, moveClock, backUp, seenAt } = await open(t)
  const one = machine('one')
  await registerStart(one)
  const restore = await backUp()
  moveClock(1_000)
  await recordSeen(one)
  await restore()
  await registerStart(one)
  moveClock(60_000)
  assert.equal(await recordSeen(one), 'database_restored')
  assert.deepEqual(await seenAt(), noon)
  assert.deepEqual((await one.highWater.read())?.seenAt, new Date(noon.getTime() + 1_000))
})

test('a lost or damaged mark, or one of another database, is ignored and rewritten', async (t) => {
  const { machine, folder, moveClock } = await open(t)
  const one = machine('one')
  const file = join(folder, 'one', 'high-water.json')
  await registerStart(one)
  const id = '018f0000-0000-7000-8000-000000000000'
  const stranger = { installationId: id, folderId: id, seenAt: '2099-01-01T00:00:00.000Z' }
  for (const text of ['', '{"installationId":', '{"seenAt":1}', JSON.stringify(stranger), null]) {
    await (text === null ? rm(file) : writeFile(file, text))
    moveClock(1_000)
    assert.equal(await registerStart(one), null, text ?? 'no file')
    assert.equal((await one.highWater.read())?.seenAt.getUTCFullYear(), 2027)
  }
})

test('a mark that exists but cannot be read prevents the start', async (t) => {
  const { machine, folder } = await open(t)
  const one = machine('one/high-water.json')
  await registerStart(one)
  await assert.rejects(registerStart(machine('one')), /EISDIR/)
  assert.deepEqual(await readdir(join(folder, 'one')), ['high-water.json'])
})

test('processes that share a folder write the mark atomically and leave nothing else behind', async (t) => {
  const { machine, folder, seenAt } = await open(t)
  await Promise.all(Array.from({ length: 20 }, () => registerStart(machine('one'))))
  await Promise.all(Array.from({ length: 20 }, () => recordSeen(machine('one'))))
  assert.deepEqual(await readdir(join(folder, 'one')), ['high-water.json'])
  const mark = JSON.parse(await readFile(join(folder, 'one', 'high-water.json'), 'utf8'))
  assert.ok(new Date(mark.seenAt) <= (await seenAt())!, 'never ahead of the database')
  assert.equal(await registerStart(machine('one')), null)
})
