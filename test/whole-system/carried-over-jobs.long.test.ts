import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrateDatabase } from '#app/database.ts'
import { openDb, openPool } from '#infra/db/client.ts'
import { inDatabase, withServer } from '../harness/connections.ts'
import { testServer } from '../harness/database.ts'

const dump = join(import.meta.dirname, '../fixtures/first-landed/dump.sql')

/** Jobs as stored by pg-boss: waiting, with a key, retried, handed back, running, finished, and dead. */
const earlierJobs = `
  delete from jobs.job_common;
  insert into jobs.queue (name, policy, table_name, retry_limit, retry_delay, retry_backoff, expire_seconds,
    retention_seconds, deletion_seconds, partition)
  select x.name, q.policy, q.table_name, q.retry_limit, q.retry_delay, q.retry_backoff, q.expire_seconds,
    q.retention_seconds, q.deletion_seconds, q.partition
  from jobs.queue q, unnest(array['old.job']) as x(name) where q.name = 'dead';
  insert into jobs.job_common (id, name, data, state, retry_count, singleton_key, policy, start_after, created_on,
    started_on, output, source_name, source_created_on, source_retry_count, source_output) values
  ('00000000-0000-7000-8000-000000000001', 'old.job', '{"n": 1}', 'created', 0, null, 'standard', '2026-12-01', '2026-11-01', null, null, null, null, null, null),
  ('00000000-0000-7000-8000-000000000002', 'old.job', '{"n": 2}', 'created', 0, 'k', 'short', '2026-11-02', '2026-11-02', null, null, null, null, null, null),
  ('00000000-0000-7000-8000-000000000003', 'old.job', '{"n": 3}', 'retry', 1, null, 'standard', '2026-11-03', '2026-11-03', '2026-11-04', '{"message": "no"}', null, null, null, null),
  ('00000000-0000-7000-8000-000000000004', 'old.job', '{"n": 4}', 'retry', 1, 'k', 'short', '2026-11-04', '2026-11-04', null, null, null, null, null, null),
  ('00000000-0000-7000-8000-000000000005', 'old.job', '{"n": 5}', 'active', 2, 'k', 'short', '2026-11-05', '2026-11-05', '2026-11-06', null, null, null, null, null),
  ('00000000-0000-7000-8000-000000000006', 'old.job', '{"n": 6}', 'completed', 0, null, 'standard', '2026-11-06', '2026-11-06', '2026-11-06', null, null, null, null, null),
  ('00000000-0000-7000-8000-000000000007', 'dead', '{"n": 7}', 'created', 0, null, 'standard', '2026-11-08', '2026-11-08', null, null, 'old.job', '2026-11-07', 5, '{"message": "permanent"}')`

interface Row {
  readonly n: number
  readonly name: string
  readonly key: string | null
  readonly due: string | null
  readonly hasBegun: boolean
  readonly attempts: number
  readonly error: string | null
  readonly failed: string | null
}

test('jobs that an earlier version stored with pg-boss are still waiting, retried or dead after the migration', async (t) => {
  const name = `posthorn_t_${randomBytes(6).toString('hex')}`
  await withServer(await testServer(), (client) => client.query(`create database ${name}`))
  const connection = inDatabase(await testServer(), name)
  const text = await readFile(dump, 'utf8')
  await withServer(connection, (client) => client.query(text))
  await withServer(connection, (client) => client.query(`set time zone 'UTC'; ${earlierJobs}`))
  await migrateDatabase(connection)

  const db = openDb(openPool(connection, { name: 'test', max: 1, statementTimeoutMs: 10_000 }, () => {}))
  t.after(() => db.destroy())
  const { rows } = await sql<Row>`
    select (data ->> 'n')::int as n, name, key, (due_at at time zone 'UTC')::date::text as due,
      begun_at is not null as has_begun, attempts, error, (failed_at at time zone 'UTC')::date::text as failed
    from job order by id`.execute(db)
  const carried = { name: 'old.job', key: null, error: null, failed: null }
  assert.deepEqual(rows, [
    { ...carried, n: 1, due: '2026-12-01', hasBegun: false, attempts: 0 },
    { ...carried, n: 2, key: 'k', due: '2026-11-02', hasBegun: false, attempts: 0 },
    { ...carried, n: 3, due: '2026-11-03', hasBegun: true, attempts: 2, error: 'no' },
    { ...carried, n: 4, due: '2026-11-04', hasBegun: true, attempts: 1 },
    { ...carried, n: 5, due: '2026-11-05', hasBegun: true, attempts: 3 },
    { ...carried, n: 7, due: null, hasBegun: true, attempts: 6, error: 'permanent', failed: '2026-11-08' },
  ])
  const { rows: left } = await sql`select from pg_namespace where nspname = 'jobs'`.execute(db)
  assert.equal(left.length, 0, 'nothing is left of pg-boss')
})
