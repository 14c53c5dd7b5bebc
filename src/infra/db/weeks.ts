import { sql } from 'kysely'
import { type Db, inTx, type Tx } from './client.ts'

/**
 * Partitions by week the tables that grow for ever and expire from their old end. Expiring a week means dropping a
 * table, whatever its size, and leaves no work for vacuum. The tables are partitioned by the range of a column of our
 * ids, which begin with their time. A week begins on Monday, 00:00 UTC.
 *
 * Each table has a default partition, so that no write depends on this having run. A range cannot become a partition
 * while the default holds rows of it, so those rows are moved in the same transaction. That takes locks that would hold
 * up all other transactions, and those behind them too. So it waits for the locks only briefly and leaves the rest to
 * the next run. Weeks are made long before they begin, so there is time.
 */

/** A table that is partitioned by week. */
export interface WeeklyTable {
  readonly table: string
  /** The column that the table is partitioned by: UUIDs of version 7. */
  readonly column: string
}

export interface KeepWeeksOptions {
  readonly now: Date
  /**
   * A week is dropped when its end is older than this. In the default partition, each row older than this is deleted.
   */
  readonly keepMs: number
  readonly weeksAhead?: number
  /** The most rows to move while others wait. A week with more rows stays in the default partition. */
  readonly mostMoved?: number
  readonly signal?: AbortSignal
}

export interface KeptWeeks {
  readonly made: readonly string[]
  readonly dropped: readonly string[]
  /** Rows moved from the default partitions into the new weeks. */
  readonly moved: number
  /** Rows deleted from the default partitions because of their age. */
  readonly deleted: number
  /**
   * Weeks that could be neither made nor dropped, because another transaction held a lock. The next run tries again.
   */
  readonly postponed: readonly string[]
  /** Weeks with too many rows in the default partition. The rows stay there until they expire. */
  readonly tooMany: readonly string[]
}

const weekMs = 7 * 86_400_000
/** The first Monday of Unix time. */
const mondayMs = 4 * 86_400_000
const lockTimeoutMs = 250
const batchRows = 5_000

/**
 * Returns the smallest id of a moment: every id made then or later is at least as great, and every earlier one is
 * smaller.
 */
