import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { PostRow } from './posts.ts'

/** Limits of one read. A page ends at the limit that is reached first, and holds one post at least. */
export interface PageSize {
  readonly posts: number
  readonly bytes: number
}

export interface PostsRead {
  readonly posts: readonly PostRow[]
  readonly hasMore: boolean
}

interface Walk {
  /** Selects `id`, `bytes` and the sort columns of the posts of the profile `within.profile_id`. */
  readonly from: RawBuilder<unknown>
  /** An `order by` of the rows of `found`. */
  readonly order: RawBuilder<unknown>
}

/**
 * Weight of a post, from the lengths that are stored beside its values: no long value is read for it. It leaves out
 * values with a limit of their own elsewhere, such as tags, which are short.
 */
export const weight = sql`octet_length(post.content) + coalesce(octet_length(post.first_comment), 0)
  + pg_column_size(post.thread) + pg_column_size(post.media) + pg_column_size(post.settings)
  + pg_column_size(post.metadata)
  + coalesce((select sum(pg_column_size(t.overrides) + coalesce(octet_length(p.raw_error), 0))
      from post_target t left join publication p on p.id = t.publication_id where t.post_id = post.id), 0)`

/** Each profile walks its own index and stops at the limit; only what fits into the page is read. */
export async function readPage(
  db: Db,
  profileIds: readonly ProfileId[],
  { from, order }: Walk,
  size: PageSize,
): Promise<PostsRead> {
  const { rows } = await sql<PostRow & { readonly walked: number }>`
    with walked as materialized (
      select found.id, row_number() over (${order}) as place, sum(found.bytes) over (${order}) as upto
      from unnest(${[...profileIds]}::uuid[]) as within(profile_id) cross join lateral (${from}) as found
      ${order} limit ${size.posts + 1})
    select post.*, (select count(*) from walked) as walked
    from walked join post on post.id = walked.id
    where walked.place <= ${size.posts} and (walked.place = 1 or walked.upto <= ${size.bytes})
    order by walked.place`.execute(db)
  return { posts: rows.map(({ walked, ...post }) => post), hasMore: (rows[0]?.walked ?? 0) > rows.length }
}
