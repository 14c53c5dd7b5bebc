import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { AccountId, UserId } from '#kernel/ids.ts'
import { eachNumber, numberColumns, numbersOf } from './columns.ts'
import { publishedFrom } from './roll-ups.ts'

/** Lists the accounts with metrics by the plan of their owner. */
export async function listKeepers(db: Db): Promise<{ plan: string; accounts: AccountId[] }[]> {
  const { rows } = await sql<{ plan: string; accounts: AccountId[] }>`
    select u.plan, array_agg(a.id order by a.id) as accounts
    from metrics_account m join account a on a.id = m.account_id join app_user u on u.id = a.owner_uid
    group by u.plan`.execute(db)
  return rows
}

/**
 * Deletes an account's data older than a number of days, up to `most` targets at a time. Returns the number of deleted
 * targets.
 */
export async function deleteBatchBefore(db: Db, accountId: AccountId, keptDays: number, most: number): Promise<number> {
  return inTx(db, async (tx) => {
    await sql`select from metrics_account where account_id = ${accountId} for no key update`.execute(tx)
    const oldest = sql`((ph.now() at time zone 'UTC')::date - ${keptDays}::int)`
    const { rows } = await sql<{ deleted: number }>`
      with old as (
        delete from metrics_watch where target_id in (
          select target_id from metrics_watch
          where account_id = ${accountId} and published_at < ${oldest}::timestamp at time zone 'UTC'
          order by published_at limit ${most})
        returning target_id),
      published as (delete from metrics_published where account_id = ${accountId} and day < ${oldest}),
      gained as (delete from metrics_gained where account_id = ${accountId} and day < ${oldest}),
      posts as (
        delete from metrics_post m using post_target t join old on old.target_id = t.id where m.post_id = t.post_id),
      counts as (
        delete from metrics_account_snapshot
        where account_id = ${accountId} and at < ${oldest}::timestamp at time zone 'UTC')
      select count(*)::int as deleted from old`.execute(tx)
    return rows[0]?.deleted ?? 0
  })
}

/** Deletes what networks reported about an account. */
export async function eraseAccountNumbers(tx: Tx, accountId: AccountId): Promise<void> {
  await sql`
    delete from metrics_post m using metrics_watch w join post_target t on t.id = w.target_id
    where w.account_id = ${accountId} and m.post_id = t.post_id`.execute(tx)
  for (const table of tablesOfAccount)
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(tx)
}

const tablesOfAccount = [
  'metrics_watch',
  'metrics_snapshot',
  'metrics_account_snapshot',
  'metrics_published',
  'metrics_gained',
  'metrics_account',
] as const

/** Deletes the snapshots of a user. The other rows are deleted with the user's accounts. */
export async function eraseUserNumbers(tx: Tx, uid: UserId): Promise<void> {
  await sql`delete from metrics_snapshot where account_id in (select id from account where owner_uid = ${uid})`.execute(
    tx,
  )
}

/** Each of these queries recomputes one roll-up of an account and counts the rows that differ from the stored ones. */
const countOf = async (db: Db, query: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${query}) differing`.execute(db)
  return rows[0]?.n ?? 0
}

export async function listAccountsWithNumbers(db: Db): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`select account_id as id from metrics_account order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts targets whose latest metrics differ from their last snapshot. */
export const countWrongTargets = (db: Db, accountId: AccountId): Promise<number> =>
  countOf(
    db,
    sql`select from metrics_watch w cross join lateral (
        select * from metrics_snapshot s where s.account_id = w.account_id and s.target_id = w.target_id
        order by s.at desc limit 1) s
      where w.account_id = ${accountId} and (${numbersOf('w')}) is distinct from (${numbersOf('s')})`,
  )

/** Counts publication days whose roll-up is wrong or missing. */
export const countWrongPublished = (db: Db, accountId: AccountId): Promise<number> => {
  const columns = sql`posts, quarters, ${numberColumns}, counted, seen`
  const days = sql`(select distinct account_id, (published_at at time zone 'UTC')::date as day
    from metrics_watch where account_id = ${accountId}) d`
  return countOf(
    db,
    sql`select from (select day, ${columns} from metrics_published where account_id = ${accountId}) stored
      full join (select day, ${columns} from (${publishedFrom(days)}) p) recomputed using (day)
      where stored is distinct from recomputed`,
  )
}

/**
 * Counts hours whose gains are not the differences between snapshots. A target's first remaining snapshot is not
 * compared if earlier ones may have expired, since what it had gained by then is unknown.
 */
export const countWrongGains = (db: Db, accountId: AccountId): Promise<number> =>
  countOf(
    db,
    sql`with steps as (
        select s.at at time zone 'UTC' as at,
          lag(s.at) over earlier is null and (w.target_id is null or w.published_at < oldest.month) as is_unknown,
          ${eachNumber((column) => sql`s.${column} - coalesce(lag(s.${column}) over earlier, 0) as ${column}`)}
        from metrics_snapshot s left join metrics_watch w on w.target_id = s.target_id
        cross join (select date_trunc('month', min(at)) as month from metrics_snapshot) oldest
        where s.account_id = ${accountId}
        window earlier as (partition by s.target_id order by s.at)),
      recomputed as (
        select at::date as day, extract(hour from at)::int + 1 as k, bool_or(is_unknown) as is_unknown,
          ${eachNumber((column) => sql`sum(${column})::bigint as ${column}`)}
        from steps group by 1, 2),
      stored as (
        select g.day, k, ${eachNumber((column) => sql`g.${column}[k] - coalesce(g.${column}[k - 1], 0) as ${column}`)}
        from metrics_gained g, generate_series(1, 24) k where g.account_id = ${accountId})
      select from stored full join recomputed using (day, k)
      where not coalesce(recomputed.is_unknown, false)
        and stored.day >= (select min(at)::date from steps)
        and (${eachNumber((column) => sql`coalesce(stored.${column}, 0) <> coalesce(recomputed.${column}, 0)`, sql` or `)})`,
  )

/** Counts posts of an account whose metrics are not the sums of their targets. */
export const countWrongPosts = (db: Db, accountId: AccountId): Promise<number> => {
  const sums = sql`${eachNumber((column) => sql`sum(w.${column})::bigint as ${column}`)},
    sum(least(w.engagement, w.seen))::bigint as counted, sum(w.seen)::bigint as seen`
  return countOf(
    db,
    sql`with own as (
        select distinct t.post_id from metrics_watch w join post_target t on t.id = w.target_id
        where w.account_id = ${accountId}),
      recomputed as (
        select t.post_id, place, ${sums} from own join post_target t using (post_id) join metrics_watch w on w.target_id = t.id
        cross join lateral (values ('all'), (w.network)) places(place) group by t.post_id, place),
      stored as (
        select m.post_id, m.place, ${numbersOf('m')}, m.counted, m.seen from own join metrics_post m using (post_id))
      select from stored full join recomputed using (post_id, place) where stored is distinct from recomputed`,
  )
}
