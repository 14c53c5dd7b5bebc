import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Pool } from 'pg'
import { openPool } from '#infra/db/client.ts'
import { openTestDatabase, type TestDatabase } from '#test/harness/database.ts'
import { checkStatements } from './check.ts'
import { openSource, type Source } from './program.ts'
import { unread } from './unread.ts'

let source: Source
let database: TestDatabase
let pool: Pool

before(async () => {
  source = openSource()
  database = await openTestDatabase()
  pool = openPool(database.connection, { name: 'sql', max: 1, statementTimeoutMs: 1_000 }, () => {})
})

after(async () => {
  await pool.end()
  await database[Symbol.asyncDispose]()
  source[Symbol.dispose]()
})

/** Checks the statements of files whose path contains this text. */
const check = (within: string) =>
  checkStatements(
    source,
    source.files.filter(({ fileName }) => fileName.includes(within)),
    {
      ...database,
      parserOf: (oid) => pool.options.types?.getTypeParser(oid, 'text') as (text: string) => unknown,
    },
  )

test('PostgreSQL accepts every raw statement, and its columns match the row type', async (t) => {
  const { faults, unread: found, ...counts } = await check('/src/')
  assert.deepEqual(faults, [])

  const left = Object.fromEntries([...found].map(([path, statements]) => [path, statements.length]))
  const total = [...found.values()].flat().length
  const read = `${counts.statements - total} of ${counts.statements} raw statements`
  await t.test(`${read} are checked, with ${counts.covered} of ${counts.templates} sql templates`, () => {
    const more = [...found].filter(([path, statements]) => statements.length > (unread[path] ?? 0))
    assert.deepEqual(more, [], 'these statements cannot be read: build them from constants, or from parts with a name')
    assert.deepEqual(left, unread, 'fewer statements are unread now: lower the numbers in unread.ts')
  })
})

test('each wrong statement and each wrong row type is found', async () => {
  const { faults } = await check('/fixtures/wrong.ts')
  const found = faults.map((fault) => fault.replace(/^\S+ /, '').replace(/ in .*$/s, ''))
  assert.deepEqual(found, [
    'column "nmae" does not exist',
    'no column for the member name',
    'the row type lacks the column name',
    'createdAt is declared as string, but timestamptz is read as Date',
    'posts is declared as string, but int8 is read as number',
    'ids is declared as number[], but _uuid is read as string[]',
    'at is declared as Date, but jsonb is read as json',
    'title may be null',
    'syntax error at or near "from"',
    'column "nmae" does not exist',
    'same is the name of another statement too',
  ])
})

test('no error is found in correct statements', async () => {
  const { faults, statements, unread: left } = await check('/fixtures/right.ts')
  assert.deepEqual([faults, statements, [...left]], [[], 3, []])
})
