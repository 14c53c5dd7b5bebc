import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'

/**
 * Notes that an engine is at work, and ends an outage if none was for longer than `outageMs`. Nothing is known about
 * the time before the first note, so at the first note, posts that have waited longer than that count as missed.
 */
export async function notePresence(db: Db, outageMs: number): Promise<void> {
  await sql`insert into engine_presence as e (seen_at, outage_ended_at)
    values (ph.now(), ph.now() - ${outageMs} * interval '1 ms')
    on conflict (only_row) do update set
      seen_at = greatest(e.seen_at, excluded.seen_at),
      outage_ended_at = case when e.seen_at < excluded.outage_ended_at then excluded.seen_at else e.outage_ended_at end`.execute(
    db,
  )
}
