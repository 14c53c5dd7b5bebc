import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Network } from '#rules/network-names.ts'

export interface ReadsWanted {
  readonly network: Network
  readonly mode: 'sandbox' | 'live'
  /** The first day of the month. */
  readonly month: Date
  readonly limit: number
  readonly wanted: number
}

/** Counts reads against a limit by month, and returns how many of them fit. */
export async function addReads(db: Db, { network, mode, month, limit, wanted }: ReadsWanted): Promise<number> {
  const { rows } = await sql<{ granted: number }>`
    with now_used as (
      insert into metrics_reads as r (network, mode, month, used)
      values (${network}, ${mode}, (${month}::timestamptz at time zone 'UTC')::date, 0)
      on conflict (network, mode, month) do update set used = r.used returning r.*)
    update metrics_reads r set used = r.used + least(${wanted}::bigint, greatest(${limit}::bigint - r.used, 0))
    from now_used n where r.network = n.network and r.mode = n.mode and r.month = n.month
    returning least(${wanted}::bigint, greatest(${limit}::bigint - n.used, 0))::int as granted`.execute(db)
  return rows[0]?.granted ?? 0
}
