import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { walkBy } from '#infra/db/walk-by.ts'
import type { Caller } from '#kernel/caller.ts'
import { lowestIdAt, type PostId, type ProfileId } from '#kernel/ids.ts'
import { visibleProfiles } from '#modules/profiles/index.ts'
import type { Network } from '#rules/network-names.ts'
import type { PostStatus } from '../state.ts'
import { hasTimeFrom } from './delay.ts'
import { type Filter, isHeldForApproval, isUndecided, listed, matching } from './filter.ts'
import { type PageSize, type PostsRead, type PostView, profilesWithin, readPage } from './page.ts'

/** The position at which a list continues: after the post with this time and ID. */
export interface Position {
  readonly id: PostId
  readonly scheduledAt: Date | null
}

export const listProfileIds = async (db: Db, caller: Caller): Promise<ProfileId[]> =>
  (await visibleProfiles(db, caller).select('profile.id').execute()).map(({ id }) => id)

/**
 * Newest first, since an ID shows when a post was created. A page costs the same with a million posts as with a
 * hundred.
 */
export function listNewestPosts<Row extends { readonly id: PostId }>(
  db: Db,
  profileIds: readonly ProfileId[],
  { status, from, to, ...filter }: Filter,
  after: Position | null,
  size: PageSize,
  view: PostView<Row>,
): Promise<PostsRead<Row>> {
  // Posts of a rare status are found through a separate index, which is ordered within a single status.
  const each = status ? sql`cross join unnest(${[...status]}::text[]) as wished(status)` : sql``
  const posts = sql`select post.* from post
    where ${walkBy(sql`post.profile_id`, sql`within.profile_id`)} and post.deleted_at is null
    ${status ? sql`and post.status = wished.status` : sql``}
    ${after ? sql`and post.id < ${after.id}` : sql``}
    ${from ? sql`and post.id >= ${lowestIdAt<'post'>(from)}` : sql``}
    ${to ? sql`and post.id < ${lowestIdAt<'post'>(to)}` : sql``} ${matching(filter)}
    order by post.profile_id, post.id desc limit ${size.posts + 1}`
  const walk = { stretches: sql`${profilesWithin(profileIds)} ${each}`, posts, order: sql`order by post.id desc` }
  return readPage(db, walk, size, view)
}

/** Soonest first, and those without a time last. */
export function listSoonestPosts<Row extends { readonly id: PostId }>(
  db: Db,
  profileIds: readonly ProfileId[],
  { status, from, to, onlyScheduled, ...filter }: Filter & { readonly onlyScheduled: boolean },
  after: Position | null,
  size: PageSize,
  view: PostView<Row>,
): Promise<PostsRead<Row>> {
  const rest = sql`${onlyScheduled ? sql`and post.status in ('scheduled', 'queued')` : sql``}
    ${status ? sql`and post.status = any(${[...status]}::text[])` : sql``} ${matching(filter)}
    ${from ? sql`and ${hasTimeFrom(from)}` : sql``} ${to ? sql`and post.scheduled_at < ${to}` : sql``}`
  const beyond = after?.scheduledAt
    ? sql`and (post.scheduled_at, post.id) > (${after.scheduledAt}, ${after.id})`
    : sql``
  const dated = sql`(select post.* from post ${listed} and post.scheduled_at is not null ${beyond} ${rest}
    order by post.scheduled_at, post.id limit ${size.posts + 1})`
  const isPastDated = after !== null && after.scheduledAt === null
  // Ordered by all columns of the index. Otherwise PostgreSQL may walk the primary key, past the posts of everyone.
  const undated = sql`(select post.* from post
    where ${walkBy(sql`post.profile_id`, sql`within.profile_id`)} and post.deleted_at is null
      and post.scheduled_at is null ${isPastDated ? sql`and post.id > ${after.id}` : sql``} ${rest}
    order by post.profile_id, post.scheduled_at, post.id limit ${size.posts + 1})`
  const posts = isPastDated ? undated : sql`${dated} union all ${undated}`
  const order = sql`order by post.scheduled_at nulls last, post.id`
  return readPage(db, { stretches: profilesWithin(profileIds), posts, order }, size, view)
}

/** Returns the position of a post in these profiles, even if it is in the trash. */
export async function findPosition(
  db: Db,
  profileIds: readonly ProfileId[],
  id: PostId,
): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select post.id, post.scheduled_at from post
    where post.id = ${id} and post.profile_id = any(${[...profileIds]}::uuid[])`.execute(db)
  return rows[0]
}

export interface Count {
  /** Null for the total over all networks. */
  readonly network: Network | null
  readonly status: PostStatus
  readonly posts: number
}

type CountFilter = Pick<Filter, 'labelNames'>

/** Counts the posts that wait for an approval. Only posts that are not published yet are read. */
export async function countAwaitingApproval(
  db: Db,
  profileIds: readonly ProfileId[],
  filter: CountFilter,
): Promise<number> {
  const within = sql`post.profile_id = any(${[...profileIds]}::uuid[]) and post.deleted_at is null
    and post.status in ('draft', 'scheduled', 'queued', 'publishing') ${matching(filter)}`
  // Begins with the few posts that have a request or are held.
  const { rows } = await sql<{ posts: number }>`
    select count(*) as posts from (
      select post.id from post join profile on profile.id = post.profile_id
        join post_approval_request request on request.post_id = post.id
      where ${within} and ${isUndecided}
      union select post.id from post where ${within} and ${isHeldForApproval}) as waiting`.execute(db)
  return rows[0]?.posts ?? 0
}

export async function countPosts(db: Db, profileIds: readonly ProfileId[], filter: CountFilter): Promise<Count[]> {
  const within = sql`post.profile_id = any(${[...profileIds]}::uuid[]) and post.deleted_at is null ${matching(filter)}`
  const { rows } = await sql<Count>`
    select null as network, post.status, count(*) as posts from post where ${within} group by post.status
    union all
    select network, status, count(*) as posts from (
      select t.network, post.status from post join post_target t on t.post_id = post.id
      where ${within} group by post.id, t.network) as each group by network, status`.execute(db)
  return rows
}
