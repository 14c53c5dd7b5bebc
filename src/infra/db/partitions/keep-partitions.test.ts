import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#kernel/ids.ts'
import { openTestDatabase, type TestDatabase } from '#test/harness/database.ts'
import { type Db, inTx, openDb, openPool } from '../client.ts'
import { keepPartitions, type PartitionedTable } from './keep-partitions.ts'
import { firstIdAt } from './periods.ts'

let database: TestDatabase
let elsewhere: Db
before(async () => {
  database = await openTestDatabase()
  const options = { name: 'elsewhere', max: 4, statementTimeoutMs: 10_000 }
  elsewhere = openDb(openPool(database.connection, options, () => {}))
})
after(async () => {
  await elsewhere.destroy()
  await database[Symbol.asyncDispose]()
})

const days = (n: number) => n * 86_400_000
const at = (text: string) => new Date(`${text}Z`)
const keepMs = days(30)
/** A Wednesday; its week began on Monday, the 11th. */
const now = at('2027-01-13T12:00')

let tables = 0
/** Creates a table that has only a default partition. */
async function open(options: { oldDefault?: boolean } = {}) {
  const { db } = database
  const table = `thing${++tables}`
  const column = 'born_as'
  const of: PartitionedTable = { table, column }
  const rest = `${table}_default`
  await sql`create table ${sql.table(table)} (born_as uuid not null, no bigint generated always as identity,
    note text not null default 'none', long int generated always as (length(note)) stored, primary key (born_as),
    constraint not_never check (note <> 'never')) partition by range (born_as)`.execute(db)
  await sql`create index on ${sql.table(table)} (note)`.execute(db)
  if (options.oldDefault) {
    await sql`create table ${sql.table(rest)} (note text not null, born_as uuid not null, no bigint not null,
      long int generated always as (length(note)) stored, constraint not_never check (note <> 'never')) with (fillfactor = 80)`.execute(
      db,
    )
    await sql`alter table ${sql.table(table)} attach partition ${sql.table(rest)} default`.execute(db)
  } else await sql`create table ${sql.table(rest)} partition of ${sql.table(table)} default`.execute(db)

  /** Writes a row; its note is its time. */
  const write = async (when: Date, id: string = newId(when), on: Db = db) => {
    await sql`insert into ${sql.table(table)} (born_as, note) values (${id}, ${when.toISOString()})`.execute(on)
    return id
  }
  /** Lists the rows' times with their partitions. */
  const rows = async () => {
    const { rows: found } = await sql<{ part: string; note: string }>`
      select tableoid::regclass::text as part, note from ${sql.table(table)} order by note`.execute(db)
    return found.map(({ part, note }) => `${part.slice(table.length + 1)} ${note.slice(0, -1)}`)
  }
  const parts = async () => {
    const { rows: found } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = to_regclass(${table}) order by 1`.execute(db)
    return found.map(({ name }) => name.slice(table.length + 1))
  }
  const keep = (when: Date = now, extra: Partial<Parameters<typeof keepPartitions>[2]> = {}, on: Db = db) =>
    keepPartitions(on, [of], { now: when, keepMs, ...extra })
  const named = (...weeks: string[]) => weeks.map((week) => `${table}_${week}`)
  return { db, of, table, rest, write, rows, parts, keep, named }
}

const nothing = { made: [], dropped: [], moved: 0, deleted: 0, postponed: [], tooMany: [] }

test('a run creates partitions for this week and the next two, once', async () => {
  const { keep, parts, named } = await open()
  assert.deepEqual(await keep(), { ...nothing, made: named('20270111', '20270118', '20270125') })
  assert.deepEqual(await parts(), ['20270111', '20270118', '20270125', 'default'])
  assert.deepEqual(await keep(), nothing)
  assert.deepEqual((await keep(now, { ahead: 3 })).made, named('20270201'))
})

test('a week spans from Monday, 00:00:00.000 UTC, to the last ID before the next', async () => {
  const { keep, write, rows, named } = await open()
  assert.deepEqual((await keep(at('2027-01-10T23:59:59.999'), { ahead: 0 })).made, named('20270104'))
  assert.deepEqual((await keep(at('2027-01-11T00:00:00.000'), { ahead: 0 })).made, named('20270111'))
  await write(at('2027-01-03T23:59:59.999'))
  await write(at('2027-01-04T00:00:00.000'))
  await write(at('2027-01-10T23:59:59.998'))
  const lastMs = firstIdAt(at('2027-01-10T23:59:59.999')).slice(0, 13)
  await write(at('2027-01-10T23:59:59.999'), `${lastMs}-7fff-bfff-ffffffffffff`)
  await write(at('2027-01-11T00:00:00.000'), firstIdAt(at('2027-01-11T00:00:00.000')))
  await write(at('2027-01-11T00:00:00.001'))
  await write(at('2027-01-17T23:59:59.999'))
  await write(at('2027-01-18T00:00:00.000'))
  assert.deepEqual(await rows(), [
    'default 2027-01-03T23:59:59.999',
    '20270104 2027-01-04T00:00:00.000',
    '20270104 2027-01-10T23:59:59.998',
    '20270104 2027-01-10T23:59:59.999',
    '20270111 2027-01-11T00:00:00.000',
    '20270111 2027-01-11T00:00:00.001',
    '20270111 2027-01-17T23:59:59.999',
    'default 2027-01-18T00:00:00.000',
  ])
})

test('an instant’s first ID is not greater than any of its IDs, and is greater than all IDs of the previous millisecond', () => {
  for (let no = 0; no < 200; no++) {
    const id = newId(now)
    assert.ok(firstIdAt(now) <= id && id < firstIdAt(new Date(now.getTime() + 1)), id)
  }
  for (const early of [0, -1, Date.parse('0001-01-01')])
    assert.equal(firstIdAt(new Date(early)), '00000000-0000-0000-0000-000000000000')
})

test('a week’s rows move from the default partition into its own; the other rows stay', async () => {
  const { db, keep, write, rows, table, rest } = await open({ oldDefault: true })
  await write(at('2027-01-08T08:00'))
  const id = await write(at('2027-01-11T00:00'))
  await write(at('2027-01-13T11:59'))
  await write(at('2027-01-18T00:00'), firstIdAt(at('2027-01-18T00:00')))
  await write(at('2027-01-19T07:00'))
  await write(at('2028-01-01T00:00'))
  const whole = () => sql`select * from ${sql.table(table)} where born_as = ${id}`.execute(db)
  const earlier = (await whole()).rows
  const { moved, made } = await keep()
  assert.deepEqual([moved, made.length], [4, 3])
  assert.deepEqual(await rows(), [
    'default 2027-01-08T08:00:00.000',
    '20270111 2027-01-11T00:00:00.000',
    '20270111 2027-01-13T11:59:00.000',
    '20270118 2027-01-18T00:00:00.000',
    '20270118 2027-01-19T07:00:00.000',
    'default 2028-01-01T00:00:00.000',
  ])
  assert.deepEqual((await whole()).rows, earlier)
  await write(at('2027-01-13T12:00'))
  const { rows: numbers } = await sql<{ n: number }>`
    select count(distinct no)::int as n from ${sql.table(table)}`.execute(db)
  assert.equal(numbers[0]?.n, 7, 'numbering continues')

  const { rows: facts } = await sql<{ options: string; indexes: number }>`
    select reloptions::text as options, (select count(*)::int from pg_index where indrelid = c.oid) as indexes
    from pg_class c where relname in (${rest}, ${`${table}_20270111`})`.execute(db)
  const one = { options: '{fillfactor=80}', indexes: 2 }
  assert.deepEqual(facts, [one, one], 'a week has the storage options of the default partition')
})

test('rows stay in place if there are too many to move while others wait, and later weeks are created', async () => {
  const { keep, write, parts, rows, named } = await open()
  for (const hour of ['00', '01', '02']) await write(at(`2027-01-12T${hour}:00`))
  const { made, tooMany, moved } = await keep(now, { mostMoved: 2 })
  assert.deepEqual([made, tooMany, moved], [named('20270118', '20270125'), named('20270111'), 0])
  assert.deepEqual(await parts(), ['20270118', '20270125', 'default'])
  assert.ok((await rows()).every((row) => row.startsWith('default')))
  assert.deepEqual((await keep(now, { mostMoved: 3 })).moved, 3)
})

test('a week is dropped exactly when its end exceeds the retention period', async () => {
  const { keep, write, parts, rows, named } = await open()
  await keep()
  for (const day of ['11', '17', '18']) await write(at(`2027-01-${day}T00:00`))
  const end = at('2027-01-18T00:00').getTime()
  assert.deepEqual((await keep(new Date(end + keepMs - 1))).dropped, [])
  assert.deepEqual((await keep(new Date(end + keepMs))).dropped, named('20270111'))
  assert.deepEqual(await rows(), ['20270118 2027-01-18T00:00:00.000'])
  assert.deepEqual(await parts(), ['20270118', '20270125', '20270215', '20270222', '20270301', 'default'])
})

test('in the default partition exactly the rows past retention are deleted, however many', async () => {
  const { db, keep, write, rows, rest } = await open()
  const first = await write(new Date(now.getTime() - keepMs - 1))
  await write(new Date(now.getTime() - keepMs))
  await write(now)
  await sql`insert into ${sql.table(rest)} (born_as, no) overriding system value
    select (${first.slice(0, 24)} || lpad(to_hex(no), 12, '0'))::uuid, no from generate_series(1, 11000) no`.execute(db)
  assert.deepEqual((await keep()).deleted, 11_001)
  assert.deepEqual(await rows(), ['default 2026-12-14T12:00:00.000', '20270111 2027-01-13T12:00:00.000'])
})

test('concurrent runs on several nodes do the work once without a failure', async () => {
  const { db, keep, write, rows, parts, named } = await open()
  const old = ['2026-11-02T00:00', '2026-11-03T00:00', '2026-11-04T00:00'].map(at)
  await keep(old[0])
  for (const when of [...old, at('2026-10-01T00:00'), now]) await write(when)
  const runs = await Promise.all(Array.from({ length: 6 }, (_, no) => keep(now, {}, no % 2 === 0 ? db : elsewhere)))
  const last = await keep()
  const all = [...runs, last]
  assert.deepEqual(all.flatMap(({ made }) => made).sort(), named('20270111', '20270118', '20270125'))
  assert.deepEqual(all.flatMap(({ dropped }) => dropped).sort(), named('20261102', '20261109', '20261116'))
  assert.deepEqual(
    all.reduce((sum, { moved, deleted }) => sum + 10 * moved + deleted, 0),
    11,
  )
  assert.deepEqual(await rows(), ['20270111 2027-01-13T12:00:00.000'])
  assert.deepEqual(await parts(), ['20270111', '20270118', '20270125', 'default'])
})

test('a node skips work that another is doing', async () => {
  const { table, keep, write } = await open()
  await write(at('2026-01-01T00:00'))
  await inTx(elsewhere, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('partitions of ' || ${table}, 0))`.execute(tx)
    assert.deepEqual(await keep(), nothing)
  })
})

