import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import type { PostMedia } from '../content.ts'
import type { PostRow } from './posts.ts'

/** The limits of one read. A page ends at the first limit reached, and contains at least one post. */
export interface PageSize {
  readonly posts: number
  readonly bytes: number
}

export interface PostsRead<Row = PostRow> {
  readonly posts: readonly Row[]
  readonly hasMore: boolean
  /** The post after which the list continues, if that is not the last of `posts`. */
  readonly last?: Row
}

/** The part of each post that is read: its columns, and their weight in a page. */
export interface PostView<Row extends { readonly id: PostId }> {
  readonly columns: RawBuilder<Row>
  /** CTEs after `walked`. The last one, `weighed`, adds the bytes of each post. */
  readonly weighed: RawBuilder<unknown>
}

/** Ordered stretches of an index that together form a list, such as one for each profile. */
interface Walk {
  /** The `from` items that define the stretches, such as `within(profile_id)`. */
  readonly stretches: RawBuilder<unknown>
  /** Selects `post.*` for one range of rows, in `order`, up to the number that a page may need. */
  readonly posts: RawBuilder<unknown>
  /** An `order by` on the columns of `post`. */
  readonly order: RawBuilder<unknown>
}

export const profilesWithin = (ids: readonly ProfileId[]): RawBuilder<unknown> =>
  sql`unnest(${[...ids]}::uuid[]) as within(profile_id)`

/**
 * The weight of a post, from the stored lengths of its values, so that no long value is read for it. Leaves out values
 * with their own limit elsewhere, such as tags and a network's message, which are short.
 */
const weight = sql`octet_length(post.content) + coalesce(octet_length(post.first_comment), 0)
  + pg_column_size(post.thread) + pg_column_size(post.media) + pg_column_size(post.settings)
  + pg_column_size(post.metadata) + coalesce(overrides.bytes, 0)`

/** Weighs the posts. The overrides of all targets are read at once. */
const weighed = sql`
  overrides as materialized (
    select t.post_id, sum(pg_column_size(t.overrides)) as bytes from post_target t
    where t.post_id = any(array(select id from walked)) group by t.post_id),
  weighed as (
    select post.*, ${weight} as bytes from walked as post left join overrides on overrides.post_id = post.id)`

export const wholePosts: PostView<PostRow> = { columns: sql`post.*`, weighed }

/** The part of a post that a calendar or a table shows. */
export interface PostSummaryRow
  extends Pick<PostRow, 'id' | 'profileId' | 'authorUid' | 'status' | 'scheduledAt' | 'publishedAt' | 'version'> {
  /** The start of the text. */
  readonly content: string
  readonly picture: PostMedia | null
  readonly mediaCount: number
}

const shownCharacters = 140
export const summaries: PostView<PostSummaryRow> = {
  columns: sql`post.id, post.profile_id, post.status, post.scheduled_at, post.published_at, post.version,
    left(post.content, ${sql.lit(shownCharacters)}) as content, post.media -> 0 as picture,
    post.author_uid, jsonb_array_length(post.media) as media_count`,
  weighed: sql`weighed as (select post.*, 1000 as bytes from walked as post)`,
}

/**
 * Scans each stretch up to the limit, and returns the posts that fit into the page. Values stored outside their row are
 * read only for these.
 */
export async function readPage<Row extends { readonly id: PostId }>(
  db: Db,
  { stretches, posts, order }: Walk,
  size: PageSize,
  { columns, weighed: ctes }: PostView<Row>,
): Promise<PostsRead<Row>> {
  const { rows } = await sql<Row & { readonly walked: number }>`
    with walked as materialized (
      select post.* from ${stretches} cross join lateral (${posts}) as post
      ${order} limit ${size.posts + 1}),
    ${ctes},
    placed as (
      select post.*, row_number() over (${order}) as place, sum(post.bytes) over (${order}) as upto
      from weighed as post)
    select ${columns}, (select count(*) from walked) as walked from placed as post
    where post.place <= ${size.posts} and (post.place = 1 or post.upto <= ${size.bytes})
    order by post.place`.execute(db)
  return {
    posts: rows,
    hasMore: (rows[0]?.walked ?? 0) > rows.length,
  }
}
