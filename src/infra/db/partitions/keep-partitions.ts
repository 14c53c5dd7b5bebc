import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '../client.ts'
import { type Cut, cuts, type Period } from './periods.ts'

/**
 * Partitions by time the tables that grow indefinitely and whose oldest rows expire. Expiring a period means dropping
 * a table, whatever its size, and leaves no work for vacuum. A table is partitioned by week, by the range of a column
 * of our ids, which begin with their time; or by month, by the range of a column of times. A week begins on Monday,
 * 00:00 UTC, a month on its first day.
 *
 * Each table has a default partition, so that no write depends on this having run. A range cannot become a partition
 * while the default partition contains rows in that range, so those rows are moved in the same transaction. That takes
 * locks that would block all other transactions and those queued behind them. So it waits for the locks only briefly
 * and leaves the rest to the next run. Partitions are created long before their period begins, so this is early enough.
 */

/** A table that is partitioned by time. */
export interface PartitionedTable {
  readonly table: string
  /** The column that the table is partitioned by: UUIDs of version 7, or times if `every` is `month`. */
  readonly column: string
  /** Default: `week`. */
  readonly every?: 'week' | 'month'
}

interface KeepPartitionsOptions {
  readonly now: Date
  /**
   * A period is dropped when its end is older than this. In the default partition, each row older than this is deleted.
   */
  readonly keepMs: number
  readonly ahead?: number
  /** The maximum number of rows to move while others wait. A period with more rows stays in the default partition. */
  readonly mostMoved?: number
  readonly signal?: AbortSignal
}

export interface KeptPartitions {
  readonly made: readonly string[]
  readonly dropped: readonly string[]
  /** Rows moved from the default partitions into the new ones. */
  readonly moved: number
  /** Rows deleted from the default partitions because of their age. */
  readonly deleted: number
  /**
   * Partitions that could be neither created nor dropped because another transaction held a lock. The next run tries
   * again.
   */
  readonly postponed: readonly string[]
  /** Periods with too many rows in the default partition. The rows stay there until they expire. */
  readonly tooMany: readonly string[]
}

const lockTimeoutMs = 250
const batchRows = 5_000

/** Creates the partitions needed soon and drops old ones. Any number of nodes may run this at once. */
export async function keepPartitions(
  db: Db,
  tables: readonly PartitionedTable[],
  { now, keepMs, ahead = 2, mostMoved = 20_000, signal }: KeepPartitionsOptions,
): Promise<KeptPartitions> {
  const oldest = new Date(now.getTime() - keepMs)
  const done = { made: [] as string[], dropped: [] as string[], postponed: [] as string[], tooMany: [] as string[] }
  let moved = 0
  let deleted = 0
  for (const of of tables) {
    const { parts } = await readParts(db, of)
    // Each wait blocks others, so after one failed lock on a table its other partitions are left for the next run.
    let locked = false
    const attempt = async <Result>(work: (tx: Tx) => Promise<Result>) => {
      const outcome = locked ? 'locked' : await alone(db, of, work)
      locked = outcome === 'locked'
      return outcome
    }
    for (const period of partsFrom(of, now, ahead).filter(({ name }) => !parts.some((one) => one.name === name))) {
      if (signal?.aborted) break
      const outcome = await attempt((tx) => makePart(tx, of, period, mostMoved))
      if (outcome === 'locked') done.postponed.push(period.name)
      else if (outcome === 'too many') done.tooMany.push(period.name)
      else if (typeof outcome === 'object') {
        done.made.push(period.name)
        moved += outcome.moved
      }
    }
    for (const period of parts.filter(({ end }) => end <= oldest)) {
      if (signal?.aborted) break
      const outcome = await attempt((tx) => dropPart(tx, of, period))
      if (outcome === 'locked') done.postponed.push(period.name)
      else if (outcome === 'done') done.dropped.push(period.name)
    }
    while (!signal?.aborted) {
      const outcome = await alone(db, of, (tx) => deleteBatch(tx, of, oldest))
      if (typeof outcome !== 'number') break
      deleted += outcome
      if (outcome < batchRows) break
    }
  }
  return { ...done, moved, deleted }
}

/** A period with the name of its partition. */
type Part = Omit<Period, 'suffix'> & { readonly name: string }

const cutOf = ({ every = 'week' }: PartitionedTable): Cut => cuts[every]

const partsFrom = (of: PartitionedTable, now: Date, ahead: number): Part[] =>
  cutOf(of)
    .periodsFrom(now, ahead)
    .map(({ suffix, start, end }) => ({ name: `${of.table}_${suffix}`, start, end }))

interface Parts {
  readonly parts: readonly Part[]
  readonly rest: string
  /** Storage parameters of the default partition. A partitioned table itself has none. */
  readonly storage: readonly string[]
}

