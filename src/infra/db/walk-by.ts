import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: true where a column has this value, in a query that is ordered by that column first. PostgreSQL then walks the
 * index that begins with the column. With an equality it knows that the column does not affect the order. It may then
 * walk an index that covers only the rest of the order, past everyone else's rows, assuming that rows are spread
 * evenly.
 */
export const walkBy = (column: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${column} = any(array[${value}])`
