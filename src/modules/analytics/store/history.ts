import { sql } from 'kysely'
import { bulkInsert } from '#infra/db/bulk-insert.ts'
import type { Tx } from '#infra/db/client.ts'
import type { AccountId, PostTargetId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import { type MetricName, type Numbers, noNumbers } from '../metrics.ts'
import { eachNumber, numberColumns } from './columns.ts'
import { addPosts } from './posts.ts'
import { publishedFrom } from './roll-ups.ts'

/** The history of an account whose metrics were not read from a network, such as sample data. */
export interface AccountHistory {
  readonly accountId: AccountId
  readonly network: Network
  readonly told: readonly MetricName[]
  readonly targets: readonly TargetHistory[]
  /** The account on each day, oldest first. */
  readonly days: readonly (Numbers & {
    readonly at: Date
    readonly followers: number
    readonly following: number
    readonly totalPosts: number
  })[]
}

interface TargetHistory {
  readonly targetId: PostTargetId
  readonly publicationId: string
  readonly remoteId: string
  readonly publishedAt: Date
  /** The metrics at each reading, oldest first. */
  readonly looks: readonly (Numbers & { readonly at: Date })[]
}

/**
 * Stores the history of new accounts, and rolls it up. Their posts are not read, since no network knows them, and
 * neither are the accounts until a refresh.
 */
export async function insertHistory(tx: Tx, histories: readonly AccountHistory[]): Promise<void> {
  for (const history of histories) await insertAccount(tx, history)
  const ids = histories.map(({ accountId }) => accountId)
  await addPosts(
    tx,
    histories.flatMap(({ targets }) => targets.map(({ targetId }) => targetId)),
  )
  await rollUpAll(tx, ids)
}

async function insertAccount(
  tx: Tx,
  { accountId, network, told: reportedMetrics, targets, days }: AccountHistory,
): Promise<void> {
  const newest = days.at(-1)
  await sql`
    insert into metrics_account (account_id, due_at, told, followers, following, total_posts, fetched_at)
    values (${accountId}, 'infinity', ${[...reportedMetrics]}::text[], ${newest?.followers ?? null}, ${newest?.following ?? null},
      ${newest?.totalPosts ?? null}, ${newest?.at ?? null})
    on conflict (account_id) do update set due_at = excluded.due_at, told = excluded.told,
      followers = excluded.followers, following = excluded.following, total_posts = excluded.total_posts,
      fetched_at = excluded.fetched_at`.execute(tx)
  await bulkInsert(
    tx,
    'metricsWatch',
    targets.map(({ looks, ...target }) => {
      const { at, ...numbers } = looks.at(-1) ?? { at: null, ...noNumbers }
      return { ...target, ...numbers, accountId, network, dueAt: null, fetchedAt: at }
    }),
  )
  await bulkInsert(
    tx,
    'metricsSnapshot',
    targets.flatMap(({ targetId, looks }) =>
      looks.filter((look, nth) => hasChanged(look, looks[nth - 1])).map((look) => ({ accountId, targetId, ...look })),
    ),
  )
  await bulkInsert(
    tx,
    'metricsAccountSnapshot',
    days.map((day) => ({ accountId, ...day })),
  )
}

const hasChanged = ({ at: _, ...now }: Numbers & { at: Date }, before: Numbers | undefined): boolean =>
  before === undefined || (Object.keys(now) as MetricName[]).some((name) => now[name] !== before[name])

/** Computes all roll-ups of accounts from their snapshots, if there are none yet. Call `addPosts` first. */
async function rollUpAll(tx: Tx, accounts: readonly AccountId[]): Promise<void> {
  const ids = sql`any(${[...accounts]}::uuid[])`
  const days = sql`(select distinct account_id, (published_at at time zone 'UTC')::date as day
    from metrics_watch where account_id = ${ids}) d`
  await sql`insert into metrics_published (account_id, day, posts, quarters, ${numberColumns}, counted, seen)
    ${publishedFrom(days)}`.execute(tx)
  await sql`
    insert into metrics_gained (account_id, day, ${numberColumns})
    select account_id, day, ${eachNumber((column) => sql`array_agg(${column} order by k)`)} from (
      select account_id, day, k, ${eachNumber(
        (column) => sql`(sum(sum(${column})) over until_hour)::bigint as ${column}`,
      )}
      from (
        select account_id, at::date as day, extract(hour from at)::int + 1 as k, ${numberColumns} from (
          select account_id, at at time zone 'UTC' as at, ${eachNumber(
            (column) => sql`${column} - coalesce(lag(${column}) over earlier, 0) as ${column}`,
          )}
          from metrics_snapshot where account_id = ${ids}
          window earlier as (partition by account_id, target_id order by at)) gains
        union all
        select account_id, day, k, ${eachNumber(() => sql`0`)}
        from (select distinct account_id, (at at time zone 'UTC')::date as day from metrics_snapshot
          where account_id = ${ids}) each_day, generate_series(1, 24) k) hours
      group by account_id, day, k
      window until_hour as (partition by account_id, day order by k)) sums
    group by account_id, day`.execute(tx)
  await sql`
    update metrics_post m set has_numbers = true, counted = s.counted, seen = s.seen,
      ${eachNumber((column) => sql`${column} = s.${column}`)}
    from (
      select t.post_id, place, ${eachNumber((column) => sql`sum(w.${column}) as ${column}`)},
        sum(least(w.engagement, w.seen)) as counted, sum(w.seen) as seen
      from metrics_watch w join post_target t on t.id = w.target_id
      cross join lateral (values ('all'), (w.network)) places(place)
      where w.account_id = ${ids} and w.fetched_at is not null group by t.post_id, place) s
    where m.post_id = s.post_id and m.place = s.place`.execute(tx)
}
