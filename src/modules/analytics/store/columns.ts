import { type RawBuilder, sql } from 'kysely'
import { metricNames } from '../metrics.ts'

/** Writes one expression for each number, separated by commas or by `between`. */
export const eachNumber = (
  write: (column: RawBuilder<unknown>, name: string) => RawBuilder<unknown>,
  between: RawBuilder<unknown> = sql`, `,
) =>
  sql.join(
    metricNames.map((name) => write(sql.ref(name), name)),
    between,
  )

export const numberColumns = eachNumber((column) => column)

/** The columns of the numbers of an alias. */
export const numbersOf = (alias: string) => eachNumber((_, name) => sql.ref(`${alias}.${name}`))
