import { type RawBuilder, sql } from 'kysely'
import { type Db, inTx } from '#infra/db/client.ts'

/**
 * Times until which something waits are written as "now and a while", by the clock of that moment. When the clock goes back by an hour, it would
 * wait an hour longer: an account that rests for ten seconds would be silent for an hour. So the workers note the time every
 * few seconds, and when it is earlier than the newest that any of them has seen, all these times are moved back by the
 * difference. A lease keeps the time that its holder had left, so nothing is taken from a process that is at work.
 */

/** A column whose times were made of the clock of their moment. Times that users or schedules chose do not belong here. */
export interface WaitingTime {
  readonly table: string
  readonly column: string
  /** The key of the table, in whose order rows are locked, as those who work on them do. */
  readonly key?: string
  /** A condition on the row `t`, where only some rows wait in this sense. */
  readonly onlyIf?: RawBuilder<boolean>
}

/**
 * Selects the times that "now" was written as, in the column `written`: what was to happen at once, before the clock went back. The
 * row is `t`.
 */
export const wasNow = (time: string, written: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`t.${written}`)} > ph.now()
    and ${sql.ref(`t.${time}`)} <= ${sql.ref(`t.${written}`)} + interval '1 second')`

/** A smaller step delays nothing that matters. Nodes read the time within less of each other. */
const toleranceMs = 2_000

/**
 * Notes the time. Returns by how much the clock went back since any process noted it, and 0 as a rule. This process follows the
 * new time before what waits is moved: what it writes afterwards is not moved any more.
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
    // Another process was quicker.
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
