import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { AccountId, PostId } from '#kernel/ids.ts'
import type { Network } from '#rules/network-names.ts'
import type { MetricName, Numbers } from '../metrics.ts'
import { eachNumber, floatsOf } from './columns.ts'

/** An account: what its network reported, and the metrics of what was published here. */
export interface AccountNumbers extends Numbers {
  readonly accountId: AccountId
  readonly network: Network
  readonly followers: number | null
  readonly following: number | null
  readonly totalPosts: number
  /** Null if it has never been read. */
  readonly fetchedAt: Date | null
}

/** Reads accounts in the order of their IDs. */
export async function readAccountNumbers(db: Db, ids: readonly AccountId[]): Promise<AccountNumbers[]> {
  const { rows } = await sql<AccountNumbers>`
    select a.id as account_id, a.network, m.followers::float8 as followers, m.following::float8 as following,
      coalesce(m.total_posts, s.posts, 0)::float8 as total_posts, m.fetched_at,
      ${eachNumber((column) => sql`coalesce(s.${column}, 0)::float8 as ${column}`)}
    from account a left join metrics_account m on m.account_id = a.id
    left join (
      select account_id, sum(posts) as posts, ${eachNumber((column) => sql`sum(${column}) as ${column}`)}
      from metrics_published where account_id = any(${[...ids]}::uuid[]) group by account_id) s on s.account_id = a.id
    where a.id = any(${[...ids]}::uuid[]) order by a.id`.execute(db)
  return rows
}

/** Lists the snapshots of an account in a period, oldest first. */
export async function listAccountSnapshots(
  db: Db,
  accountId: AccountId,
  { start, end }: { readonly start: Date; readonly end: Date },
): Promise<(Omit<AccountNumbers, 'accountId' | 'network'> & { readonly fetchedAt: Date })[]> {
  const { rows } = await sql<Omit<AccountNumbers, 'accountId' | 'network'> & { fetchedAt: Date }>`
    select s.at as fetched_at, s.followers::float8 as followers, s.following::float8 as following,
      s.total_posts::float8 as total_posts, ${floatsOf('s')}
    from metrics_account_snapshot s
    where s.account_id = ${accountId} and s.at >= ${start} and s.at <= ${end} order by s.at`.execute(db)
  return rows
}

/** The metrics of one target of a post. */
export interface TargetNumbers extends Numbers {
  readonly accountId: AccountId
  readonly network: Network
  readonly told: readonly MetricName[]
  readonly fetchedAt: Date
}

/** Lists the latest metrics of the targets of a post that have any, in the order of the post. */
export async function listTargetNumbers(db: Db, postId: PostId): Promise<TargetNumbers[]> {
  const { rows } = await sql<TargetNumbers>`
    select w.account_id, w.network, coalesce(m.told, '{}') as told, w.fetched_at, ${floatsOf('w')}
    from post_target t join metrics_watch w on w.target_id = t.id
    left join metrics_account m on m.account_id = w.account_id
    where t.post_id = ${postId} and w.fetched_at is not null order by t.position`.execute(db)
  return rows
}

/** Lists the snapshots of all targets of a post, oldest first. */
export async function listTargetSnapshots(db: Db, postId: PostId): Promise<TargetNumbers[]> {
  const { rows } = await sql<TargetNumbers>`
    select s.account_id, w.network, coalesce(m.told, '{}') as told, s.at as fetched_at, ${floatsOf('s')}
    from post_target t join metrics_watch w on w.target_id = t.id
    join metrics_snapshot s on s.account_id = w.account_id and s.target_id = w.target_id
    left join metrics_account m on m.account_id = w.account_id
    where t.post_id = ${postId} order by s.at, t.position`.execute(db)
  return rows
}
