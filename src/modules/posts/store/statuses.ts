import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { MediaId, PostId, UserId } from '#kernel/ids.ts'
import type { PostStatus } from '../state.ts'

export interface StatusNote {
  readonly id: PostId
  readonly status: PostStatus
  readonly statusSince: Date
  readonly publishedAt: Date | null
  readonly toldRound: number
}

/** Stores any number of statuses in one statement. */
export async function noteStatuses(tx: Tx, notes: readonly StatusNote[], now: Date): Promise<void> {
  if (notes.length === 0) return
  await sql`/* hot: note-statuses */
    update post set status = x.status, status_since = x."statusSince", published_at = x."publishedAt",
      told_round = x."toldRound", updated_at = ${now}, version = post.version + 1
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as x(id uuid, status text, "statusSince" timestamptz,
      "publishedAt" timestamptz, "toldRound" integer)
    where post.id = x.id`.execute(tx)
}

/** Begins a further round. If everything in it is withdrawn, the post is a draft that may be scheduled again. */
export async function beginRounds(tx: Tx, ids: readonly PostId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update post set round = round + 1, intent = 'draft', save_as_draft = false
    where id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Records the files that a post uses, so that they are not deleted. */
export async function keepMedia(tx: Tx, postId: PostId, mediaIds: readonly MediaId[], isNew = false): Promise<void> {
  if (!isNew)
    await sql`delete from media_use where post_id = ${postId}
      and not (media_id = any(${[...mediaIds]}::uuid[]))`.execute(tx)
  if (mediaIds.length === 0) return
  await sql`
    insert into media_use (media_id, post_id) select id, ${postId} from media where id = any(${[...mediaIds]}::uuid[])
    on conflict do nothing`.execute(tx)
}

export async function isMediaUsed(tx: Tx, mediaId: MediaId): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from media_use where media_id = ${mediaId}) as used`.execute(tx)
  return rows[0]?.used === true
}

/** Deletes all posts of an erased user, and the uses of that user's files in the posts of others. */
export async function erasePosts(tx: Tx, ownerUid: UserId): Promise<void> {
  await sql`delete from post where owner_uid = ${ownerUid}`.execute(tx)
  await sql`delete from media_use where media_id in (select id from media where owner_uid = ${ownerUid})`.execute(tx)
}
