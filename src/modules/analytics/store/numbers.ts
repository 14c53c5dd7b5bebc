import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { AccountId, PostTargetId } from '#kernel/ids.ts'
import type { MetricName, Numbers } from '../metrics.ts'
import { eachNumber, numberColumns, numbersOf } from './columns.ts'
import { addToPosts } from './posts.ts'
import { type Gain, rollUpPublished } from './roll-ups.ts'

/** The metrics that a reading found, and what it says about the next one. Omitted fields are left unchanged. */
export type FoundNumbers = {
  readonly targetId: PostTargetId
  readonly misses?: number
  readonly dueAt?: Date
} & Readonly<Partial<Numbers>>

/**
 * Stores the metrics of an account's targets and rolls them up, in the transaction of the reading. A snapshot is added
 * at the first reading, and when a metric has changed. The row of a target is written once, with its next reading. The
 * caller has locked the account. Returns the number of snapshots.
 */
export async function saveNumbers(tx: Tx, accountId: AccountId, found: readonly FoundNumbers[]): Promise<number> {
  if (found.length === 0) return 0
  const { rows } = await prepared('save-numbers')<Gain>`
    with moment as materialized (select date_trunc('milliseconds', ph.now()) as at),
    looked as materialized (
      select w.target_id, coalesce(g.misses, w.misses) as misses, coalesce(g."dueAt", w.due_at) as due_at,
        w.fetched_at is null as is_first, least(w.engagement, w.seen) as counted, w.seen,
        ${eachNumber((column) => sql`coalesce(g.${column}, w.${column}) as ${column}`)},
        ${eachNumber((column, name) => sql`coalesce(g.${column}, w.${column}) - w.${column} as ${more(name)}`)}
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as g("targetId" uuid, misses integer, "dueAt" timestamptz, ${eachNumber((column) => sql`${column} bigint`)})
      join metrics_watch w on w.target_id = g."targetId" and w.account_id = ${accountId}),
    changed as materialized (
      select * from looked where is_first or ${eachNumber((_, name) => sql`${more(name)} <> 0`, sql` or `)}),
    stored as (
      insert into metrics_snapshot (account_id, target_id, at, ${numberColumns})
      select ${accountId}, c.target_id, moment.at, ${numbersOf('c')} from changed c, moment
      on conflict (account_id, target_id, at) do update
        set ${eachNumber((column) => sql`${column} = excluded.${column}`)}),
    gained as (
      insert into metrics_gained as m (account_id, day, ${numberColumns})
      select ${accountId}, (moment.at at time zone 'UTC')::date, ${eachNumber(
        (_, name) => sql`ph.gain_in_hour(extract(hour from moment.at at time zone 'UTC')::int, sum(c.${more(name)}))`,
      )}
      from changed c, moment group by moment.at
      on conflict (account_id, day) do update
        set ${eachNumber((column) => sql`${column} = ph.add_each(m.${column}, excluded.${column})`)}),
    noted as (
      update metrics_watch w set fetched_at = moment.at, misses = l.misses, due_at = l.due_at,
        ${eachNumber((column) => sql`${column} = l.${column}`)}
      from looked l, moment where w.target_id = l.target_id
      returning w.target_id, w.account_id, w.published_at, w.seen, least(w.engagement, w.seen) as counted)
    select n.target_id, n.account_id, n.published_at, (n.counted - c.counted)::float8 as counted,
      (n.seen - c.seen)::float8 as seen, ${eachNumber((column, name) => sql`c.${more(name)}::float8 as ${column}`)}
    from changed c join noted n using (target_id)`.execute(tx)
  await addToPosts(tx, rows)
  await rollUpPublished(tx, rows)
  return rows.length
}

const more = (name: string) => sql.ref(`more_${name}`)

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
