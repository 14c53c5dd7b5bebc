import { sql } from 'kysely'
import type { ClaimOptions } from '#infra/claim/index.ts'
import type { Db } from '#infra/db/client.ts'
import { wasNow } from '#infra/time/clock-steps.ts'

/** Returns when an engine last ran. Null if none has run, or if one is running. */
export async function findLastAtWork(db: Db, silenceMs: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select seen_at as at from engine_presence
    where seen_at < ph.now() - ${silenceMs} * interval '1 ms'`.execute(db)
  return rows[0]?.at ?? null
}

/**
 * Records that an engine is running, and that an outage has ended if none ran for longer than this. Nothing is known
 * about the time before the first note, so posts that have waited for longer count as missed then. An engine that may
 * not claim anything is not running, and false is returned.
 */
export async function notePresence(
  db: Db,
  { outageMs, onlyIf }: { readonly outageMs: number; readonly onlyIf?: ClaimOptions['onlyIf'] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into engine_presence as e (seen_at, outage_ended_at)
    select ph.now(), ph.now() - ${outageMs} * interval '1 ms' where ${onlyIf?.() ?? sql`true`}
    on conflict (only_row) do update set
      seen_at = greatest(e.seen_at, excluded.seen_at),
      outage_ended_at = case when e.seen_at < excluded.outage_ended_at then excluded.seen_at else e.outage_ended_at end`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Selects publications t that wait for an attempt at a time chosen by the engine, not by the user. */
export const waitsForTry = sql<boolean>`(t.attempts > 0 or t.status <> 'queued' or ${wasNow('due_at', 'born_at')})`
