import { resolve } from 'node:path'
import type { Config } from '#infra/config/config.ts'
import { type Connection, openDb, openPool } from '#infra/db/client.ts'
import { migrateTo } from '#infra/db/migrations/index.ts'
import { openVault, type Vault } from '#infra/storage/vault/index.ts'
import { migrationsFolder } from './database.ts'
import type { Deps } from './deps.ts'
import { version } from './node/version.ts'

/** Returns what backups need in addition to the dependencies. */
export const backupTools = ({ config, directConnection: connection }: Pick<Deps, 'config' | 'directConnection'>) => ({
  connection,
  version,
  migrateTo: migrateExactly,
  openVault: (place: string) => openPlace(config, place),
})

/** Opens a backup location. A relative folder is resolved against the working directory. */
export const openPlace = ({ backupStore }: Pick<Config, 'backupStore'>, place: string): Vault =>
  openVault(place, backupStore)

export async function migrateExactly(connection: Connection, names: readonly string[]): Promise<void> {
  const db = openDb(openPool(connection, { name: 'migrate', max: 1, statementTimeoutMs: 0 }, () => {}))
  try {
    await migrateTo(db, migrationsFolder, names)
  } finally {
    await db.destroy()
  }
}

export const isInside = (folder: string, file: string): boolean => resolve(file).startsWith(`${resolve(folder)}/`)
