import { sql } from 'kysely'
import type { Emit } from '#infra/events/index.ts'
import { type Seal, SealBroken } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import { type Db, inTx, type Tx } from './client.ts'

/** A column that holds sealed values. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /** The context that the value is bound to, from the texts of that key. */
  boundTo(...key: string[]): string
  /** Deletes a value whose key is lost, and stops whatever cannot work without it. */
  giveUp(deps: GiveUpDeps, tx: Tx, ...key: string[]): Promise<void>
}

export interface GiveUpDeps {
  readonly clock: Clock
  readonly seal: Seal
  readonly emit: Emit
}

interface Resealed {
  readonly resealed: number
  /** Values that are damaged or encrypted with a key that we do not have. They stay unchanged. */
  readonly unreadable: number
  /** Values sealed with an earlier key during the run. */
  readonly left: number
}

interface ResealOptions {
  readonly batchRows?: number
  /** Runs after each batch, with the number of rows so far. */
  onBatch?(rows: number): void
}

interface Deps {
  readonly db: Db
  readonly seal: Seal
}

const mostRounds = 5

/**
 * Encrypts stored values with the current key while other processes keep working. Only rows sealed with an earlier key
 * are read, so an interrupted run continues where it stopped. A row that another transaction has locked is skipped and
 * processed in the next round, so neither waits for the other.
 */
export async function resealColumn(deps: Deps, column: SealedColumn, options: ResealOptions = {}): Promise<Resealed> {
  let resealed = 0
  let unreadable = 0
  let left = 0
  for (let round = 0; round < mostRounds; round++) {
    const before = resealed
    unreadable = 0
    for (let after: readonly string[] | null = null; ; ) {
      const batch: Batch = await inTx(deps.db, (tx) => resealBatch(deps, tx, column, after, options.batchRows ?? 200))
      resealed += batch.resealed
      unreadable += batch.unreadable
      if (!batch.last) break
      after = batch.last
      options.onBatch?.(resealed)
    }
    left = Math.max(0, (await countStale(deps, column)) - unreadable)
    if (left === 0 && (round > 0 || resealed === before)) break
  }
  return { resealed, unreadable, left }
}

interface Batch {
  readonly resealed: number
  readonly unreadable: number
  readonly last: readonly string[] | null
}

async function resealBatch(
  deps: Deps,
  tx: Tx,
  { table, column, key, boundTo }: SealedColumn,
  after: readonly string[] | null,
  batchRows: number,
): Promise<Batch> {
  const keyColumns = sql.join(key.map((name) => sql.ref(name)))
  const keyTexts = sql.join(key.map((name) => sql`${sql.ref(name)}::text`))
  const { rows } = await sql<{ key: string[]; sealed: Buffer }>`
    select array[${keyTexts}] as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${isStale(deps, column)} ${after ? sql`and (${keyColumns}) > (${sql.join(after)})` : sql``}
    order by ${keyColumns} limit ${batchRows} for update skip locked`.execute(tx)
  let unreadable = 0
  for (const row of rows) {
    const place = boundTo(...row.key)
    const plain = openOrNull(deps.seal, row.sealed, place)
    if (plain === null) {
      unreadable += 1
      continue
    }
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${deps.seal.seal(plain, place)}
      where (${keyColumns}) = (${sql.join(row.key)})`.execute(tx)
  }
  return { resealed: rows.length - unreadable, unreadable, last: rows.at(-1)?.key ?? null }
}

const isStale = ({ seal }: Deps, column: string) =>
  sql`substring(${sql.ref(column)} from 1 for ${seal.head.length}::int) <> ${seal.head}`

async function countStale(deps: Deps, { table, column }: SealedColumn): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} where ${isStale(deps, column)}`.execute(deps.db)
  return rows[0]?.n ?? 0
}

function openOrNull(seal: Seal, sealed: Buffer, place: string): Buffer | null {
  try {
    return seal.open(sealed, place)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/**
 * Lists the database columns that contain sealed values and are not among those given. Partitions count as their table.
 */
export async function sealedColumnsBesides(db: Db, known: readonly SealedColumn[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.atttypid = 'bytea'::regtype and a.attname like 'sealed\\_%'
    order by 1`.execute(db)
  const names = known.map(({ table, column }) => `${table}.${column}`)
  return rows.map(({ name }) => name).filter((name) => !names.includes(name))
}
