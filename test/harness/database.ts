import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import type { Connection, Db } from '#infra/db/client.ts'
import { openDb, openPool } from '#infra/db/client.ts'
import { inDatabase, liveTemplateName, templateName } from './connections.ts'

export interface TestDatabase extends AsyncDisposable {
  readonly connection: Connection
  readonly db: Db
}

let server: Promise<Connection> | null = null

/** Returns this run's PostgreSQL server. The runner starts it when a test first needs it, so pure tests don't pay for it. */
export function testServer(): Promise<Connection> {
  server ??= findServer()
  return server
}

async function findServer(): Promise<Connection> {
  const { POSTHORN_TEST_SERVER: text } = process.env
  if (text) return JSON.parse(text) as Connection
  if (!process.send)
    throw new Error(
      'Run tests with `npm test`, or one file with `npm test -- path/to/file.test.ts`: they need its database.',
    )
  const reply = once(process, 'message') as Promise<[ServerReply]>
  process.send({ kind: 'needsServer' } satisfies ServerRequest)
  const [{ connection, error }] = await reply
  if (!connection) throw new Error(`The test server could not start: ${error}`)
  return connection
}

/** Message from a test process to the runner, which starts the server and replies. */
export interface ServerRequest {
  readonly kind: 'needsServer'
}

export interface ServerReply {
  readonly connection?: Connection
  readonly error?: string
}

let pool: pg.Pool | null = null

/**
 * Runs a statement on the server over pooled connections, which keep no process alive: a run creates and drops hundreds
 * of databases.
 */
async function onServer(text: string): Promise<void> {
  const connection = await testServer()
  pool ??= new pg.Pool({ ...connection, max: 2, allowExitOnIdle: true }).on('error', () => {})
  await pool.query(text)
}

/**
 * Opens a migrated database for one test. It is copied from the template file by file, which costs half as much as
 * copying through the write-ahead log, and is dropped when it is closed: a run creates hundreds, and they are in
 * memory.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const name = `posthorn_t_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} template ${templateName} strategy file_copy`)
  const connection = inDatabase(await testServer(), name)
  const db = openDb(openPool(connection, { name: 'test', max: 4, statementTimeoutMs: 10_000 }, () => {}))
  return {
    connection,
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await onServer(`drop database ${name} with (force)`)
    },
  }
}

/** Opens an empty database, for tests of migrations and first starts. It is dropped when the run ends. */
export const openFreshDatabase = (): Promise<Connection> => openUntilTheEnd('template1')

/**
 * Opens a migrated database with a real clock that no process has started on, for real processes: migrating one costs
 * as much as ten copies. It is dropped when the run ends.
 */
export const openLiveDatabase = (): Promise<Connection> => openUntilTheEnd(liveTemplateName)

async function openUntilTheEnd(template: string): Promise<Connection> {
  const name = `posthorn_t_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  return inDatabase(await testServer(), name)
}
