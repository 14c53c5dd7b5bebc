import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { PostId, TeamCommentId, UserId } from '#kernel/ids.ts'

/**
 * Lists the people of a thread of comments who can still read its post: the post’s author, the authors of its comments,
 * and everyone mentioned in it.
 */
export async function listPeopleOfThread(
  tx: Tx,
  { postId, threadId }: { readonly postId: PostId; readonly threadId: TeamCommentId },
): Promise<readonly UserId[]> {
  const { rows } = await sql<{ uid: UserId }>`
    select distinct person.id as uid
    from post join profile on profile.id = post.profile_id and profile.deleted_at is null
    cross join lateral (
      select post.author_uid as uid
      union select c.author_uid from team_comment c where c.thread_id = ${threadId} and c.deleted_at is null
      union select m.uid from team_comment c join team_comment_mention m on m.comment_id = c.id
        where c.thread_id = ${threadId}) who
    join app_user person on person.id = who.uid and person.disabled_at is null
    where post.id = ${postId} and (profile.owner_uid = person.id or exists (
      select from profile_member member where member.profile_id = profile.id and member.uid = person.id))`.execute(tx)
  return rows.map(({ uid }) => uid)
}

/** Gives the notices of a comment its new words. */
export async function changeNotes(tx: Tx, id: TeamCommentId, note: string): Promise<void> {
  await sql`update notice set note = ${note} where team_comment_id = ${id}`.execute(tx)
}

/** Marks the notices of a thread as solved: they are no longer emailed. */
export async function solveOfThread(tx: Tx, threadId: TeamCommentId): Promise<void> {
  await sql`update notice set solved_at = ph.now() where solved_at is null
    and team_comment_id in (select id from team_comment where thread_id = ${threadId})`.execute(tx)
}

/** Deletes the notices of a comment whose words are deleted. */
export async function forgetTeamComment(tx: Tx, id: TeamCommentId): Promise<void> {
  await sql`delete from notice where team_comment_id = ${id}`.execute(tx)
}

export async function findName(tx: Tx, uid: UserId): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from app_user where id = ${uid}`.execute(tx)
  return rows[0]?.name ?? null
}
