import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { MediaId, PostId } from '#kernel/ids.ts'

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
