import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrateDatabase } from '#app/database.ts'
import { type Connection, openDb, openPool } from '#infra/db/client.ts'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { useTestClock } from '../harness/clock.ts'
import { inDatabase, liveTemplateName, templateName, withServer } from '../harness/connections.ts'
import { openStore } from './store.ts'

interface TestServer {
  /** The connection to the server's own database. Replace its database name to reach a test database. */
  readonly connection: Connection
  stop(): Promise<void>
}

interface ServerOptions {
  /** A server to use instead of the embedded one. */
  readonly url: string | null
  readonly folder: string
  say(message: string): void
}

/**
 * Starts one server for a whole run. Durability is off, because test data need not outlive it. Autovacuum is off,
 * because it would visit each of a hundred databases, which are dropped before there is anything to clean.
 */
export async function startTestServer({ url, folder, say }: ServerOptions): Promise<TestServer> {
  if (url !== null) return await useServer({ connectionString: url })
  const start = () => startEmbedded({ dataDir: folder, say, settings })
  const data = join(folder, 'postgres')
  const store = openStore()
  if (store.fetch(data)) return await start()
  await rm(data, { recursive: true, force: true })
  const first = await start()
  await makeTemplate(first.connection)
  // Its own database is that of a freshly migrated installation, for tests that start one.
  await migrateDatabase(first.connection)
  await first.stop()
  store.keep(data)
  return await start()
}

const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '200',
}

async function useServer(connection: Connection): Promise<TestServer> {
  await sweep(connection)
  await makeTemplate(connection)
  return { connection, stop: () => sweep(connection) }
}

/** Drops databases of killed runs, which only occupy disk space. */
async function sweep(connection: Connection): Promise<void> {
  await withServer(connection, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname like 'posthorn\\_t\\_%'`,
    )
    for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`)
  })
}

/** Disables the duplicate check for new profiles: most tests write the same text repeatedly. */
const allowSamePosts = (template: Connection): Promise<void> =>
  withServer(template, async (client) => {
    await client.query('alter table profile alter column same_post_days set default 0')
  })

async function makeTemplate(connection: Connection): Promise<void> {
  await withServer(connection, (client) => client.query(`create database ${templateName}`))
  const template = inDatabase(connection, templateName)
  await migrateDatabase(template)
  await allowSamePosts(template)
  await withServer(connection, (client) =>
    client.query(`create database ${liveTemplateName} template ${templateName} strategy file_copy`),
  )
  const db = openDb(openPool(template, { name: 'template', max: 1, statementTimeoutMs: 0 }, () => {}))
  await useTestClock(db)
  await db.destroy()
}