export function firstIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Makes the weeks that are needed soon and drops the old ones. Any number of nodes may do it at once. */
export async function keepWeeks(
  db: Db,
  tables: readonly WeeklyTable[],
  { now, keepMs, weeksAhead = 2, mostMoved = 20_000, signal }: KeepWeeksOptions,
): Promise<KeptWeeks> {
  const oldest = new Date(now.getTime() - keepMs)
  const done = { made: [] as string[], dropped: [] as string[], postponed: [] as string[], tooMany: [] as string[] }
  let moved = 0
  let deleted = 0
  for (const of of tables) {
    const { weeks } = await readParts(db, of)
    // Each wait holds others up, so after one failed lock on a table its other weeks are left to the next run.
    let locked = false
    const attempt = async <Result>(work: (tx: Tx) => Promise<Result>) => {
      const outcome = locked ? 'locked' : await alone(db, of, work)
      locked = outcome === 'locked'
      return outcome
    }
    for (const week of weeksFrom(of, now, weeksAhead).filter(({ name }) => !weeks.some((one) => one.name === name))) {
      if (signal?.aborted) break
      const outcome = await attempt((tx) => makeWeek(tx, of, week, mostMoved))
      if (outcome === 'locked') done.postponed.push(week.name)
      else if (outcome === 'too many') done.tooMany.push(week.name)
      else if (typeof outcome === 'object') {
        done.made.push(week.name)
        moved += outcome.moved
      }
    }
    for (const week of weeks.filter(({ end }) => end <= oldest)) {
      if (signal?.aborted) break
      const outcome = await attempt((tx) => dropWeek(tx, of, week))
      if (outcome === 'locked') done.postponed.push(week.name)
      else if (outcome === 'done') done.dropped.push(week.name)
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

interface Week {
  readonly name: string
  readonly start: Date
  readonly end: Date
}

function weeksFrom({ table }: WeeklyTable, now: Date, weeksAhead: number): Week[] {
  const monday = Math.floor((now.getTime() - mondayMs) / weekMs) * weekMs + mondayMs
  return Array.from({ length: weeksAhead + 1 }, (_, no) => {
    const start = new Date(monday + no * weekMs)
    const name = `${table}_${start.toISOString().slice(0, 10).replaceAll('-', '')}`
    return { name, start, end: new Date(start.getTime() + weekMs) }
  })
}

interface Parts {
  readonly weeks: readonly Week[]
  readonly rest: string
  /** Storage parameters of the default partition. A partitioned table itself has none. */
  readonly storage: readonly string[]
}

async function readParts(db: Db, { table }: WeeklyTable): Promise<Parts> {
  const { rows } = await sql<{ name: string; bound: string; storage: string[] | null; referredBy: string | null }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound, c.reloptions as storage,
      (select min(f.conrelid::regclass::text) from pg_constraint f
        where f.contype = 'f' and f.confrelid = i.inhparent) as referred_by
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${table}) order by c.relname`.execute(db)
  const rest = rows.find(({ bound }) => bound === 'DEFAULT')
  if (!rest)
    throw new Error(
      `${table} is not a partitioned table with a default partition. Partition it by the range of its id.`,
    )
  // A reference would see a moved row as a deleted one, and a cascade would delete the rows that refer to it.
  if (rest.referredBy)
    throw new Error(`${rest.referredBy} has a foreign key to ${table}, which is cut by week; drop it`)
  const weeks = rows.flatMap(({ name, bound }) => {
    const [, start, end] = /FROM \('([0-9a-f-]{36})'\) TO \('([0-9a-f-]{36})'\)/.exec(bound) ?? []
    return start && end ? [{ name, start: timeOf(start), end: timeOf(end) }] : []
  })
  return { weeks, rest: rest.name, storage: rest.storage ?? [] }
}

const timeOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))

/**
 * Runs a transaction that no other node runs for this table at the same time, and that waits for locks only briefly.
 */
async function alone<Result>(
  db: Db,
  { table }: WeeklyTable,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | 'elsewhere' | 'locked'> {
  try {
    return await inTx(db, async (tx) => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('weeks of ' || ${table}, 0)) as mine,
          set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(tx)
      return rows[0]?.mine ? await work(tx) : 'elsewhere'
    })
  } catch (error) {
    if (isLocked(error)) return 'locked'
    throw error
  }
}

/** True when a lock was not granted in time, or on a deadlock. */
const isLocked = (error: unknown): boolean => ['55P03', '40P01'].includes(String((error as { code?: unknown })?.code))

async function makeWeek(
  tx: Tx,
  of: WeeklyTable,
  { name, start, end }: Week,
  mostMoved: number,
): Promise<{ readonly moved: number } | 'there' | 'too many'> {
  const { weeks, rest, storage } = await readParts(tx, of)
  if (weeks.some((one) => one.name === name)) return 'there'
  const [from, to] = [firstIdAt(start), firstIdAt(end)]
  const within = sql`${sql.ref(of.column)} >= ${from}::uuid and ${sql.ref(of.column)} < ${to}::uuid`
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
async function columnsOf(tx: Tx, { table }: WeeklyTable) {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = to_regclass(${table})
      and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(tx)
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}

async function dropWeek(tx: Tx, of: WeeklyTable, { name }: Week): Promise<'done' | 'gone'> {
  const { weeks } = await readParts(tx, of)
  if (!weeks.some((one) => one.name === name)) return 'gone'
  await sql`drop table ${sql.table(name)}`.execute(tx)
  return 'done'
}

async function deleteBatch(tx: Tx, of: WeeklyTable, before: Date): Promise<number> {
  const { rest } = await readParts(tx, of)
  const { numAffectedRows } = await sql`
    delete from ${sql.table(rest)} where ctid = any(array(
      select ctid from ${sql.table(rest)} where ${sql.ref(of.column)} < ${firstIdAt(before)}::uuid
      order by ${sql.ref(of.column)} limit ${batchRows} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