test('a node whose work was done by another after its check does nothing', async () => {
  const { keep, named } = await open()
  await keep(at('2026-11-02T00:00'))
  const options = { name: 'slow', max: 1, statementTimeoutMs: 10_000, patience: 5 }
  const slow = openDb(openPool(database.connection, options, () => {}))
  try {
    const looked = keep(now, {}, slow)
    // Takes the node's only connection after its first check.
    const first = await slow.connection().execute(() => keep())
    assert.deepEqual(
      [first.made, first.dropped].map((weeks) => weeks.length),
      [3, 3],
    )
    assert.deepEqual(await looked, nothing)
    assert.deepEqual((await keep(now, { ahead: 3 }, slow)).made, named('20270201'))
  } finally {
    await slow.destroy()
  }
})

test('after the clock moves by a year and back, every row is still found, and the partitions of its weeks exist', async () => {
  const { keep, write, rows, parts } = await open()
  await keep()
  await write(now)
  const later = new Date(now.getTime() + days(365))
  assert.deepEqual((await keep(later, { keepMs: days(400) })).dropped, [])
  await write(later)
  await keep()
  await write(new Date(now.getTime() + 1))
  assert.deepEqual(await rows(), [
    '20270111 2027-01-13T12:00:00.000',
    '20270111 2027-01-13T12:00:00.001',
    '20280110 2028-01-13T12:00:00.000',
  ])
  assert.equal((await keep(later)).dropped.length, 3)
  assert.deepEqual(await parts(), ['20280110', '20280117', '20280124', 'default'])
})

