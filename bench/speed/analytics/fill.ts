import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { type AccountId, type PostId, toWire } from '#kernel/ids.ts'
import { metricNames } from '#modules/analytics/metrics.ts'
import { eachNumber } from '#modules/analytics/store/columns.ts'
import { publishedFrom } from '#modules/analytics/store/roll-ups.ts'

/** Fills a database with a year of posts and snapshots. Every snapshot adds the same amount to each metric. */

/**
 * The gain of a snapshot. As on real networks, few posts account for most of it: one in a hundred gains a hundred times
 * the minimum.
 */
const weight = sql`least(10000, floor(1 / (n * 0.618033988749895 - floor(n * 0.618033988749895) + 0.00001)))::bigint`

/** Creates accounts like an existing one, and posts of the last year, each on one account. */
export async function fillPosts(
  db: Db,
  { accountId, accounts, posts }: { readonly accountId: string; readonly accounts: number; readonly posts: number },
): Promise<AccountId[]> {
  await sql`
    with made as (
      insert into remote_account (id, network, mode, remote_id)
      select gen_random_uuid(), r.network, r.mode, 'bench-' || n
      from account a join remote_account r on r.id = a.remote_account_id, generate_series(2, ${accounts}::int) n
      where a.id = ${accountId} returning id, remote_id)
    insert into account (id, owner_uid, profile_id, remote_account_id, grant_id, network, mode, handle, status,
      is_default, created_at, updated_at)
    select gen_random_uuid(), a.owner_uid, a.profile_id, made.id, a.grant_id, a.network, a.mode, made.remote_id,
      a.status, false, a.created_at, a.updated_at
    from account a, made where a.id = ${accountId}`.execute(db)
  const { rows } = await sql<{ id: AccountId }>`
    select b.id from account a join account b on b.profile_id = a.profile_id and b.network = a.network
    where a.id = ${accountId} order by b.id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`insert into metrics_account (account_id, due_at, told, fetched_at)
    select id, 'infinity', ${[...metricNames]}::text[], ph.now() from account where id = any(${ids}::uuid[])
    on conflict (account_id) do update set told = excluded.told`.execute(db)
  await sql`create table bench_post as
    select gen_random_uuid() as id, gen_random_uuid() as target_id, n, ${weight} as weight,
      (${ids}::uuid[])[1 + n % ${ids.length}::int] as account_id,
      ph.now() - (n::float8 / ${posts}::float8) * interval '364 days' - interval '1 hour' as published_at
    from generate_series(1, ${posts}::int) n`.execute(db)
  await sql`insert into post (id, owner_uid, profile_id, intent, status, status_since, content, format, published_at,
      created_at, updated_at)
    select b.id, a.owner_uid, a.profile_id, 'scheduled', 'published', b.published_at, 'The gulls are back, no. ' || n,
      'post', b.published_at, b.published_at, b.published_at
    from bench_post b join account a on a.id = b.account_id`.execute(db)
  await sql`insert into post_target (id, owner_uid, post_id, account_id, network, position, created_at)
    select b.target_id, a.owner_uid, b.id, a.id, a.network, 0, b.published_at
    from bench_post b join account a on a.id = b.account_id`.execute(db)
  await sql`insert into metrics_watch (target_id, publication_id, account_id, network, remote_id, published_at, fetched_at)
    select b.target_id, gen_random_uuid(), a.id, a.network, b.n::text, b.published_at, ph.now()
    from bench_post b join account a on a.id = b.account_id`.execute(db)
  return ids
}

/** The gain of a post's snapshot, by its number. */
const numbered: readonly string[] = metricNames
const step = (name: string) => sql.lit(1 + numbered.indexOf(name))

/** Raises the number of snapshots to a total, spread over the months after each publication. */
export async function addSnapshots(db: Db, total: number): Promise<void> {
  await sql`truncate metrics_snapshot`.execute(db)
  await sql`
    insert into metrics_snapshot (account_id, target_id, at, ${eachNumber((column) => column)})
    select b.account_id, b.target_id, b.published_at + (k * k) * interval '1 hour',
      ${eachNumber((_, name) => sql`k * b.weight * ${step(name)}`)}
    from bench_post b, generate_series(1, 25) k
    where k <= ${total}::float8 / (select count(*) from bench_post)
      + (case when b.n % 2 = 0 then 0.5 else 0 end)
      and b.published_at + (k * k) * interval '1 hour' < ph.now()`.execute(db)
  await sql`
    update metrics_watch w set ${eachNumber((column) => sql`${column} = s.${column}`)}
    from (select distinct on (target_id) * from metrics_snapshot order by target_id, at desc) s
    where s.target_id = w.target_id`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** Builds the roll-ups from the stored snapshots. */
export async function rollUpSnapshots(db: Db, accounts: readonly AccountId[]): Promise<void> {
  await sql`truncate metrics_published, metrics_gained, metrics_post`.execute(db)
  const days = sql`(select distinct account_id, (published_at at time zone 'UTC')::date as day from metrics_watch
    where account_id = any(${[...accounts]}::uuid[])) d`
  await sql`insert into metrics_published (account_id, day, posts, quarters, ${eachNumber((column) => column)}, counted, seen)
    ${publishedFrom(days)}`.execute(db)
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const running = (name: string) =>
    sql`array[${sql.join(hours.map((hour) => sql`coalesce(sum(${sql.ref(name)}) filter (where hour <= ${sql.lit(hour)}), 0)::bigint`))}]`
  await sql`
    insert into metrics_gained (account_id, day, ${eachNumber((column) => column)})
    select account_id, day, ${eachNumber((_, name) => running(name))} from (
      select s.account_id, (s.at at time zone 'UTC')::date as day, extract(hour from s.at at time zone 'UTC') as hour,
        ${eachNumber((column, name) => sql`sum(b.weight * ${step(name)}) as ${column}`)}
      from metrics_snapshot s join bench_post b on b.target_id = s.target_id group by 1, 2, 3) h
    group by account_id, day`.execute(db)
  await sql`
    insert into metrics_post (post_id, place, profile_id, published_at, ${eachNumber((column) => column)}, counted, seen,
      has_numbers)
    select t.post_id, place, p.profile_id, w.published_at, ${eachNumber((column) => sql`w.${column}`)},
      least(w.engagement, w.seen), w.seen, true
    from metrics_watch w join post_target t on t.id = w.target_id join post p on p.id = t.post_id
    cross join lateral (values ('all'), (w.network)) places(place)`.execute(db)
  await sql`vacuum analyze metrics_published, metrics_gained, metrics_post`.execute(db)
}

export async function listPostIds(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: PostId }>`select id from bench_post order by n limit ${most}`.execute(db)
  return rows.map(({ id }) => toWire('post', id))
}

/** Computes a year's totals and daily gains from the snapshots alone, and returns how long that took. */
export async function walkYear(db: Db, accounts: readonly AccountId[]): Promise<number> {
  const startedAt = performance.now()
  const ids = sql`any(${[...accounts]}::uuid[])`
  await sql`
    select ${eachNumber((column) => sql`sum(${column})`)} from (
      select distinct on (account_id, target_id) * from metrics_snapshot
      where account_id = ${ids} order by account_id, target_id, at desc) newest`.execute(db)
  await sql`
    select (at at time zone 'Europe/Berlin')::date as day, ${eachNumber((column) => sql`sum(${column})`)} from (
      select at, ${eachNumber((column) => sql`${column} - coalesce(lag(${column}) over earlier, 0) as ${column}`)}
      from metrics_snapshot where account_id = ${ids}
      window earlier as (partition by account_id, target_id order by at)) gains
    group by 1`.execute(db)
  return performance.now() - startedAt
}
