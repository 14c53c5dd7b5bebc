import { join } from 'node:path'
import type { Config } from '#infra/config/load.ts'
import { type Connection, openDb, openPool } from '#infra/db/client.ts'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { migrate } from '#infra/db/migrate.ts'

export interface Database {
  readonly connection: Connection
  readonly directConnection: Connection
  stop(): Promise<void>
}

/** The database that the settings name: the embedded one, started here, or another that runs already. */
export async function startDatabase(config: Config, say: (message: string) => void): Promise<Database> {
  if (!config.database) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, say })
    return { connection: embedded.connection, directConnection: embedded.connection, stop: () => embedded.stop() }
  }
  return {
    connection: { connectionString: config.database.url },
    directConnection: { connectionString: config.database.directUrl },
    stop: async () => {},
  }
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
