import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { MetricName } from '../metrics.ts'
import { eachNumber, numberColumns } from './columns.ts'

interface AccountCounts {
  readonly followers: number | null
  readonly following: number | null
  readonly totalPosts: number | null
}

/** Records that the network responded, and which metrics it reports. */
export async function noteAnswered(
  tx: Tx,
  accountId: AccountId,
  reportedMetrics: readonly MetricName[],
): Promise<void> {
  await sql`
    update metrics_account set failures = 0,
      told = array(select distinct name from unnest(told || ${[...reportedMetrics]}::text[]) t(name) order by name)
    where account_id = ${accountId}
      and (failures > 0 or not told @> ${[...reportedMetrics]}::text[])`.execute(tx)
}

/**
 * Stores what a network reported about an account, with the sums of its posts. A count that the network did not report
 * is left unchanged. A snapshot is added if anything changed.
 */
export async function saveAccountCounts(
  tx: Tx,
  accountId: AccountId,
  counts: AccountCounts,
  dueAt: Date,
): Promise<void> {
  const counted = sql`coalesce(${counts.totalPosts}::bigint, m.total_posts, s.posts)`
  await sql`
    with sums as (
      select coalesce(sum(posts), 0)::bigint as posts, ${eachNumber((column) => sql`coalesce(sum(${column}), 0)::bigint as ${column}`)}
      from metrics_published where account_id = ${accountId}),
    noted as (
      update metrics_account m set fetched_at = date_trunc('milliseconds', ph.now()), due_at = ${dueAt},
        followers = coalesce(${counts.followers}::bigint, m.followers),
        following = coalesce(${counts.following}::bigint, m.following),
        total_posts = coalesce(${counts.totalPosts}::bigint, m.total_posts)
      where account_id = ${accountId} returning m.*),
    fresh as (select m.fetched_at as at, m.followers, m.following, ${counted} as total_posts,
      ${eachNumber((column) => sql`s.${column}`)} from noted m, sums s),
    last as (select * from metrics_account_snapshot where account_id = ${accountId} order by at desc limit 1)
    insert into metrics_account_snapshot (account_id, at, followers, following, total_posts, ${numberColumns})
    select ${accountId}, f.at, f.followers, f.following, f.total_posts, ${eachNumber((column) => sql`f.${column}`)}
    from fresh f left join last l on true
    where l.at is null or (l.followers, l.following, l.total_posts, ${eachNumber((column) => sql`l.${column}`)})
      is distinct from (f.followers, f.following, f.total_posts, ${eachNumber((column) => sql`f.${column}`)})
    on conflict (account_id, at) do nothing`.execute(tx)
}
