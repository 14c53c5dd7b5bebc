import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: true where a column has this value, in a query that is ordered by that column first. PostgreSQL then walks the
 * index that begins with the column. With an equality it knows that the column does not affect the order. It may then
 * walk an index that has only the rest of the order, past everyone else's rows, as if rows were spread evenly.
 */
export const walkBy = (column: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${column} = any(array[${value}])`
