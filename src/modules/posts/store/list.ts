import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { AccountId, PostId, ProfileId } from '#kernel/ids.ts'
import { visibleProfiles } from '#modules/profiles/index.ts'
import type { PostStatus } from '../state.ts'
import type { PostRow } from './posts.ts'

export interface Filter {
  readonly status?: PostStatus | undefined
  readonly platform?: string | undefined
  readonly accountId?: AccountId | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly q?: string | undefined
}

/** Where a list goes on: after the post that has this time and id. */
export interface Position {
  readonly id: PostId
  readonly scheduledAt: Date | null
}

export const profilesWithin = async (db: Db, caller: Caller): Promise<ProfileId[]> =>
  (await visibleProfiles(db, caller).select('profile.id').execute()).map(({ id }) => id)

/**
 * Each profile walks its own index and stops at the limit, so a page costs the same with a million posts as with a
 * hundred. Newest first; an id says when a post was made.
 */
export async function newestPosts(
  db: Db,
  profileIds: readonly ProfileId[],
  filter: Filter,
  after: Position | null,
  limit: number,
): Promise<PostRow[]> {
  const beyond = after ? sql`and post.id < ${after.id}` : sql``
  return page(
    db,
    profileIds,
    sql`${beyond} ${matching(filter, sql.ref('post.createdAt'))} order by post.id desc`,
    sql`order by id desc`,
    limit,
  )
}

/** The soonest first, and those without a time last. */
export async function soonestPosts(
  db: Db,
  profileIds: readonly ProfileId[],
  filter: Filter & { readonly onlyScheduled: boolean },
  after: Position | null,
  limit: number,
): Promise<PostRow[]> {
  const rest = sql`${filter.onlyScheduled ? sql`and post.status in ('scheduled', 'queued')` : sql``}
    ${matching(filter, sql.ref('post.scheduledAt'))}`
  const dated =
    after && after.scheduledAt === null
      ? []
      : await page(
          db,
          profileIds,
          sql`and post.scheduled_at is not null
            ${after ? sql`and (post.scheduled_at, post.id) > (${after.scheduledAt}, ${after.id})` : sql``}
            ${rest} order by post.scheduled_at, post.id`,
          sql`order by scheduled_at, id`,
          limit,
        )
  if (dated.length === limit) return dated
  const undated = await page(
    db,
    profileIds,
    sql`and post.scheduled_at is null
      ${after && after.scheduledAt === null ? sql`and post.id > ${after.id}` : sql``} ${rest} order by post.id`,
    sql`order by id`,
    limit - dated.length,
  )
  return [...dated, ...undated]
}

async function page(
  db: Db,
  profileIds: readonly ProfileId[],
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select found.* from unnest(${[...profileIds]}::uuid[]) as within(profile_id)
    cross join lateral (
      select post.* from post where post.profile_id = within.profile_id and post.deleted_at is null
      ${where} limit ${limit}) as found
    ${order} limit ${limit}`.execute(db)
  return rows
}

function matching(
  { status, platform, accountId, from, to, q }: Filter,
  time: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const targeted = (what: RawBuilder<unknown>) =>
    sql`and exists (select from post_target t where t.post_id = post.id and ${what})`
  const like = q === undefined ? null : `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql.join(
    [
      status === undefined ? sql`` : sql`and post.status = ${status}`,
      platform === undefined ? sql`` : targeted(sql`t.network = ${platform}`),
      accountId === undefined ? sql`` : targeted(sql`t.account_id = ${accountId}`),
      from === undefined ? sql`` : sql`and ${time} >= ${from}`,
      to === undefined ? sql`` : sql`and ${time} < ${to}`,
      like === null ? sql`` : sql`and (post.content ilike ${like} or post.title ilike ${like})`,
    ],
    sql` `,
  )
}

/** Of a post within reach, in the trash too. */
export async function positionOf(db: Db, profileIds: readonly ProfileId[], id: PostId): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select post.id, post.scheduled_at from post
    where post.id = ${id} and post.profile_id = any(${[...profileIds]}::uuid[])`.execute(db)
  return rows[0]
}
