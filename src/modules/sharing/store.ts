import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { PostCommentTable, ShareLinkTable } from '#infra/db/tables.ts'
import type { AccountId, PostCommentId, PostId, ProfileId, ShareLinkId, UserId } from '#kernel/ids.ts'

export type ShareLinkRow = Selectable<ShareLinkTable>

/** A comment, with who wrote it: a visitor's name as entered, or the current name and photo of a member. */
export interface CommentRow extends Selectable<PostCommentTable> {
  readonly authorFaceId: string | null
}

export async function insertLink(tx: Tx, link: Omit<ShareLinkRow, 'views'>): Promise<ShareLinkRow> {
  return tx.insertInto('shareLink').values(link).returningAll().executeTakeFirstOrThrow()
}

/** Lists the links of a post, newest first. */
export const listLinks = (db: Db, postId: PostId): Promise<ShareLinkRow[]> =>
  db
    .selectFrom('shareLink')
    .selectAll()
    .where('shareLink.postId', '=', postId)
    .orderBy('shareLink.id', 'desc')
    .execute()

interface SharedPost {
  readonly id: PostId
  readonly ownerUid: UserId
}

export async function countLinks(tx: Tx, { ownerUid, id }: SharedPost): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from share_link where owner_uid = ${ownerUid} and post_id = ${id}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Deletes revoked or expired links of a post, oldest first, until `most` links are left or no more of these. */
export async function deleteOldestEndedLinks(
  tx: Tx,
  { ownerUid, id }: SharedPost,
  now: Date,
  most: number,
): Promise<void> {
  await sql`
    delete from share_link where id in (
      select id from share_link where owner_uid = ${ownerUid} and post_id = ${id}
        and (revoked_at is not null or expires_at <= ${now})
      order by id limit greatest(0, (
        select count(*) from share_link where owner_uid = ${ownerUid} and post_id = ${id}) - ${most}))`.execute(tx)
}

export const findLink = (db: Db, postId: PostId, id: ShareLinkId): Promise<ShareLinkRow | undefined> =>
  db
    .selectFrom('shareLink')
    .selectAll()
    .where('shareLink.postId', '=', postId)
    .where('shareLink.id', '=', id)
    .executeTakeFirst()

export async function setRevoked(tx: Tx, id: ShareLinkId, at: Date): Promise<void> {
  await tx.updateTable('shareLink').set({ revokedAt: at }).where('shareLink.id', '=', id).execute()
}

/** Revokes the links that a user has created in a profile, or in all profiles if none is given. */
export async function revokeLinksBy(tx: Tx, maker: UserId, profileId: ProfileId | null = null): Promise<void> {
  await sql`
    update share_link link set revoked_at = ph.now() from post
    where link.created_by = ${maker} and link.revoked_at is null and post.id = link.post_id
      and (${profileId}::uuid is null or post.profile_id = ${profileId})`.execute(tx)
}

/**
 * Revokes the links of people who are no longer members or no longer have an account. Leaving now revokes them; in an
 * earlier version it did not.
 */
export async function revokeLinksOfFormerMembers(db: Db): Promise<void> {
  await sql`
    update share_link link set revoked_at = ph.now()
    from post join profile on profile.id = post.profile_id
    where post.id = link.post_id and link.revoked_at is null and (
      link.created_by is null
      or link.created_by <> profile.owner_uid and not exists (
        select from profile_member member where member.profile_id = profile.id and member.uid = link.created_by))`.execute(
    db,
  )
}

export async function deleteLink(tx: Tx, id: ShareLinkId): Promise<void> {
  await tx.deleteFrom('shareLink').where('shareLink.id', '=', id).execute()
}

/** A valid link, with the profile of its post. */
export interface LiveLink extends ShareLinkRow {
  readonly profileId: ProfileId
  readonly profileName: string
  readonly brandColor: string | null
  readonly faceId: string | null
  readonly timezone: string | null
}

/**
 * Finds a link that is neither revoked nor expired, of a post and a profile that are not in the trash. Its creator must
 * still be a member of the profile, as for a calendar feed.
 */
export async function findLiveLink(db: Db, tokenHash: Buffer): Promise<LiveLink | undefined> {
  const { rows } = await sql<LiveLink>`
    select link.*, profile.id as profile_id, profile.name as profile_name, profile.brand_color, profile.face_id,
      coalesce(post.timezone, profile.timezone) as timezone
    from share_link link
    join post on post.id = link.post_id and post.deleted_at is null
    join profile on profile.id = post.profile_id and profile.deleted_at is null
    join app_user maker on maker.id = link.created_by and maker.disabled_at is null
    where link.token_hash = ${tokenHash} and link.revoked_at is null
      and (link.expires_at is null or link.expires_at > ph.now())
      and (profile.owner_uid = maker.id or exists (
        select from profile_member member where member.profile_id = profile.id and member.uid = maker.id))`.execute(db)
  return rows[0]
}

/** Counts a visitor once a day. */
export async function countView(db: Db, id: ShareLinkId, day: string, visitor: Buffer): Promise<void> {
  await sql`
    with seen as (
      insert into share_view (link_id, day, visitor) values (${id}, ${day}, ${visitor})
      on conflict do nothing returning link_id)
    update share_link set views = views + 1 where id in (select link_id from seen)`.execute(db)
}

/** Deletes what was stored about visitors on earlier days. */
export async function deleteViewsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('shareView').where('shareView.day', '<', day).execute()
}

export interface AccountFace {
  readonly displayName: string | null
  readonly faceId: string | null
}

/** Reads how readers recognize accounts: their names and images. */
export async function listAccountFaces(db: Db, ids: readonly AccountId[]): Promise<Map<AccountId, AccountFace>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<AccountFace & { readonly id: AccountId }>`
    select account.id, display_name, face.id as face_id
    from account left join face on face.account_id = account.id
    where account.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...shown }) => [id, shown]))
}

export async function insertComment(tx: Tx, comment: Selectable<PostCommentTable>): Promise<void> {
  await tx.insertInto('postComment').values(comment).execute()
}

/** Lists the comments on a post, oldest first. A reply has the name of the brand if its author has no account anymore. */
export async function listComments(db: Db, postId: PostId): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`${selectComments} where post.id = ${postId} order by comment.id`.execute(db)
  return rows
}

export async function findComment(db: Db, postId: PostId, id: PostCommentId): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`${selectComments} where post.id = ${postId} and comment.id = ${id}`.execute(db)
  return rows[0]
}

const selectComments = sql`
    select comment.id, comment.owner_uid, comment.post_id, comment.link_id, comment.guest_id, comment.text, comment.fine_by_me,
      comment.created_at, comment.is_reply, comment.author_uid, face.id as author_face_id,
      case when comment.is_reply then coalesce(author.name, profile.name) else comment.name end as name
    from post join profile on profile.id = post.profile_id
    join post_comment comment on comment.owner_uid = post.owner_uid and comment.post_id = post.id
    left join app_user author on author.id = comment.author_uid
    left join face on face.user_uid = comment.author_uid`

/** Counts the comments on a post, up to `most`. */
export async function countComments(tx: Tx, postId: PostId, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from post_comment where post_id = ${postId} limit ${most}) found`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function deleteComment(tx: Tx, postId: PostId, id: PostCommentId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('postComment')
    .where('postComment.postId', '=', postId)
    .where('postComment.id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
