import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { firstIdAt } from '#infra/db/partitions/periods.ts'
import type { Mode } from '#rules/modes.ts'
import { type Network, networks } from '#rules/network-names.ts'

interface Latest {
  readonly network: Network
  readonly lastPublishedAt: Date | null
  readonly lastErrorAt: Date | null
  readonly lastErrorCode: string | null
  readonly lastError: string | null
}

/** Finds the latest success and the latest error of each network. */
export async function findLatest(db: Db): Promise<readonly Latest[]> {
  const { rows } = await sql<Latest>`
    select n.network, published.last_at as last_published_at,
      failed.finished_at as last_error_at, failed.error_code as last_error_code, failed.error as last_error
    from unnest(${[...networks]}::text[]) n (network)
    left join lateral (
      select last_at from publication_tally t
      where t.network = n.network and t.outcome = 'published' and t.last_at is not null order by t.last_at desc limit 1
    ) published on true
    left join lateral (
      select finished_at, error_code, error from publication p
      where p.network = n.network and p.status in ('failed', 'unknown') and p.finished_at is not null
      order by p.finished_at desc limit 1
    ) failed on true`.execute(db)
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

/** Counts what was published on each network in a period, and the calls that published it. */
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

/** Lists the remaining allowance that networks last reported for the installation's app. */
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
    select network, coalesce(sum(count) filter (where status = 'active'), 0)::int as active,
      coalesce(sum(count) filter (where status = 'needs_reconnect'), 0)::int as needs_reconnect
    from account_tally group by network`.execute(db)
  return rows
}
