import { join } from 'node:path'
import type { Config } from '#infra/config/load.ts'
import { type Connection, type Db, openDb, openPool } from '#infra/db/client.ts'
import { findEmbedded, startEmbedded } from '#infra/db/embedded/index.ts'
import { migrate, pendingMigrations } from '#infra/db/migrate.ts'

export interface Database {
  readonly connection: Connection
  /** Without the pooler that may stand before it. */
  readonly directConnection: Connection
  stop(): Promise<void>
}

const noStop = async (): Promise<void> => {}

/** The database that the settings name: the embedded one, started here, or another that runs already. */
export async function startDatabase(config: Config, say: (message: string) => void): Promise<Database> {
  if (config.database) return named(config.database)
  const { connection, stop } = await startEmbedded({ dataDir: config.dataDir, say })
  return { connection, directConnection: connection, stop }
}

/** The same for a command that does one thing: beside a running Posthorn it uses what that one has started. */
export async function joinDatabase(config: Config, say: (message: string) => void): Promise<Database> {
  const running = config.database ? null : await findEmbedded(config.dataDir)
  if (running) return { connection: running, directConnection: running, stop: noStop }
  return await startDatabase(config, say)
}

function named({ url, directUrl }: { readonly url: string; readonly directUrl: string }): Database {
  return { connection: { connectionString: url }, directConnection: { connectionString: directUrl }, stop: noStop }
}

export const migrationsFolder = join(import.meta.dirname, '../../migrations')

/** Brings the schema up to date on a connection of its own, whose statements may take as long as they need. */
export async function migrateDatabase(connection: Connection): Promise<readonly string[]> {
  const db = openDb(openPool(connection, { name: 'migrate', max: 1, statementTimeoutMs: 0 }, () => {}))
  try {
    return await migrate(db, migrationsFolder)
  } finally {
    await db.destroy()
  }
}

/** What the next start would apply; nothing is changed. */
export const migrationsToCome = (db: Db): Promise<readonly string[]> => pendingMigrations(db, migrationsFolder)
