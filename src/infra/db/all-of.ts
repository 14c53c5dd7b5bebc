import { type RawBuilder, sql } from 'kysely'
import { columnNames } from './tables.ts'

/**
 * Lists all columns of a table that this version knows. Statements that are planned once use it instead of `*`:
 * PostgreSQL refuses a plan whose columns have changed, and a later version may add a column while this version is
 * running.
 */
export function allOf(table: keyof typeof columnNames, alias: string): RawBuilder<unknown> {
  const columns = columnNames[table].split(' ').map((column) => `${alias}.${column}`)
  return sql.raw(columns.join(', '))
}