test('a run does not wait for a lock on the table and postpones the week', async () => {
  const { table, keep, write, parts, named, rows } = await open()
  const { made, postponed, ms } = await inTx(elsewhere, async (tx) => {
    await write(now, newId(now), tx)
    const begun = performance.now()
    return { ...(await keep()), ms: performance.now() - begun }
  })
  assert.deepEqual([made, postponed], [[], named('20270111', '20270118', '20270125')])
  assert.ok(ms < 2_000, `took ${ms} ms, as long as the longest wait`)
  assert.deepEqual(await parts(), ['default'])
  assert.deepEqual((await keep()).made, postponed)

  const later = at('2027-03-03T00:00')
  const reading = await inTx(elsewhere, async (tx) => {
    await sql`select from ${sql.table(`${table}_20270111`)}`.execute(tx)
    return await keep(later)
  })
  assert.deepEqual([reading.dropped, reading.postponed], [[], named('20270111', '20270118', '20270125')])
  assert.deepEqual(await rows(), ['20270111 2027-01-13T12:00:00.000'])
  assert.deepEqual((await keep(later)).dropped, reading.postponed)
})

test('rows written in the meantime are neither rejected nor lost', async () => {
  const { keep, write, rows } = await open()
  let stop = false
  const writer = async (on: Db) => {
    let written = 0
    for (; !stop; written++) {
      const when = new Date(now.getTime() + days(7 * (written % 8)))
      await write(when, newId(when), on)
    }
    return written
  }
  const writers = [writer(elsewhere), writer(elsewhere), writer(database.db)]
  const made: string[] = []
  for (let runs = 0; made.length < 8 && runs < 50; runs++) made.push(...(await keep(now, { ahead: 7 })).made)
  stop = true
  const written = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0)
  assert.equal(made.length, 8)
  const found = await rows()
  assert.deepEqual(
    found.filter((row) => row.startsWith('default')),
    [],
  )
  assert.equal(found.length, written)
})

test('a run that must end leaves the remaining work to the next one', async () => {
  const { keep, write, parts, rows } = await open()
  await write(at('2026-01-01T00:00'))
  assert.deepEqual(await keep(now, { signal: AbortSignal.abort() }), nothing)
  assert.deepEqual([await parts(), (await rows()).length], [['default'], 1])
})

test('a table that is not partitioned, or has incoming foreign keys, is rejected with the reason', async () => {
  const { db, of, keep, table } = await open()
  await assert.rejects(
    keepPartitions(db, [{ ...of, table: 'app_user' }], { now, keepMs }),
    /app_user is not a partitioned table/,
  )
  await sql`create table ${sql.table(`of_${table}`)} (thing uuid references ${sql.table(table)})`.execute(db)
  await assert.rejects(keep(), new RegExp(`of_${table} has a foreign key to ${table}`))
})
