import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { walkBy } from '#infra/db/walk-by.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import type { MetricSort } from '../sorts.ts'
import { postStatuses } from '../state.ts'
import { type Filter, listed, matching } from './filter.ts'
import { type PageSize, type PostsRead, type PostView, profilesWithin, readPage } from './page.ts'

interface Ranking {
  readonly isAscending: boolean
  /** The post after which the list continues, at the place where it is now. */
  readonly after: PostId | null
}

/**
 * When a post was or will be published, as pages show it. Infinity without such a time. The index `post_date` has the
 * same expression.
 */
const dateOf = (post: RawBuilder<unknown>): RawBuilder<Date> =>
  sql`coalesce(case when ${post}.status in ('published', 'partial') then ${post}.published_at end,
    ${post}.scheduled_at, ${post}.published_at, 'infinity')`
const date = dateOf(sql`post`)

/** The latest first, after those without a time; or the earliest first, before those without a time. */
export function listPostsByDate<Row extends { readonly id: PostId }>(
  db: Db,
  profileIds: readonly ProfileId[],
  { status = postStatuses, from, to, ...filter }: Filter,
  { isAscending, after }: Ranking,
  size: PageSize,
  view: PostView<Row>,
): Promise<PostsRead<Row>> {
  const direction = isAscending ? sql`` : sql`desc`
  const posts = sql`select post.* from post
    where ${walkBy(sql`post.profile_id`, sql`within.profile_id`)} and post.deleted_at is null
    and post.status = wished.status ${within(from, to)} ${matching(filter)}
    ${after ? sql`and (${date}, post.id) ${beyond(isAscending)} (${soleOf(after, dateOf(sql`one`))}, ${after})` : sql``}
    order by post.profile_id ${isAscending ? sql`desc` : sql``}, ${date} ${direction}, post.id ${direction}
    limit ${size.posts + 1}`
  // The index is ordered within a status, and is read backwards from the earliest.
  const each = sql`cross join unnest(${[...status]}::text[]) as wished(status)`
  const order = sql`order by ${date} ${direction}, post.id ${direction}`
  return readPage(db, { stretches: sql`${profilesWithin(profileIds)} ${each}`, posts, order }, size, view)
}

/** The highest or lowest value of a metric first, and posts that have no metrics last. Each page reads all posts. */
export function listPostsByMetric<Row extends { readonly id: PostId }>(
  db: Db,
  profileIds: readonly ProfileId[],
  { status, from, to, ...filter }: Filter,
  { metric, isAscending, after }: Ranking & { readonly metric: MetricSort },
  size: PageSize,
  view: PostView<Row>,
): Promise<PostsRead<Row>> {
  const direction = isAscending ? sql`` : sql`desc`
  const measure = sql`coalesce(${columns[metric]}, ${isAscending ? sql`'infinity'` : sql`-1`})`
  const measured = sql`left join metrics_post m
    on m.post_id = post.id and m.place = ${filter.platform ?? 'all'} and m.has_numbers`
  const continued = after
    ? sql`and (${measure}, post.id) ${beyond(isAscending)} (
        (select ${measure} from post ${measured} where post.id = ${after}), ${after})`
    : sql``
  const posts = sql`select post.*, ${measure} as measure from post ${measured} ${listed}
    ${status ? sql`and post.status = any(${[...status]}::text[])` : sql``} ${within(from, to)} ${matching(filter)}
    ${continued} order by measure ${direction}, post.id ${direction} limit ${size.posts + 1}`
  const order = sql`order by post.measure ${direction}, post.id ${direction}`
  return readPage(db, { stretches: profilesWithin(profileIds), posts, order }, size, view)
}

const columns: Readonly<Record<MetricSort, RawBuilder<number>>> = {
  views: sql`m.views::float8`,
  impressions: sql`m.impressions::float8`,
  reach: sql`m.reach::float8`,
  likes: sql`m.likes::float8`,
  comments: sql`m.comments::float8`,
  shares: sql`m.shares::float8`,
  saves: sql`m.saves::float8`,
  engagement: sql`m.engagement::float8`,
  // A post with metrics that no one has seen has a rate of 0, as in analytics.
  engagementRate: sql`case when m.seen > 0 then m.counted::float8 / m.seen else m.seen end`,
}

const beyond = (isAscending: boolean): RawBuilder<unknown> => (isAscending ? sql`>` : sql`<`)

const soleOf = (id: PostId, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${value} from post one where one.id = ${id})`

/** A post without a time is in no period. */
const within = (from: Date | undefined, to: Date | undefined): RawBuilder<unknown> => sql`
  ${from ? sql`and ${date} >= ${from}` : sql``} ${to ? sql`and ${date} < ${to}` : sql``}
  ${from || to ? sql`and ${date} < 'infinity'` : sql``}`
