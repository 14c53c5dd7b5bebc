import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { AccountId, PostId, ProfileId } from '#kernel/ids.ts'
import type { PostMedia } from '#modules/posts/index.ts'
import { visibleProfiles } from '#modules/profiles/index.ts'
import type { Network } from '#rules/network-names.ts'
import type { Numbers, RateParts } from '../metrics.ts'
import { floatsOf } from './columns.ts'

export interface RankedPost extends Numbers, RateParts {
  readonly postId: PostId
  readonly content: string
  readonly publishedAt: Date
  readonly networks: Network[]
  readonly media: readonly PostMedia[]
}

interface PostsOf {
  readonly profiles: readonly ProfileId[]
  /** Null for all networks. */
  readonly network: Network | null
}

/**
 * Lists the posts of a period with the highest engagement, without those deleted here. The index ranks classes of
 * engagement, so the last class is read in full before its posts are compared.
 */
export async function listBestPosts(
  db: Db,
  { profiles, network }: PostsOf,
  { start, end, most }: { readonly start: Date; readonly end: Date; readonly most: number },
): Promise<RankedPost[]> {
  const { rows } = await sql<RankedPost>`
    with best as (
      select m.* from unnest(${[...profiles]}::uuid[]) of(id) cross join lateral (
        select m.*, p.content, p.media from metrics_post m join post p on p.id = m.post_id and p.deleted_at is null
        where m.profile_id = of.id and m.place = ${network ?? 'all'} and m.has_numbers
          and m.published_at >= ${start} and m.published_at < ${end}
        order by m.engagement_class desc fetch first ${sql.lit(most)} rows with ties) m
      order by m.engagement desc, m.published_at desc, m.post_id limit ${most})
    select b.post_id, left(b.content, 140) as content, b.media, b.published_at, ${floatsOf('b')},
      b.counted::float8 as counted, b.seen::float8 as seen,
      array(select place from metrics_post m where m.post_id = b.post_id and m.place <> 'all' order by place) as networks
    from best b order by b.engagement desc, b.published_at desc, b.post_id`.execute(db)
  return rows
}

/** Lists the posts of a period with the highest engagement on one account, with their metrics there. */
export async function listBestPostsOn(
  db: Db,
  accountId: AccountId,
  { start, end, most }: { readonly start: Date; readonly end: Date; readonly most: number },
): Promise<RankedPost[]> {
  const { rows } = await sql<RankedPost>`
    select p.id as post_id, left(p.content, 140) as content, p.media, w.published_at, ${floatsOf('w')},
      least(w.engagement, w.seen)::float8 as counted, w.seen::float8 as seen, array[w.network] as networks
    from metrics_watch w join post_target t on t.id = w.target_id
      join post p on p.id = t.post_id and p.deleted_at is null
    where w.account_id = ${accountId} and w.fetched_at is not null
      and w.published_at >= ${start} and w.published_at < ${end}
    order by w.engagement desc, w.published_at desc, p.id limit ${most}`.execute(db)
  return rows
}

type RecentPost = Pick<Numbers, 'views'> & { readonly postId: PostId; readonly engagement: number }

/** Lists the latest posts of a profile that have metrics. Impressions are used if no network reports views. */
export async function listRecentPosts(db: Db, profileId: ProfileId, since: Date, most: number): Promise<RecentPost[]> {
  const { rows } = await sql<RecentPost>`
    select m.post_id, (case when m.views > 0 then m.views else m.impressions end)::float8 as views,
      m.engagement::float8 as engagement
    from metrics_post m join post p on p.id = m.post_id and p.deleted_at is null
    where m.profile_id = ${profileId} and m.place = 'all' and m.has_numbers and m.published_at >= ${since}
    order by m.published_at desc limit ${most}`.execute(db)
  return rows
}

type NamedPost = Pick<RankedPost, 'postId' | 'content' | 'publishedAt' | 'networks' | 'media'>

/** Reads what names posts in a list of metrics. Leaves out posts that have been deleted since. */
export async function namePosts(db: Db, ids: readonly PostId[]): Promise<Map<PostId, NamedPost>> {
  const { rows } = await sql<NamedPost>`
    select m.post_id, left(p.content, 140) as content, p.media, m.published_at,
      array(select place from metrics_post n where n.post_id = m.post_id and n.place <> 'all' order by place) as networks
    from metrics_post m join post p on p.id = m.post_id and p.deleted_at is null
    where m.post_id = any(${[...ids]}::uuid[]) and m.place = 'all'`.execute(db)
  return new Map(rows.map((row) => [row.postId, row]))
}

type PostSums = Numbers & RateParts & { readonly postId: PostId }

/** Sums the metrics of posts over all their targets, for the posts that the caller may see and that have any. */
export async function readPostSums(db: Db, caller: Caller, ids: readonly PostId[]): Promise<PostSums[]> {
  const { rows } = await sql<PostSums>`
    select post_id, ${floatsOf('m')}, counted::float8 as counted, seen::float8 as seen from metrics_post m
    where post_id = any(${[...ids]}::uuid[]) and profile_id in (${visibleProfiles(db, caller).select('profile.id')})
      and place = 'all' and has_numbers`.execute(db)
  return rows
}

export interface HourSums {
  /** 0 is Sunday. */
  readonly day: number
  readonly hour: number
  readonly posts: number
  /** The posts with at least one counted view. */
  readonly seenPosts: number
  /** The sum of those posts' engagement rates, each 0 to 100. */
  readonly rates: number
  readonly engagement: number
}

/**
 * Sums the latest posts by the local weekday and hour of their publication, since a time. If there are more than
 * `most`, the oldest whole days (UTC) are left out.
 */
export async function sumByHour(
  db: Db,
  accounts: readonly AccountId[],
  { since, most, timezone }: { readonly since: Date; readonly most: number; readonly timezone: string },
): Promise<HourSums[]> {
  const ids = sql`any(${[...accounts]}::uuid[])`
  const { rows: found } = await sql<{ since: Date }>`
    select day::timestamp at time zone 'UTC' as since from (
      select day, sum(sum(posts)) over (order by day desc) as later from metrics_published
      where account_id = ${ids} and day >= (${since}::timestamptz at time zone 'UTC')::date group by day) days
    where later >= ${most} order by day desc limit 1`.execute(db)
  const [full] = found
  const from = full && full.since > since ? full.since : since
  const { rows } = await sql<HourSums>`
    select extract(dow from shown)::int as day, extract(hour from shown)::int as hour, count(*)::int as posts,
      count(*) filter (where seen > 0)::int as seen_posts,
      coalesce(sum(100.0 * least(engagement, seen) / nullif(seen, 0)), 0)::float8 as rates,
      sum(engagement)::float8 as engagement
    from (select published_at at time zone ${timezone} as shown, engagement, seen from metrics_watch
      where account_id = ${ids} and published_at >= ${from} and fetched_at is not null) w
    group by 1, 2`.execute(db)
  return rows
}
