import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Json } from '#kernel/json.ts'
import type { Tx } from './client.ts'
import type { Tables } from './tables.ts'

/**
 * A column's value as represented in code. A JSON column takes the value itself, not its text; bytes are written as
 * `\\x0aff`.
 */
type Value<Column> = Column extends Buffer ? string : Column extends { [key: string]: Json } ? unknown : Column

/** A row to insert. Columns with a default may be omitted, but only from every row of the statement. */
type NewRow<Table extends keyof Tables> = {
  readonly [Column in keyof Insertable<Tables[Table]>]: Column extends keyof Selectable<Tables[Table]>
    ? Value<Selectable<Tables[Table]>[Column]>
    : never
}

/** Inserts any number of rows in one statement. */
export async function bulkInsert<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  rows: readonly NewRow<Table>[],
): Promise<void> {
  if (rows.length > 0) await insertInto(table, rows).execute(tx)
}

/** Returns the statement of `bulkInsert`, for use as a part of a larger one. There is at least one row. */
export function insertInto<Table extends keyof Tables>(
  table: Table,
  rows: readonly NewRow<Table>[],
): RawBuilder<unknown> {
  const columns = namesOf(Object.keys(rows[0] ?? {}).sort())
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(asRow))}::jsonb)`
}

/** Renames keys to the database's names, so that `jsonb_populate_record` can fill a row from the values. */
export const asRow = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [inDatabase(name), value]))

/**
 * Returns the names of columns as one piece of SQL. Kysely would resolve a reference for each of them at every call,
 * which took a tenth of the processor time of a new post. The names are those of the code, never a client's.
 */
export const namesOf = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.raw(columns.map((name) => `"${inDatabase(name)}"`).join(', '))

const known = new Map<string, string>()

function inDatabase(name: string): string {
  const found = known.get(name) ?? name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`)
  known.set(name, found)
  return found
}
