import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: true where a column has this value, in a query that is ordered by that column first. PostgreSQL then walks the index
 * that begins with the column. By an equation it knows that the column does not matter for the order, and may walk an index
 * that has the rest of the order alone, past the rows of everybody else, as if rows were spread evenly.
 */
export const walkBy = (column: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${column} = any(array[${value}])`
