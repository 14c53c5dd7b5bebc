import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { PostId, ProfileId, TeamCommentId, UserId } from '#kernel/ids.ts'

interface Named {
  readonly uid: UserId
  readonly name: string
}

export interface CommentRow {
  readonly id: TeamCommentId
  readonly ownerUid: UserId
  readonly postId: PostId
  readonly threadId: TeamCommentId
  readonly authorUid: UserId | null
  readonly authorName: string | null
  readonly authorFaceId: string | null
  readonly text: string | null
  readonly mentions: readonly Named[]
  readonly version: number
  readonly createdAt: Date
  readonly editedAt: Date | null
  readonly deletedAt: Date | null
  readonly resolvedAt: Date | null
  readonly resolvedBy: UserId | null
  readonly resolverName: string | null
}

const selectComments = sql`
  select c.id, c.owner_uid, c.post_id, c.thread_id, c.author_uid, author.name as author_name,
    face.id as author_face_id, c.text, coalesce(said.mentions, '[]') as mentions, c.version, c.created_at, c.edited_at,
    c.deleted_at, c.resolved_at, c.resolved_by, resolver.name as resolver_name
  from team_comment c
  left join app_user author on author.id = c.author_uid left join face on face.user_uid = c.author_uid
  left join app_user resolver on resolver.id = c.resolved_by
  left join lateral (
    select jsonb_agg(jsonb_build_object('uid', person.id, 'name', person.name) order by person.name, person.id) as mentions
    from team_comment_mention m join app_user person on person.id = m.uid where m.comment_id = c.id) said on true`

interface CommentFilter {
  /** The last comment of the previous page. */
  readonly after: TeamCommentId | null
  readonly resolved: boolean | null
  readonly limit: number
}

/** Lists the comments on a post, oldest first. */
export async function listComments(
  db: Db,
  postId: PostId,
  { after, resolved, limit }: CommentFilter,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`${selectComments}
    where c.post_id = ${postId} and (${after}::uuid is null or c.id > ${after})
      and (${resolved}::boolean is null or exists (
        select from team_comment first where first.id = c.thread_id
          and (first.resolved_at is not null) = ${resolved}::boolean))
    order by c.id limit ${limit}`.execute(db)
  return rows
}

export async function findComment(db: Db, postId: PostId, id: TeamCommentId): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`${selectComments} where c.id = ${id} and c.post_id = ${postId}`.execute(db)
  return rows[0]
}

/** Counts the threads of a post that are not resolved. */
export async function countOpenThreads(db: Db, postId: PostId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from team_comment
    where post_id = ${postId} and thread_id = id and resolved_at is null`.execute(db)
  return rows[0]?.n ?? 0
}

export async function countComments(tx: Tx, postId: PostId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from team_comment where post_id = ${postId}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Counts the comments that a person has written on all posts in this time. */
export async function countRecent(tx: Tx, uid: UserId, since: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from team_comment where author_uid = ${uid} and created_at > ${since} and created_at <= ${until}`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** Returns those of these people who can open a profile: its owner and its members, unless disabled. */
export async function listReaders(db: Db, profileId: ProfileId, uids: readonly UserId[]): Promise<ReadonlySet<UserId>> {
  if (uids.length === 0) return new Set()
  const { rows } = await sql<{ uid: UserId }>`
    select person.id as uid from app_user person join profile on profile.id = ${profileId}
    where person.id = any(${[...uids]}::uuid[]) and person.disabled_at is null
      and (profile.owner_uid = person.id or exists (
        select from profile_member member where member.profile_id = profile.id and member.uid = person.id))`.execute(db)
  return new Set(rows.map(({ uid }) => uid))
}

export const insertComment = (
  tx: Tx,
  row: Pick<CommentRow, 'id' | 'ownerUid' | 'postId' | 'threadId' | 'authorUid' | 'text' | 'createdAt'>,
) => tx.insertInto('teamComment').values(row).execute()

export const changeText = (tx: Tx, id: TeamCommentId, text: string, at: Date) =>
  sql`update team_comment set text = ${text}, edited_at = ${at}, version = version + 1 where id = ${id}`.execute(tx)

/** Replaces the people that a comment mentions. */
export async function setMentions(tx: Tx, id: TeamCommentId, uids: readonly UserId[]): Promise<void> {
  await sql`delete from team_comment_mention where comment_id = ${id} and not uid = any(${[...uids]}::uuid[])`.execute(
    tx,
  )
  await sql`insert into team_comment_mention (comment_id, uid)
    select ${id}, uid from unnest(${[...uids]}::uuid[]) as person(uid) on conflict do nothing`.execute(tx)
}

/** Resolves or reopens a thread. `at` is null to reopen it. */
export const setResolved = (tx: Tx, threadId: TeamCommentId, at: Date | null, by: UserId | null) =>
  sql`update team_comment set resolved_at = ${at}, resolved_by = ${by}, version = version + 1
    where id = ${threadId}`.execute(tx)

export async function countReplies(tx: Tx, threadId: TeamCommentId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from team_comment where thread_id = ${threadId} and id <> ${threadId}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Removes the words of a comment that others have replied to. */
export const blankComment = (tx: Tx, id: TeamCommentId, at: Date) =>
  sql`update team_comment set text = null, deleted_at = ${at}, version = version + 1 where id = ${id}`.execute(tx)

/** Deletes a comment. The first comment of its thread follows if it is deleted too and has no more replies. */
export async function deleteComment(tx: Tx, id: TeamCommentId, threadId: TeamCommentId): Promise<void> {
  await sql`delete from team_comment where id = ${id}`.execute(tx)
  await sql`delete from team_comment first where first.id = ${threadId} and first.deleted_at is not null
    and not exists (select from team_comment reply where reply.thread_id = first.id and reply.id <> first.id)`.execute(
    tx,
  )
}
