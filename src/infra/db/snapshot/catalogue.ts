import type { Session } from './session.ts'

/** A table with its stored columns, in order. Generated columns are derived from the others. */
export interface SnapshotTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** A partition that code created while the service was running. Migrations do not recreate it. */
export interface Partition {
  readonly name: string
  readonly of: string
  /** The bound, as `create table … partition of` takes it. */
  readonly bound: string
}

export interface SequenceValue {
  readonly name: string
  readonly last: number
  readonly isCalled: boolean
}

/**
 * Lists the tables whose rows are worth keeping, each partitioned table as one. Rows of unlogged tables do not survive
 * a crash either, and the migrations themselves write the list of migrations.
 */
export async function listTables(session: Session): Promise<SnapshotTable[]> {
  const { rows } = await session.query<SnapshotTable>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p' and c.relname not like 'schema\\_migration%'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname collate "C"`)
  return rows
}

export async function listPartitions(session: Session): Promise<Partition[]> {
  const { rows } = await session.query<Partition>(`
    select c.relname as name, p.relname as of, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relispartition and c.relkind = 'r'
     order by c.relname collate "C"`)
  return rows
}

export async function listSequences(session: Session): Promise<SequenceValue[]> {
  const { rows } = await session.query<{ name: string }>(`
    select relname as name from pg_class
     where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'S' order by relname collate "C"`)
  const values: SequenceValue[] = []
  for (const { name } of rows) {
    const found = await session.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quote(name)}`,
    )
    for (const { last, isCalled } of found.rows) values.push({ name, last: Number(last), isCalled })
  }
  return values
}

export async function listMigrations(session: Session): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>('select name from schema_migration order by name collate "C"')
  return rows.map(({ name }) => name)
}

/** Quotes a database identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Returns the statement that reads a table. The text of one snapshot is always the same. */
export const copyOutOf = ({ name, columns }: SnapshotTable): string =>
  `copy (select ${columns.map(quote).join(', ')} from ${quote(name)}) to stdout`

export const copyInto = ({ name, columns }: SnapshotTable): string =>
  `copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`
