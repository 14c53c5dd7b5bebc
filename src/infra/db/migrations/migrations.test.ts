import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { withServer } from '#test/harness/connections.ts'
import { openFreshDatabase } from '#test/harness/database.ts'
import { until } from '#test/harness/until.ts'
import { openDb, openPool } from '../client.ts'
import { type MigrateOptions, migrate, planMigrations } from './index.ts'

const foundation = `-- expand
create schema ph;
create function ph.now() returns timestamptz stable language sql as 'select transaction_timestamp()';
create table boat (id int primary key, name text);
create table node (host text, roles text[], version text, stopped_at timestamptz, seen_at timestamptz);
insert into boat values (1, 'Gull')`

/** A folder of migrations and a database to which none of them was applied. */
async function openHarbour(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn migrations '))
  const connection = await openFreshDatabase()
  const open = () => {
    const db = openDb(openPool(connection, { name: 'test', max: 2, statementTimeoutMs: 10_000 }, () => {}))
    t.after(() => db.destroy())
    return db
  }
  t.after(() => rm(folder, { recursive: true }))
  const write = (name: string, source: string) => writeFile(join(folder, `${name}.sql`), source)
  await write('0001-foundation', foundation)
  const db = open()
  return {
    db,
    open,
    connection,
    write,
    remove: (name: string) => rm(join(folder, `${name}.sql`)),
    migrate: (version: string, by = db, options: MigrateOptions = {}) => migrate(by, folder, version, options),
    plan: (version: string) => planMigrations(db, folder, version),
  }
}

test('a program accepts a database that a later version has expanded, and rejects one that it has contracted', async (t) => {
  const harbour = await openHarbour(t)
  assert.deepEqual(await harbour.migrate('0.1.0'), ['0001-foundation'])
  await harbour.write('0002-masts', '-- expand\nalter table boat add column masts int not null default 1')
  assert.deepEqual(await harbour.migrate('0.2.0'), ['0002-masts'])
  await harbour.remove('0002-masts')
  assert.deepEqual(await harbour.migrate('0.1.0'), [], 'the older program restarts during the upgrade')

  await harbour.write('0002-masts', '-- expand\nalter table boat add column masts int not null default 1')
  await harbour.write('0003-nameless', '-- contract: from 0.2.0\nalter table boat drop column name')
  assert.deepEqual(await harbour.migrate('0.10.0'), ['0003-nameless'])
  await harbour.remove('0003-nameless')
  assert.deepEqual(await harbour.migrate('0.2.0'), [], 'the release that no longer uses the dropped column')
  await harbour.remove('0002-masts')
  await assert.rejects(harbour.migrate('0.1.9'), {
    name: 'Error',
    message:
      'The database was migrated by a later version of Posthorn (0003-nameless), and this version, 0.1.9, cannot run on it. ' +
      'Start version 0.2.0 or a later one; going back is not possible.',
  })
  await harbour.write('0004-another', '-- expand\ncreate table pier (id int)')
  await assert.rejects(harbour.migrate('0.2.0'), /have diverged: it has 0002-masts, which .* lacks 0004-another/)

  await harbour.remove('0004-another')
  await sql`update schema_migration set oldest_program = null where name = '0002-masts'`.execute(harbour.db)
  await assert.rejects(harbour.migrate('9.0.0'), /cannot run on it\. Start that version or a later one/)
})

test('the contract phase does not remove what a running program needs, and the plan names that program', async (t) => {
  const harbour = await openHarbour(t)
  await harbour.migrate('0.1.0')
  await sql`insert into node values ('amber', '{worker}', '0.1.0', null, ph.now()),
    ('birch', '{api}', '0.1.0', ph.now(), ph.now()), ('cedar', '{api}', '0.1.0', null, ph.now() - interval '1 minute'),
    ('dogwood', '{api}', '0.2.0', null, ph.now())`.execute(harbour.db)
  await sql`analyze boat`.execute(harbour.db)
  await harbour.write('0002-nameless', '-- contract: from 0.2.0\nalter table boat drop column name')
  const [planned] = await harbour.plan('0.3.0')
  assert.deepEqual(
    planned?.breaks.map(({ host, version }) => [host, version]),
    [['amber', '0.1.0']],
  )
  assert.deepEqual(
    planned?.effects.map(({ table, waits, rows }) => [table, waits, rows]),
    [['boat', 'all', 1]],
  )
  await assert.rejects(harbour.migrate('0.3.0'), /^Error: 0002-nameless needs version 0\.2\.0 .* amber runs 0\.1\.0/)
  await sql`update node set version = '0.2.0'`.execute(harbour.db)
  assert.deepEqual(await harbour.migrate('0.3.0'), ['0002-nameless'])
})