async function readParts(db: Db, of: PartitionedTable): Promise<Parts> {
  const { table } = of
  const { rows } = await sql<{ name: string; bound: string; storage: string[] | null; referredBy: string | null }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound, c.reloptions as storage,
      (select min(f.conrelid::regclass::text) from pg_constraint f
        where f.contype = 'f' and f.confrelid = i.inhparent) as referred_by
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${table}) order by c.relname`.execute(db)
  const rest = rows.find(({ bound }) => bound === 'DEFAULT')
  if (!rest)
    throw new Error(
      `${table} is not a partitioned table with a default partition. Partition it by the range of its id or time.`,
    )
  // A reference would see a moved row as a deleted one, and a cascade would delete the rows that refer to it.
  if (rest.referredBy)
    throw new Error(`${rest.referredBy} has a foreign key to ${table}, which is partitioned by time; drop it`)
  const { timeOf } = cutOf(of)
  const parts = rows.flatMap(({ name, bound }) => {
    const [, start, end] = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/.exec(bound) ?? []
    return start && end ? [{ name, start: timeOf(start), end: timeOf(end) }] : []
  })
  return { parts, rest: rest.name, storage: rest.storage ?? [] }
}

/**
 * Runs a transaction that no other node runs for this table at the same time, and that waits for locks only briefly.
 */
async function alone<Result>(
  db: Db,
  { table }: PartitionedTable,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | 'elsewhere' | 'locked'> {
  try {
    return await inTx(db, async (tx) => {
      const { rows } = await sql<{ mine: boolean; timeout: string }>`
        select pg_try_advisory_xact_lock(hashtextextended('partitions of ' || ${table}, 0)) as mine,
          set_config('lock_timeout', ${String(lockTimeoutMs)}, true) as timeout`.execute(tx)
      return rows[0]?.mine ? await work(tx) : 'elsewhere'
    })
  } catch (error) {
    if (isLocked(error)) return 'locked'
    throw error
  }
}

/** True if a lock was not granted in time, or on a deadlock. */
const isLocked = (error: unknown): boolean => ['55P03', '40P01'].includes(String((error as { code?: unknown })?.code))

async function makePart(
  tx: Tx,
  of: PartitionedTable,
  { name, start, end }: Part,
  mostMoved: number,
): Promise<{ readonly moved: number } | 'there' | 'too many'> {
  const { parts, rest, storage } = await readParts(tx, of)
  if (parts.some((one) => one.name === name)) return 'there'
  const { boundAt, type } = cutOf(of)
  const [from, to] = [boundAt(start), boundAt(end)]
  const [column, as] = [sql.ref(of.column), sql.raw(type)]
  const within = sql`${column} >= ${from}::${as} and ${column} < ${to}::${as}`
  const { rows: found } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${sql.table(rest)} where ${within} limit ${mostMoved + 1}) x`.execute(
    tx,
  )
  if ((found[0]?.n ?? 0) > mostMoved) return 'too many'

  // A writer chooses the partition first and then waits for its lock. It would put rows into the default partition that
  // belong to the new one by then, and fail. So writers wait at the table, and readers at the default partition.
  await sql`lock table only ${sql.table(of.table)} in share row exclusive mode`.execute(tx)
  await sql`lock table ${sql.table(rest)} in access exclusive mode`.execute(tx)
  // An attached partition cannot have its own identity column: numbers come from the table's.
  await sql`create table ${sql.table(name)} (like ${sql.table(of.table)} including all excluding identity)
    ${storage.length > 0 ? sql`with (${sql.raw(storage.join(', '))})` : sql``}`.execute(tx)
  const columns = await columnsOf(tx, of)
  const { numAffectedRows } = await sql`
    with moved as (delete from ${sql.table(rest)} where ${within} returning ${columns})
    insert into ${sql.table(name)} (${columns}) select ${columns} from moved`.execute(tx)
  await sql`alter table ${sql.table(of.table)} attach partition ${sql.table(name)}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx)
  return { moved: Number(numAffectedRows ?? 0) }
}

/** Lists columns by name, since the default partition may have been a table before, with another order of columns. */
async function columnsOf(tx: Tx, { table }: PartitionedTable) {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = to_regclass(${table})
      and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(tx)
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}

async function dropPart(tx: Tx, of: PartitionedTable, { name }: Part): Promise<'done' | 'gone'> {
  const { parts } = await readParts(tx, of)
  if (!parts.some((one) => one.name === name)) return 'gone'
  await sql`drop table ${sql.table(name)}`.execute(tx)
  return 'done'
}

async function deleteBatch(tx: Tx, of: PartitionedTable, before: Date): Promise<number> {
  const { rest } = await readParts(tx, of)
  const { boundAt, type } = cutOf(of)
  const { numAffectedRows } = await sql`
    delete from ${sql.table(rest)} where ctid = any(array(
      select ctid from ${sql.table(rest)} where ${sql.ref(of.column)} < ${boundAt(before)}::${sql.raw(type)}
      order by ${sql.ref(of.column)} limit ${batchRows} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
