import { type RawBuilder, sql } from 'kysely'
import { metricNames } from '../metrics.ts'

/** Writes one expression for each metric, separated by commas or by `between`. */
export const eachNumber = (
  write: (column: RawBuilder<unknown>, name: string) => RawBuilder<unknown>,
  between: RawBuilder<unknown> = sql`, `,
) =>
  sql.join(
    metricNames.map((name) => write(sql.ref(name), name)),
    between,
  )

export const numberColumns = eachNumber((column) => column)

/** The metric columns of an alias. */
export const numbersOf = (alias: string) => eachNumber((_, name) => sql.ref(`${alias}.${name}`))

/** The metrics of an alias, as JavaScript reads them. */
export const floatsOf = (alias: string) =>
  eachNumber((column, name) => sql`${sql.ref(`${alias}.${name}`)}::float8 as ${column}`)

/** The sums of an alias's metrics, as JavaScript reads them. */
export const sumsOf = (alias: string) =>
  eachNumber((column, name) => sql`coalesce(sum(${sql.ref(`${alias}.${name}`)}), 0)::float8 as ${column}`)
