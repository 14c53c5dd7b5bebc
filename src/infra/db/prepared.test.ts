import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '#test/harness/database.ts'
import { type Db, inTx, openDb, openPool } from './client.ts'
import { prepared } from './prepared.ts'

const readNumber = (db: Db, number: number) =>
  prepared('a-number')<{ theNumber: number }>`
  select ${number}::int as the_number`.execute(db)

/** Lists the statements that the only connection has prepared, with the number of their calls. */
async function listPrepared(db: Db) {
  const { rows } = await sql<{ name: string; calls: number }>`
    select name, (generic_plans + custom_plans)::int as calls from pg_prepared_statements`.execute(db)
  return rows.map(({ name, calls }) => `${name} ${calls}`)
}

test('a named statement is prepared once and returns its rows, inside a transaction too', async () => {
  await using database = await openTestDatabase()
  const db = openDb(openPool(database.connection, { name: 'test', max: 1, statementTimeoutMs: 1_000 }, () => {}))
  const { rows } = await readNumber(db, 1)
  assert.deepEqual(rows, [{ theNumber: 1 }])
  await inTx(db, (tx) => readNumber(tx, 2))
  await sql`select 3`.execute(db)
  const compiled = prepared('a-number')`
  select ${4}::int as the_number`.compile(db)
  await db.executeQuery(compiled)
  await db.executeQuery(compiled)
  assert.deepEqual(await listPrepared(db), ['a-number 4'])
  await db.destroy()
})

test('behind a pooler, no statement is prepared', async () => {
  await using database = await openTestDatabase()
  const pool = openPool(database.connection, { name: 'test', max: 1, statementTimeoutMs: 1_000 }, () => {})
  const db = openDb(pool, { prepare: false })
  assert.deepEqual((await readNumber(db, 1)).rows, [{ theNumber: 1 }])
  assert.deepEqual(await listPrepared(db), [])
  await db.destroy()
})
