import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { PostId, PostTargetId, ProfileId, UserId } from '#kernel/ids.ts'
import { type PageSize, type PostsRead, profilesWithin, readPage, wholePosts } from './page.ts'

/** The position at which a list of the trash continues: after the post that was deleted at this time. */
interface TrashPosition {
  readonly id: PostId
  readonly deletedAt: Date
}

/** Most recently deleted first. */
export function listTrashedPosts(
  db: Db,
  profileIds: readonly ProfileId[],
  deletedAfter: Date,
  after: TrashPosition | null,
  size: PageSize,
): Promise<PostsRead> {
  const beyond = after ? sql`and (post.deleted_at, post.id) < (${after.deletedAt}, ${after.id})` : sql``
  const order = sql`order by post.deleted_at desc, post.id desc`
  const posts = sql`select post.* from post
    where post.profile_id = within.profile_id and post.deleted_at > ${deletedAfter} ${beyond} ${order}
    limit ${size.posts + 1}`
  return readPage(db, { stretches: profilesWithin(profileIds), posts, order }, size, wholePosts)
}

export async function listOwnedProfiles(db: Db, uid: UserId, within: readonly ProfileId[]): Promise<ProfileId[]> {
  const { rows } = await sql<{ id: ProfileId }>`
    select id from profile where owner_uid = ${uid} and id = any(${[...within]}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** SQL: true if an unfinished publication of the post has visible content, or may have. */
const inFlight = sql`exists (select from post_target t join publication p on p.id = t.publication_id
  where t.post_id = post.id and (p.status in ('publishing', 'processing')
    or p.status in ('queued', 'held') and (p.begun_first is not null or p.accepted or p.parts_shown > 0)))`

/** Locks posts in the trash that may be permanently deleted. A post that is restored first no longer matches. */
export async function lockTrashed(
  tx: Tx,
  which: { readonly profileIds: readonly ProfileId[] } | { readonly deletedUntil: Date },
  most: number,
): Promise<PostId[]> {
  const those =
    'profileIds' in which
      ? sql`post.profile_id = any(${[...which.profileIds]}::uuid[])`
      : sql`post.deleted_at <= ${which.deletedUntil}`
  const { rows } = await sql<{ id: PostId }>`
    select post.id from post where post.deleted_at is not null and ${those} and not ${inFlight}
    order by post.id limit ${most} for update of post`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes posts permanently, and returns the targets that were deleted with them. */
export async function deletePosts(tx: Tx, ids: readonly PostId[]): Promise<PostTargetId[]> {
  const { rows } = await sql<{ id: PostTargetId }>`
    select id from post_target where post_id = any(${[...ids]}::uuid[])`.execute(tx)
  await sql`delete from post where id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}
