import { join } from 'node:path'
import type { Config } from '#infra/config/config.ts'
import { type Connection, type Db, openDb, openPool } from '#infra/db/client.ts'
import { findEmbedded, startEmbedded } from '#infra/db/embedded/index.ts'
import { requireOneSchema, requireSameSchemas } from '#infra/db/layout.ts'
import { migrate, type PlannedMigration, pendingMigrations, planMigrations } from '#infra/db/migrations/index.ts'
import { programFolder } from '#infra/files/program-folder.ts'
import { version } from './node/version.ts'

interface Database {
  readonly connection: Connection
  /** Connects directly to the server, bypassing a pooler. */
  readonly directConnection: Connection
  stop(): Promise<void>
}

const noStop = async (): Promise<void> => {}

/** Starts the embedded database, or returns the running one that the settings name. */
export async function startDatabase(config: Config, say: (message: string) => void): Promise<Database> {
  if (config.database) return named(config.database)
  const { connection, stop } = await startEmbedded({ dataDir: config.dataDir, say })
  return { connection, directConnection: connection, stop }
}

/** Does the same for a one-off command. If Posthorn is running, the command uses its embedded database. */
export async function joinDatabase(config: Config, say: (message: string) => void): Promise<Database> {
  const running = config.database ? null : await findEmbedded(config.dataDir)
  if (running) return { connection: running, directConnection: running, stop: noStop }
  return await startDatabase(config, say)
}

function named({ url, directUrl }: { readonly url: string; readonly directUrl: string }): Database {
  const connection = { connectionString: url }
  const directConnection = directUrl === url ? connection : { connectionString: directUrl }
  return { connection, directConnection, stop: noStop }
}

export const migrationsFolder = join(programFolder, 'migrations')

/** Migrates the schema on a separate connection without a statement timeout. */
export async function migrateDatabase(
  connection: Connection,
  say: (message: string) => void = () => {},
): Promise<readonly string[]> {
  const onWait = (who: string): void => say(`Waiting for another process to migrate the database: ${who}`)
  return await onOneConnection(connection, async (db) => {
    await requireOneSchema(db)
    return await migrate(db, migrationsFolder, version, { onWait })
  })
}

/** Rejects a pooler that resolves to different schemas than a direct connection. */
export async function requireOneLayout({ connection, directConnection }: Omit<Database, 'stop'>): Promise<void> {
  if (connection === directConnection) return
  await onOneConnection(connection, (db) =>
    onOneConnection(directConnection, (direct) => requireSameSchemas(db, direct)),
  )
}

/** Plans what the next start would do to the database. Changes nothing. */
export const planDatabase = (connection: Connection): Promise<readonly PlannedMigration[]> =>
  onOneConnection(connection, (db) => planMigrations(db, migrationsFolder, version))

async function onOneConnection<Result>(connection: Connection, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDb(openPool(connection, { name: 'migrate', max: 1, statementTimeoutMs: 0 }, () => {}))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Lists the migrations that the next start would apply. Changes nothing. */
export const migrationsToCome = async (db: Db): Promise<readonly string[]> =>
  (await pendingMigrations(db, migrationsFolder, version)).map(({ name }) => name)
