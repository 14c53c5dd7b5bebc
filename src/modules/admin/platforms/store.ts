import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { firstIdAt } from '#infra/db/partitions/periods.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

interface Latest {
  readonly network: Network
  readonly lastPublishedAt: Date | null
  readonly lastErrorAt: Date | null
  readonly lastErrorCode: string | null
  readonly lastError: string | null
}

/** The number of publications that are looked at for the latest of each network, the newest first. */
const lookedAt = 5_000

/** Finds the latest success and the latest error of each network, among the newest publications. */
export async function findLatest(db: Db): Promise<readonly Latest[]> {
  const { rows } = await sql<Latest>`
    with recent as (
      select network, status, shown_at, finished_at, error_code, error from publication order by id desc limit ${lookedAt}),
    failed as (
      select distinct on (network) network, finished_at, error_code, error from recent
      where status in ('failed', 'unknown') order by network, finished_at desc)
    select r.network, max(r.shown_at) filter (where r.status = 'published') as last_published_at,
      max(f.finished_at) as last_error_at, max(f.error_code) as last_error_code, max(f.error) as last_error
    from recent r left join failed f on f.network = r.network group by r.network`.execute(db)
  return rows
}

interface Usage {
  readonly network: Network
  readonly mode: Mode
  readonly published: number
  readonly failed: number
  readonly unknown: number
  readonly calls: number
}

/** Counts what was published on each network in a span, and the calls that made it public. */
export async function countUsage(db: Db, from: Date, until: Date): Promise<readonly Usage[]> {
  const { rows } = await sql<Usage>`
    with ended as (
      select network, mode, sum(count) filter (where outcome = 'published') as published,
        sum(count) filter (where outcome = 'failed') as failed, sum(count) filter (where outcome = 'unknown') as unknown
      from publication_tally where hour >= ${from} and hour < ${until} group by 1, 2),
    called as (
      select p.network, l.mode, count(*) as calls from publication_call c
      join publication p on p.id = c.publication_id join remote_account l on l.id = p.remote_account_id
      where c.id >= ${firstIdAt(from)} and c.id < ${firstIdAt(until)} group by 1, 2)
    select coalesce(e.network, c.network) as network, coalesce(e.mode, c.mode) as mode,
      coalesce(e.published, 0)::bigint as published, coalesce(e.failed, 0)::bigint as failed,
      coalesce(e.unknown, 0)::bigint as unknown, coalesce(c.calls, 0)::bigint as calls
    from ended e full join called c on c.network = e.network and c.mode = e.mode order by 1, 2`.execute(db)
  return rows
}

interface AppQuota {
  readonly network: Network
  readonly mode: Mode
  readonly remaining: number
  readonly resetsAt: Date
  readonly readAt: Date
}

/** Lists what networks last said is left for the app of the installation. */
export async function listAppQuotas(db: Db): Promise<readonly AppQuota[]> {
  const { rows } = await sql<AppQuota>`
    select network, mode, remaining, resets_at, read_at from network_reading
    where scope = 'app' and resets_at > ph.now() order by network, mode`.execute(db)
  return rows
}

interface AccountCount {
  readonly network: Network
  readonly active: number
  readonly needsReconnect: number
}

export async function countAccounts(db: Db): Promise<readonly AccountCount[]> {
  const { rows } = await sql<AccountCount>`
    select network, count(*) filter (where status = 'active')::int as active,
      count(*) filter (where status = 'needs_reconnect')::int as needs_reconnect
    from account where disconnected_at is null group by network`.execute(db)
  return rows
}
