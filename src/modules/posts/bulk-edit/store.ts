import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, BulkEditId, PostId, PostTargetId, SlotPlanId, UserId } from '#kernel/ids.ts'
import type { Confirmed } from '../content.ts'
import type { WirePatch } from './wire-patch.ts'

/** The change that undoes the edit of one post. */
interface Before {
  readonly patch: WirePatch
  /** Values that no user sends. */
  readonly exact: {
    readonly saveAsDraft: boolean
    readonly slotPlanId: SlotPlanId | null
    readonly slotMoves: number
    readonly confirmedWarnings: Confirmed
    readonly editedBy: readonly UserId[]
    readonly targets?: readonly { readonly id: PostTargetId; readonly accountId: AccountId | null }[] | undefined
  }
}

/** Edits of one user that can be undone at the same time. A later one replaces the oldest. */
const editsMax = 10

interface NewEdit {
  readonly id: BulkEditId
  readonly uid: UserId
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertEdit(tx: Tx, row: NewEdit): Promise<void> {
  await sql`
    delete from bulk_edit where uid = ${row.uid} and (expires_at <= ph.now() or id in (
      select id from bulk_edit where uid = ${row.uid} order by id desc offset ${editsMax - 1}))`.execute(tx)
  await tx.insertInto('bulkEdit').values(row).execute()
}

interface NewRow {
  readonly batchId: BulkEditId
  readonly postId: PostId
  readonly place: number
  readonly version: number
  readonly before: Before
}

/** Stores what undoes the edit of posts, each with the version that the transaction gives it. */
export async function insertEditedPosts(
  tx: Tx,
  batchId: BulkEditId,
  rows: readonly Omit<NewRow, 'batchId' | 'version'>[],
): Promise<void> {
  await sql`
    insert into bulk_edit_post (batch_id, post_id, place, version, before)
    select ${batchId}, post.id, x.place, post.version, x.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x("postId" uuid, place integer, before jsonb)
    join post on post.id = x."postId"`.execute(tx)
}

export async function deleteEdit(db: Db, id: BulkEditId): Promise<void> {
  await db.deleteFrom('bulkEdit').where('bulkEdit.id', '=', id).execute()
}

/** Finds an edit of a user that can still be undone. */
export async function findEdit(db: Db, id: BulkEditId, uid: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from bulk_edit where id = ${id} and uid = ${uid} and expires_at > ph.now()`.execute(db)
  return rows.length > 0
}

/** Lists the posts of an edit that are not undone yet. */
export const listEditedIds = async (db: Db, id: BulkEditId): Promise<PostId[]> =>
  (
    await db
      .selectFrom('bulkEditPost')
      .select('bulkEditPost.postId')
      .where('bulkEditPost.batchId', '=', id)
      .orderBy('bulkEditPost.place')
      .execute()
  ).map(({ postId }) => postId)

export type EditedPost = Pick<NewRow, 'postId' | 'version' | 'before'>

/** Reads what undoes the edit of these posts. Posts that were undone in the meantime are left out. */
export async function listEditedPosts(db: Db, id: BulkEditId, postIds: readonly PostId[]): Promise<EditedPost[]> {
  const { rows } = await sql<EditedPost>`
    select post_id, version, before from bulk_edit_post
    where batch_id = ${id} and post_id = any(${[...postIds]}::uuid[]) order by place`.execute(db)
  return rows
}

export async function deleteEditedPosts(tx: Tx, id: BulkEditId, postIds: readonly PostId[]): Promise<void> {
  await sql`delete from bulk_edit_post where batch_id = ${id} and post_id = any(${[...postIds]}::uuid[])`.execute(tx)
}

/** Deletes the edits that can no longer be undone. */
export async function deletePastEdits(db: Db): Promise<void> {
  await sql`delete from bulk_edit where expires_at <= ph.now()`.execute(db)
}

/** Lists which of these posts have been approved by someone in a profile that requires it. */
export async function listApprovedIds(db: Db, ids: readonly PostId[]): Promise<ReadonlySet<PostId>> {
  const { rows } = await sql<{ postId: PostId }>`
    select distinct decision.post_id from (
      select post_id, decision from post_approval union all select post_id, decision from guest_decision) as decision
    join post on post.id = decision.post_id join profile on profile.id = post.profile_id
    where decision.post_id = any(${[...ids]}::uuid[]) and decision.decision = 'approved'
      and profile.required_approvals > 0`.execute(db)
  return new Set(rows.map(({ postId }) => postId))
}
