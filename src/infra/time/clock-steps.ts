import { type RawBuilder, sql } from 'kysely'
import { type Db, inTx } from '#infra/db/client.ts'

/**
 * Times until which something waits are written as "now and a while", by the clock of that moment. If the clock is set
 * back by an hour, it would wait an hour longer: an account that is suspended for ten seconds would do nothing for an
 * hour. So the workers record the time every few seconds, and if it is earlier than the latest that any of them has
 * seen, all these times are moved back by the difference. A lease keeps its remaining time, so nothing is taken from a
 * process that is working.
 */

/**
 * A column whose times were computed from the clock when they were written. Times that users or schedules chose do not
 * belong here.
 */
export interface WaitingTime {
  readonly table: string
  readonly column: string
  /** The key of the table, in whose order rows are locked, as by the code that works on them. */
  readonly key?: string
  /** A condition on the row `t`, if only some rows wait in this sense. */
  readonly onlyIf?: RawBuilder<boolean>
}

/**
 * Selects the times that were written as "now", in the column `written`: for work that was due immediately before the
 * clock was set back. The row is `t`.
 */
export const wasNow = (time: string, written: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`t.${written}`)} > ph.now()
    and ${sql.ref(`t.${time}`)} <= ${sql.ref(`t.${written}`)} + interval '1 second')`

/** A smaller step causes no relevant delay. Nodes' clocks differ by less than this. */
const toleranceMs = 2_000

/**
 * Records the time. Returns by how much the clock was set back since any process recorded it, usually 0. This process
 * adopts the new time before waiting times are moved: what it writes afterwards is not moved.
 */
export async function noteTime(
  db: Db,
  waits: readonly WaitingTime[],
  follow: () => Promise<void> = async () => {},
): Promise<number> {
  const { numAffectedRows } = await sql`insert into clock_watch as c (seen_at) values (ph.now())
    on conflict (only_row) do update set seen_at = greatest(c.seen_at, excluded.seen_at)
    where c.seen_at <= excluded.seen_at + ${toleranceMs} * interval '1 ms'`.execute(db)
  if (numAffectedRows === 1n) return 0
  await follow()
  return await inTx(db, async (tx) => {
    const { rows } = await sql<{ backMs: number }>`
      select extract(epoch from seen_at - ph.now())::float8 * 1000 as back_ms from clock_watch for update`.execute(tx)
    const backMs = rows[0]?.backMs ?? 0
    // Another process was faster.
    if (backMs <= toleranceMs) return 0
    for (const wait of waits) await moveBack(tx, wait, backMs)
    await sql`update clock_watch set seen_at = ph.now()`.execute(tx)
    return backMs
  })
}

async function moveBack(db: Db, { table, column, key = 'id', onlyIf }: WaitingTime, backMs: number): Promise<void> {
  const time = sql.ref(`t.${column}`)
  await sql`
    with ahead as materialized (
      select t.ctid as place from ${sql.table(table)} t
      where ${time} > ph.now() and ${time} < 'infinity' and ${onlyIf ?? sql`true`}
      order by ${sql.ref(`t.${key}`)} for update)
    update ${sql.table(table)} t set ${sql.ref(column)} = ${time} - ${backMs} * interval '1 ms'
    from ahead where t.ctid = ahead.place`.execute(db)
}
