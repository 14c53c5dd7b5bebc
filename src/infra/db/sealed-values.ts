import { type RawBuilder, sql } from 'kysely'
import { type Seal, SealBroken } from '#infra/seal/seal.ts'
import { type Db, inTx } from './client.ts'
import type { GiveUpDeps, SealedColumn } from './reseal.ts'

type Deps = GiveUpDeps & { readonly db: Db }

/**
 * Checks whether the database contains sealed values, and whether our key sealed one of them. Quick on tables of any
 * size.
 */
export async function seekKnownValue(
  db: Db,
  seal: Pick<Seal, 'knownHeads'>,
  columns: readonly SealedColumn[],
): Promise<{ readonly hasValues: boolean; readonly hasKnown: boolean }> {
  const anyOf = (conditionOf: (column: SealedColumn) => RawBuilder<boolean>) =>
    sql.join(
      columns.map((column) => sql`exists (select from ${sql.table(column.table)} where ${conditionOf(column)})`),
      sql` or `,
    )
  const { rows } = await sql<{ hasValues: boolean; hasKnown: boolean }>`select
    ${anyOf(({ column }) => sql`${sql.ref(column)} is not null`)} as has_values,
    ${anyOf((column) => isKnown(seal, column))} as has_known`.execute(db)
  return rows[0] ?? { hasValues: false, hasKnown: false }
}

interface Sealed {
  readonly values: number
  /** Values sealed with keys that we do not have. */
  readonly foreign: number
  /** True if the one value that was tried can be decrypted, or if no value has a known key. */
  readonly opens: boolean
}

/** Counts the values of a column, and decrypts one. */
export async function examineColumn(db: Db, seal: Seal, column: SealedColumn): Promise<Sealed> {
  const { rows } = await sql<{ values: number; foreign: number }>`
    select count(*) as values, count(*) filter (where not ${isKnown(seal, column)}) as foreign
    from ${sql.table(column.table)} where ${sql.ref(column.column)} is not null`.execute(db)
  const { values, foreign } = rows[0] ?? { values: 0, foreign: 0 }
  const { rows: tried } = await sql<{ key: string[]; sealed: Buffer }>`
    select ${keyOf(column)} as key, ${sql.ref(column.column)} as sealed
    from ${sql.table(column.table)} where ${isKnown(seal, column)} limit 1`.execute(db)
  return {
    values,
    foreign,
    opens: tried.every(({ key, sealed }) => isOpened(seal, sealed, column.boundTo(...key))),
  }
}

const batchRows = 100

/** Discards the values whose keys we do not have, several rows per transaction. Returns their number. */
export async function giveUpForeign(deps: Deps, column: SealedColumn): Promise<number> {
  for (let givenUp = 0; ; ) {
    const inBatch = await inTx(deps.db, async (tx) => {
      const { rows } = await sql<{ key: string[] }>`select ${keyOf(column)} as key from ${sql.table(column.table)}
        where not ${isKnown(deps.seal, column)} limit ${batchRows}`.execute(tx)
      for (const { key } of rows) await column.giveUp(deps, tx, ...key)
      return rows.length
    })
    if (inBatch === 0) return givenUp
    givenUp += inBatch
  }
}

/** Null, and so neither true nor false, if there is no value. */
const isKnown = ({ knownHeads }: Pick<Seal, 'knownHeads'>, { column }: SealedColumn) =>
  sql<boolean>`(substring(${sql.ref(column)} from 1 for ${knownHeads[0]?.length ?? 0}::int) = any(${[...knownHeads]}::bytea[]))`

const keyOf = ({ key }: SealedColumn) => sql`array[${sql.join(key.map((name) => sql`${sql.ref(name)}::text`))}]`

function isOpened(seal: Seal, sealed: Buffer, boundTo: string): boolean {
  try {
    seal.open(sealed, boundTo)
    return true
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}
