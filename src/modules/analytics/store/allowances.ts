import { sql } from 'kysely'
import { type Db, inTx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

interface ReadsWanted {
  readonly network: Network
  readonly mode: Mode
  /** The first day of the month. */
  readonly month: Date
  readonly limit: number
  readonly wanted: number
}

/** Counts reads against a limit by month, and returns how many of them fit. */
export function addReads(db: Db, { network, mode, month, limit, wanted }: ReadsWanted): Promise<number> {
  const day = month.toISOString().slice(0, 10)
  return inTx(db, async (tx) => {
    await sql`insert into metrics_reads (network, mode, month, used) values (${network}, ${mode}, ${day}, 0)
      on conflict (network, mode, month) do nothing`.execute(tx)
    const { rows } = await sql<{ granted: number }>`
      update metrics_reads r set used = r.used + least(${wanted}::bigint, greatest(${limit}::bigint - before.used, 0))
      from (select * from metrics_reads where network = ${network} and mode = ${mode} and month = ${day} for update) before
      where r.network = before.network and r.mode = before.mode and r.month = before.month
      returning (r.used - before.used)::int as granted`.execute(tx)
    return rows[0]?.granted ?? 0
  })
}

/**
 * Records a refresh for each owner whose last one is long enough ago. `retryAfterMs` says when the next owner may
 * refresh, if none may now.
 */
export async function takeRefresh(
  db: Db,
  owners: readonly UserId[],
  everyMs: number,
): Promise<{ readonly taken: readonly UserId[]; readonly retryAfterMs: number }> {
  const { rows } = await sql<{ ownerUid: UserId }>`
    insert into metrics_refresh as r (owner_uid, at)
    select id, ph.now() from app_user where id = any(${[...owners]}::uuid[]) order by id
    on conflict (owner_uid) do update set at = excluded.at
      where r.at <= excluded.at - ${everyMs} * interval '1 ms'
    returning r.owner_uid`.execute(db)
  if (rows.length > 0) return { taken: rows.map(({ ownerUid }) => ownerUid), retryAfterMs: 0 }
  const { rows: waits } = await sql<{ ms: number }>`
    select greatest(1, ceil(extract(epoch from min(at) - ph.now()) * 1000 + ${everyMs}))::int as ms
    from metrics_refresh where owner_uid = any(${[...owners]}::uuid[])`.execute(db)
  return { taken: [], retryAfterMs: waits[0]?.ms ?? everyMs }
}
