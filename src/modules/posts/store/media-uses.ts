import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { MediaId, PostId, ProfileId } from '#kernel/ids.ts'
import { visibleProfiles } from '#modules/profiles/index.ts'
import type { PostStatus } from '../state.ts'

/** The files that a post uses. */
export interface MediaUse {
  readonly postId: PostId
  readonly mediaIds: readonly MediaId[]
}

/**
 * Records the files that posts use, so that they are not deleted, and returns those that exist. They stay locked against
 * deletion until the transaction ends.
 */
export async function addMediaUses(tx: Tx, uses: readonly MediaUse[]): Promise<ReadonlySet<MediaId>> {
  const rows = uses.flatMap(({ postId, mediaIds }) => mediaIds.map((mediaId) => ({ postId, mediaId })))
  if (rows.length === 0) return new Set()
  const found = await sql<{ id: MediaId }>`
    with used as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x("postId" uuid, "mediaId" uuid)),
    found as materialized (
      select id from media where id in (select "mediaId" from used) order by id for key share),
    added as (
      insert into media_use (media_id, post_id) select found.id, used."postId" from used join found on found.id = used."mediaId"
      on conflict do nothing)
    select id from found`.execute(tx)
  return new Set(found.rows.map(({ id }) => id))
}

/** Makes `mediaIds` the only files that a post uses. */
export async function replaceMediaUses(tx: Tx, use: MediaUse): Promise<ReadonlySet<MediaId>> {
  await sql`delete from media_use where post_id = ${use.postId}
    and not (media_id = any(${[...use.mediaIds]}::uuid[]))`.execute(tx)
  return addMediaUses(tx, [use])
}

export async function isMediaUsed(tx: Tx, mediaId: MediaId): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from media_use where media_id = ${mediaId}) as used`.execute(tx)
  return rows[0]?.used === true
}

/** A post that uses a file, as a list shows it. */
interface UsingPost {
  readonly id: PostId
  readonly profileId: ProfileId
  readonly status: PostStatus
  readonly content: string
  readonly scheduledAt: Date | null
  readonly publishedAt: Date | null
  readonly deletedAt: Date | null
}

const shownCharacters = 140

/** Lists the posts in the caller's profiles that use a file, newest first. A post in the trash uses it, too. */
export async function listPostsUsing(db: Db, caller: Caller, id: MediaId, most: number): Promise<UsingPost[]> {
  const { rows } = await sql<UsingPost>`
    select post.id, post.profile_id, post.status, left(post.content, ${shownCharacters}) as content, post.scheduled_at,
      post.published_at, post.deleted_at
    from media_use use join post on post.id = use.post_id
    where use.media_id = ${id} and post.profile_id in (${visibleProfiles(db, caller).select('profile.id')})
    order by post.id desc limit ${most}`.execute(db)
  return rows
}

/** Counts how many posts use each file of a profile. Unused files are left out. */
export async function countUsesOfFiles(
  db: Db,
  profileId: ProfileId,
): Promise<{ readonly mediaId: MediaId; readonly posts: number }[]> {
  const { rows } = await sql<{ mediaId: MediaId; posts: number }>`
    select use.media_id, count(*)::int as posts from media join media_use use on use.media_id = media.id
    where media.profile_id = ${profileId} group by use.media_id order by use.media_id desc`.execute(db)
  return rows
}

export async function countPostsUsing(db: Db, id: MediaId): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from media_use where media_id = ${id}`.execute(db)
  return rows[0]?.total ?? 0
}
