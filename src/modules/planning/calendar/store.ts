import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { CalendarFeedTable } from '#infra/db/tables.ts'
import type { CalendarFeedId, PostId, ProfileId } from '#kernel/ids.ts'
import { hasTag } from '#modules/labels/index.ts'
import type { PostRow } from '#modules/posts/index.ts'

type FeedRow = Selectable<CalendarFeedTable>

export const insertFeed = (tx: Tx, feed: FeedRow): Promise<FeedRow> =>
  tx.insertInto('calendarFeed').values(feed).returningAll().executeTakeFirstOrThrow()

/** Lists the feeds of a profile, newest first. */
export const listFeeds = (db: Db, profileId: ProfileId): Promise<FeedRow[]> =>
  db
    .selectFrom('calendarFeed')
    .selectAll()
    .where('calendarFeed.profileId', '=', profileId)
    .orderBy('calendarFeed.id', 'desc')
    .execute()

export async function deleteFeed(tx: Tx, profileId: ProfileId, id: CalendarFeedId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendarFeed')
    .where('calendarFeed.profileId', '=', profileId)
    .where('calendarFeed.id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Finds the profile of a feed. It must not be in the trash, and the user who created the feed must still have access,
 * as its owner or a member, and not be disabled.
 */
export async function findFeedProfile(
  db: Db,
  tokenHash: Buffer,
): Promise<{ readonly id: ProfileId; readonly name: string } | undefined> {
  const { rows } = await sql<{ id: ProfileId; name: string }>`
    select profile.id, profile.name from calendar_feed feed
    join profile on profile.id = feed.profile_id and profile.deleted_at is null
    join app_user maker on maker.id = feed.created_by and maker.disabled_at is null
    where feed.token_hash = ${tokenHash}
      and (profile.owner_uid = feed.created_by or exists (
        select from profile_member member where member.profile_id = profile.id and member.uid = feed.created_by))`.execute(
    db,
  )
  return rows[0]
}

/** A post as a calendar shows it. */
export interface PlannedPost {
  readonly id: PostId
  readonly status: PostRow['status']
  readonly title: string | null
  /** The start of the text. */
  readonly content: string
  readonly at: Date
  readonly version: number
  readonly updatedAt: Date
  readonly networks: readonly string[]
}

interface Span {
  readonly from: Date
  readonly to: Date
  readonly now: Date
  readonly most: number
  /** The label as the profile spells it. Null for all posts. */
  readonly labelNames?: readonly string[] | null
}

/**
 * Lists the posts of a profile that have a time, soonest first. If there are more than `most`, lists those nearest to
 * now.
 */
export async function listPlannedPosts(
  db: Db,
  profileId: ProfileId,
  { from, to, now, most, labelNames = null }: Span,
): Promise<PlannedPost[]> {
  const { rows } = await sql<PlannedPost>`
    with nearest as materialized (
      select post.id, coalesce(post.published_at, post.scheduled_at) as at from post
      where post.profile_id = ${profileId} and post.deleted_at is null
        and coalesce(post.published_at, post.scheduled_at) between ${from} and ${to} ${labelled(labelNames)}
      order by abs(extract(epoch from coalesce(post.published_at, post.scheduled_at) - ${now})), post.id limit ${most})
    select post.id, post.status, post.title, left(post.content, 1000) as content, post.version, post.updated_at,
      nearest.at, array(select distinct t.network from post_target t where t.post_id = post.id order by 1) as networks
    from nearest join post on post.id = nearest.id order by nearest.at, post.id`.execute(db)
  return rows
}

const labelled = (names: readonly string[] | null) => (names === null ? sql`` : sql`and ${hasTag(names)}`)

/** Reads the beginning of the texts of posts, or of those with a label. */
export async function readBeginnings(
  db: Db,
  ids: readonly PostId[],
  labelNames: readonly string[] | null = null,
): Promise<ReadonlyMap<PostId, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: PostId; content: string }>`
    select id, left(content, 1000) as content from post
    where id = any(${[...ids]}::uuid[]) ${labelled(labelNames)}`.execute(db)
  return new Map(rows.map(({ id, content }) => [id, content]))
}
