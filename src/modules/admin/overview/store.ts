import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Network } from '#rules/network-names.ts'

/** Counts all users, and those who signed up since each of two times. */
export async function countUsers(db: Db, sinceDay: Date, sinceWeek: Date) {
  const { rows } = await sql<{ total: number; newIn24h: number; newIn7d: number }>`
    select (select coalesce(sum(count), 0) from user_tally)::int as total,
      count(*) filter (where created_at > ${sinceDay})::int as "newIn24h", count(*)::int as "newIn7d"
    from app_user where created_at > ${sinceWeek}`.execute(db)
  return rows[0] ?? { total: 0, newIn24h: 0, newIn7d: 0 }
}

interface Group {
  readonly by: 'plan' | 'role' | 'subscription'
  readonly key: string
  readonly count: number
}

/** Counts the users by plan, role and state of their subscription, in one pass. */
export async function groupUsers(db: Db): Promise<readonly Group[]> {
  const { rows } = await sql<Group>`
    select case when grouping(plan) = 0 then 'plan' when grouping(role) = 0 then 'role' else 'subscription' end as by,
      coalesce(plan, role, subscription_status) as key, sum(count)::int as count
    from user_tally group by grouping sets ((plan), (role), (subscription_status)) having sum(count) > 0`.execute(db)
  return rows
}

interface AccountCount {
  readonly network: Network
  readonly status: string
  readonly count: number
}

export async function groupAccounts(db: Db): Promise<readonly AccountCount[]> {
  const { rows } = await sql<AccountCount>`
    select network, status, sum(count)::int as count from account_tally group by 1, 2 having sum(count) > 0`.execute(db)
  return rows
}

export async function countThings(db: Db): Promise<{ readonly profiles: number; readonly endpoints: number }> {
  const { rows } = await sql<{ profiles: number; endpoints: number }>`
    select (select coalesce(sum(count), 0)::int from profile_tally) as profiles,
      (select count(*)::int from webhook_endpoint) as endpoints`.execute(db)
  return rows[0] ?? { profiles: 0, endpoints: 0 }
}

export async function readDatabase(db: Db): Promise<{ readonly sizeBytes: number; readonly version: string }> {
  const { rows } = await sql<{ sizeBytes: number; version: string }>`
    select pg_database_size(current_database()) as size_bytes,
      split_part(current_setting('server_version'), ' ', 1) as version`.execute(db)
  return rows[0] ?? { sizeBytes: 0, version: 'unknown' }
}

export async function countAlerts(db: Db): Promise<{ readonly open: number; readonly critical: number }> {
  const { rows } = await sql<{ open: number; critical: number }>`
    select count(*)::int as open, count(*) filter (where severity = 'critical')::int as critical
    from alert where acked_at is null and closed_at is null`.execute(db)
  return rows[0] ?? { open: 0, critical: 0 }
}
