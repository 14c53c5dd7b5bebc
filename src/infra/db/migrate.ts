import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './client.ts'

/**
 * Thrown when a later version has migrated the database: running on it could destroy data that this version does not
 * know.
 */
export class DatabaseIsNewer extends Error {}

/**
 * Brings the schema up to date. Migrations are plain SQL files that only go forward, applied in one transaction under a
 * lock: a process that is killed half way leaves nothing behind, and of two processes that start at once, one applies
 * them.
 */
export async function migrate(db: Db, folder: string): Promise<readonly string[]> {
  const files = await readMigrations(folder)
  await refuseNewerDatabase(db, new Set(Object.keys(files)))
  return await apply(db, files)
}

async function apply(db: Db, files: Record<string, Migration>): Promise<readonly string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => files },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw new Error('The database could not be migrated; nothing was changed.', { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

/** Brings an empty database to the schema that exactly these migrations make. Refuses one that this version lacks. */
export async function migrateTo(db: Db, folder: string, names: readonly string[]): Promise<void> {
  const files = await readMigrations(folder)
  const chosen: Record<string, Migration> = {}
  for (const name of names) {
    const found = files[name]
    if (!found)
      throw new DatabaseIsNewer(
        `The backup is of a later version of Posthorn (it knows ${name}). Install that version or a later one.`,
      )
    chosen[name] = found
  }
  await apply(db, chosen)
}

/** Lists the migrations that `migrate` would apply. Changes nothing. */
export async function pendingMigrations(db: Db, folder: string): Promise<readonly string[]> {
  const files = Object.keys(await readMigrations(folder))
  await refuseNewerDatabase(db, new Set(files))
  const applied = await appliedMigrations(db)
  return files.filter((name) => !applied.includes(name))
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, name), 'utf8')
    return [name.slice(0, -'.sql'.length), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function appliedMigrations(db: Db): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('schema_migration') is not null as there`.execute(db)
  if (!tables[0]?.there) return []
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

async function refuseNewerDatabase(db: Db, known: ReadonlySet<string>): Promise<void> {
  const unknown = (await appliedMigrations(db)).filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new DatabaseIsNewer(
      `The database was migrated by a later version of Posthorn (it knows ${unknown.join(', ')}). ` +
        'Start that version or a later one; going back is not possible.',
    )
  }
}
