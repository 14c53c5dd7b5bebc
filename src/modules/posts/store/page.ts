import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import type { PostMedia } from '../draft/content.ts'
import type { PostRow } from './posts.ts'

/** Limits of one read. A page ends at the limit that is reached first, and holds one post at least. */
export interface PageSize {
  readonly posts: number
  readonly bytes: number
}

export interface PostsRead<Row = PostRow> {
  readonly posts: readonly Row[]
  readonly hasMore: boolean
}

/** The part of each post that is read: its columns, and the weight that they have in a page. */
export interface PostView<Row extends { readonly id: PostId }> {
  readonly columns: RawBuilder<Row>
  readonly weight: RawBuilder<unknown>
}

interface Walk {
  /** Selects `id`, `bytes` (the weight) and the sort columns of the posts of the profile `within.profile_id`. */
  readonly from: RawBuilder<unknown>
  /** An `order by` of the rows of `found`. */
  readonly order: RawBuilder<unknown>
}

/**
 * Weight of a post, from the lengths that are stored beside its values: no long value is read for it. It leaves out
 * values with a limit of their own elsewhere, such as tags, which are short.
 */
const weight = sql`octet_length(post.content) + coalesce(octet_length(post.first_comment), 0)
  + pg_column_size(post.thread) + pg_column_size(post.media) + pg_column_size(post.settings)
  + pg_column_size(post.metadata)
  + coalesce((select sum(pg_column_size(t.overrides) + coalesce(octet_length(p.raw_error), 0))
      from post_target t left join publication p on p.id = t.publication_id where t.post_id = post.id), 0)`

export const wholePosts: PostView<PostRow> = { columns: sql`post.*`, weight }

/** The part of a post that a calendar or a table shows. */
export interface PostSummaryRow extends Pick<PostRow, 'id' | 'status' | 'scheduledAt' | 'publishedAt' | 'version'> {
  /** The beginning of the text. */
  readonly content: string
  readonly picture: PostMedia | null
}

const shownCharacters = 140
export const summaries: PostView<PostSummaryRow> = {
  columns: sql`post.id, post.status, post.scheduled_at, post.published_at, post.version,
    left(post.content, ${sql.lit(shownCharacters)}) as content, post.media -> 0 as picture`,
  weight: sql`1000`,
}

/** Each profile walks its own index and stops at the limit; only what fits into the page is read. */
export async function readPage<Row extends { readonly id: PostId }>(
  db: Db,
  profileIds: readonly ProfileId[],
  { from, order }: Walk,
  size: PageSize,
  { columns }: PostView<Row>,
): Promise<PostsRead<Row>> {
  const { rows } = await sql<Row & { readonly walked: number }>`
    with walked as materialized (
      select found.id, row_number() over (${order}) as place, sum(found.bytes) over (${order}) as upto
      from unnest(${[...profileIds]}::uuid[]) as within(profile_id) cross join lateral (${from}) as found
      ${order} limit ${size.posts + 1})
    select ${columns}, (select count(*) from walked) as walked
    from walked join post on post.id = walked.id
    where walked.place <= ${size.posts} and (walked.place = 1 or walked.upto <= ${size.bytes})
    order by walked.place`.execute(db)
  return {
    posts: rows,
    hasMore: (rows[0]?.walked ?? 0) > rows.length,
  }
}