test('a migration that waits for a table blocks no one and retries, and only one of two processes applies it', async (t) => {
  const harbour = await openHarbour(t)
  await harbour.migrate('0.1.0')
  await harbour.write('0002-masts', '-- expand\nalter table boat add column masts int not null default 1')
  await harbour.write('0003-index', '-- expand\ncreate index concurrently boat_masts on boat (masts)')
  await withServer(harbour.connection, async (long) => {
    await long.query('begin; select from boat')
    const [one, other] = [harbour.migrate('0.2.0'), harbour.migrate('0.2.0', harbour.open())]
    await withServer(harbour.connection, async (reader) => {
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%alter table boat%'
        and datname = current_database()`
      await until('the migration waits', async () => (await reader.query(waiting)).rowCount === 1)
      await reader.query(`set lock_timeout = '2s'`)
      assert.equal((await reader.query('select name from boat')).rowCount, 1, 'a later reader goes first')
    })
    await long.query('commit')
    assert.deepEqual((await Promise.all([one, other])).flat(), ['0002-masts', '0003-index'])
  })
  const { rows } = await sql<{ oldest: string }>`select oldest_program as oldest from schema_migration`.execute(
    harbour.db,
  )
  assert.deepEqual(rows, [{ oldest: 'any' }, { oldest: 'any' }, { oldest: 'any' }])
})

test('a session that locks a table for too long, or is already migrating, is named with its process', async (t) => {
  const harbour = await openHarbour(t)
  await harbour.migrate('0.1.0')
  await harbour.write('0002-masts', '-- expand\nalter table boat add column masts int not null default 1')
  await withServer(harbour.connection, async (other) => {
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
    await other.query(`set application_name = 'a long report'; begin; select from boat`)
    await assert.rejects(harbour.migrate('0.2.0', undefined, { patienceMs: 0 }), ({ name, message }: Error) => {
      assert.match(
        message,
        /^0002-masts could not get its tables within 0 seconds\. The oldest transactions belong to "a long report"/,
      )
      assert.ok(message.includes(`select pg_terminate_backend(${rows[0]?.pid})`), message)
      return name === 'Error'
    })
    await other.query('commit; select pg_advisory_lock(3853314791062309107)')
    const waited = Promise.withResolvers<string>()
    const migrating = harbour.migrate('0.2.0', undefined, { silentWaitMs: 0, onWait: waited.resolve })
    assert.match(await waited.promise, new RegExp(`^"a long report" \\(process ${rows[0]?.pid}, since `))
    await other.query('select pg_advisory_unlock(3853314791062309107)')
    assert.deepEqual(await migrating, ['0002-masts'])
  })
})

test('a migration that loses its connection reports the lost connection, not the lost lock', async (t) => {
  const harbour = await openHarbour(t)
  await harbour.migrate('0.1.0')
  await harbour.write('0002-index', '-- expand\ncreate index concurrently boat_name on boat (name)')
  await withServer(harbour.connection, async (other) => {
    await other.query(`begin; update boat set name = 'Tern'`)
    const migrating = harbour.migrate('0.2.0')
    await withServer(harbour.connection, async (operator) => {
      const ending = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'
      and query like '%boat_name on boat%' and datname = current_database()`
      const ended = until('the index waits and is ended', async () => (await operator.query(ending)).rowCount === 1)
      await assert.rejects(migrating, /terminating connection due to administrator command/)
      await ended
    })
  })
})

test('a failed migration leaves earlier ones in place and has no effect', async (t) => {
  const harbour = await openHarbour(t)
  await harbour.migrate('0.1.0')
  await harbour.write('0002-masts', '-- expand\nalter table boat add column masts int not null default 1')
  await harbour.write('0003-broken', '-- expand\ncreate table pier (id int); create table pier (id int)')
  await assert.rejects(harbour.migrate('0.2.0'), /The migration 0003-broken failed/)
  const { rows } = await sql`select name from schema_migration`.execute(harbour.db)
  assert.deepEqual(rows, [{ name: '0001-foundation' }, { name: '0002-masts' }])
  await harbour.write('0003-broken', '-- expand\ncreate table pier (id int)')
  assert.deepEqual(await harbour.migrate('0.2.0'), ['0003-broken'])
  await harbour.write('0004-silent', 'create table quay (id int)')
  await assert.rejects(harbour.migrate('0.2.0'), /The first line of 0004-silent\.sql must be/)
})
