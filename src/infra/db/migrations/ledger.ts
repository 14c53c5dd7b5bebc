import { sql } from 'kysely'
import type { Db } from '../client.ts'
import type { Migration } from './migration.ts'

/** The migrations that a database has, each with the oldest program that may run on it. Null if not recorded. */
export type Applied = ReadonlyMap<string, string | null>

/** Represents a migration that expands: every program may run on it. */
export const anyProgram = 'any'

/** Reads which migrations a database has. Changes nothing. */
export async function readLedger(db: Db): Promise<Applied> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('schema_migration') is not null as there`.execute(db)
  if (!tables[0]?.there) return new Map()
  // Databases of the first versions lack the column.
  const { rows } = await sql<{ name: string; oldestProgram: string | null }>`
    select name, to_jsonb(m) ->> 'oldest_program' as "oldestProgram" from schema_migration m order by name`.execute(db)
  return new Map(rows.map(({ name, oldestProgram }) => [name, oldestProgram]))
}

/** Prepares the table for writing. The ledger is not a migration, because it must exist before the first one. */
export async function prepareLedger(db: Db): Promise<void> {
  await sql`create table if not exists schema_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    db,
  )
  const { rows } = await sql<{ there: boolean }>`select exists (
    select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'oldest_program'
      and not attisdropped) as there`.execute(db)
  if (!rows[0]?.there) await sql`alter table schema_migration add column oldest_program text`.execute(db)
}

export async function recordApplied(db: Db, migrations: readonly Migration[]): Promise<void> {
  for (const { name, kind } of migrations)
    await sql`insert into schema_migration (name, timestamp, oldest_program)
      values (${name}, to_char(ph.now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ${oldestProgramFor(kind)})
      on conflict (name) do nothing`.execute(db)
}

/** Adds what the first versions did not record. */
export async function completeLedger(db: Db, applied: Applied, migrations: readonly Migration[]): Promise<void> {
  for (const { name, kind } of migrations)
    if (applied.has(name) && applied.get(name) === null)
      await sql`update schema_migration set oldest_program = ${oldestProgramFor(kind)} where name = ${name}`.execute(db)
}

const oldestProgramFor = (kind: Migration['kind']): string => (kind.is === 'expand' ? anyProgram : kind.from)
