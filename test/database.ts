import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Connection, Db } from '#infra/db/client.ts'
import { openDb, openPool } from '#infra/db/client.ts'
import { inDatabase, liveTemplateName, templateName } from './connections.ts'

export interface TestDatabase extends AsyncDisposable {
  readonly connection: Connection
  readonly db: Db
}

/** The server of this run, brought up by `test/run.ts`. */
export function testServer(): Connection {
  const text = process.env.POSTHORN_TEST_SERVER
  if (!text)
    throw new Error(
      'Run tests with `npm test`, or one file with `npm test -- path/to/file.test.ts`: they need its database.',
    )
  return JSON.parse(text) as Connection
}

let server: pg.Pool | null = null

/** Databases come and go by the hundred; these connections stay, and hold no process. */
async function onServer(text: string): Promise<void> {
  server ??= new pg.Pool({ ...testServer(), max: 2, allowExitOnIdle: true }).on('error', () => {})
  await server.query(text)
}

/**
 * A migrated database of one's own, copied from the template file by file, which costs half of what going through the
 * log does. It is dropped when it is closed: a run makes hundreds, and they lie in memory.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const name = `posthorn_t_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} template ${templateName} strategy file_copy`)
  const connection = inDatabase(testServer(), name)
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

/** An empty database, for those whose subject is what becomes of one. It is dropped when the run ends. */
export const openFreshDatabase = (): Promise<Connection> => openUntilTheEnd('template1')

/**
 * A migrated database in real time, in which nobody has started yet, for real processes: to migrate one costs as much as
 * ten copies. It is dropped when the run ends.
 */
export const openLiveDatabase = (): Promise<Connection> => openUntilTheEnd(liveTemplateName)

async function openUntilTheEnd(template: string): Promise<Connection> {
  const name = `posthorn_t_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  return inDatabase(testServer(), name)
}
