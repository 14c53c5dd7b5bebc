import { sql } from 'kysely'
import type { Db } from '../client.ts'
import { type Effect, effectsOf } from './effects.ts'
import { brokenBy } from './judge.ts'
import { pendingMigrations } from './migrate.ts'
import type { Migration } from './migration.ts'
import { listRunningPrograms, type RunningProgram } from './running-programs.ts'

/** A migration that would run, and what it would do to tables that are in use. */
export interface PlannedMigration {
  readonly name: string
  readonly kind: Migration['kind']
  readonly effects: readonly PlannedEffect[]
  /** The running programs that would fail on the result. */
  readonly breaks: readonly RunningProgram[]
}

interface PlannedEffect extends Effect {
  /** The approximate number of rows in the table, from PostgreSQL's statistics. */
  readonly rows: number
}

/** Plans what `migrate` would do. Changes nothing. */
export async function planMigrations(db: Db, folder: string, version: string): Promise<readonly PlannedMigration[]> {
  const pending = await pendingMigrations(db, folder, version)
  if (pending.length === 0) return []
  const rows = await countRows(db)
  const running = await listRunningPrograms(db)
  return pending.map((migration) => ({
    name: migration.name,
    kind: migration.kind,
    // Tables created by an earlier one of these migrations block no one.
    effects: effectsOf(migration.statements).flatMap((effect) => {
      const count = rows.get(effect.table)
      return count === undefined ? [] : [{ ...effect, rows: count }]
    }),
    breaks: brokenBy(migration, running),
  }))
}

async function countRows(db: Db): Promise<ReadonlyMap<string, number>> {
  // A partitioned table has the rows of its partitions.
  const { rows } = await sql<{ name: string; rows: number }>`
    select c.relname as name, greatest(c.reltuples, (
      select coalesce(sum(greatest(p.reltuples, 0)), 0) from pg_inherits i join pg_class p on p.oid = i.inhrelid
      where i.inhparent = c.oid), 0)::float8 as rows
    from pg_class c where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p')`.execute(
    db,
  )
  return new Map(rows.map(({ name, rows: count }) => [name, Math.round(count)]))
}
