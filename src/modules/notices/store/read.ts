import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { AccountId, Id, PostId, ProfileId, TeamCommentId, UserId } from '#kernel/ids.ts'
import { isNoticeKind, type NoticeKind } from '../kinds.ts'

export type NoticeId = Id<'ntc'>

interface NoticeRow {
  readonly id: NoticeId
  readonly kind: NoticeKind
  readonly profileId: ProfileId
  readonly profileName: string
  readonly postId: PostId | null
  /** The beginning of the post's text. */
  readonly excerpt: string | null
  readonly accountId: AccountId | null
  readonly accountHandle: string | null
  readonly expiresAt: Date | null
  readonly byName: string | null
  readonly note: string | null
  readonly teamCommentId: TeamCommentId | null
  readonly madeAt: Date
  readonly readAt: Date | null
  readonly solvedAt: Date | null
}

/** A profile that is not in the trash, and that the person of the notice still reaches. */
const reached = sql`profile.deleted_at is null and (profile.owner_uid = n.uid
  or exists (select from profile_member member where member.profile_id = n.profile_id and member.uid = n.uid))`

/** Lists a person's notices, newest first. */
export async function listNotices(
  db: Db,
  uid: UserId,
  { before, unread, limit }: { readonly before: NoticeId | null; readonly unread: boolean; readonly limit: number },
): Promise<readonly NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.id, n.kind, n.profile_id, profile.name as profile_name, n.post_id, left(post.content, 140) as excerpt,
      n.account_id, account.handle as account_handle, case when n.kind = 'account_expiring' then g.expires_at end as expires_at,
      n.by_name, n.note, n.team_comment_id, n.made_at, n.read_at, n.solved_at
    from notice n join profile on profile.id = n.profile_id
    left join post on post.id = n.post_id left join account on account.id = n.account_id
    left join network_grant g on g.id = account.grant_id
    where n.uid = ${uid} and n.on_page and ${reached} and (post.id is null or post.deleted_at is null)
      and (${before}::uuid is null or n.id < ${before}) and (not ${unread}::boolean or n.read_at is null)
    order by n.id desc limit ${limit}`.execute(db)
  return rows
}

/** The count on the bell stops here. */
const mostCounted = 100

export async function countUnread(db: Db, uid: UserId): Promise<number> {
  const { rows } = await prepared('unread-notices')<{ n: number }>`
    select count(*)::int as n from (
      select from notice n join profile on profile.id = n.profile_id left join post on post.id = n.post_id
      where n.uid = ${uid} and n.on_page and n.read_at is null and ${reached}
        and (post.id is null or post.deleted_at is null)
      limit ${mostCounted}) counted`.execute(db)
  return rows[0]?.n ?? 0
}

/** Marks notices of a person as read: these, or all. */
export async function markRead(tx: Tx, uid: UserId, ids: readonly NoticeId[] | null): Promise<void> {
  await sql`update notice set read_at = ph.now()
    where uid = ${uid} and read_at is null and (${ids === null}::boolean or id = any(${[...(ids ?? [])]}::uuid[]))`.execute(
    tx,
  )
}

interface PrefRow {
  readonly kind: NoticeKind
  readonly page: boolean
  readonly email: boolean
}

/** Lists what a person has chosen. A kind without a row has its defaults. */
export async function listPrefs(db: Db, uid: UserId): Promise<readonly PrefRow[]> {
  const rows = await db
    .selectFrom('noticePref')
    .select(['noticePref.kind', 'noticePref.page', 'noticePref.email'])
    .where('noticePref.uid', '=', uid)
    .execute()
  return rows.flatMap(({ kind, ...channels }) => (isNoticeKind(kind) ? [{ kind, ...channels }] : []))
}

export async function savePref(tx: Tx, uid: UserId, { kind, page, email }: PrefRow): Promise<void> {
  await tx
    .insertInto('noticePref')
    .values({ uid, kind, page, email })
    .onConflict((conflict) => conflict.columns(['uid', 'kind']).doUpdateSet({ page, email }))
    .execute()
}

/** Deletes old notices, and those beyond what one person may have. */
export async function deleteOldNotices(db: Db, madeBefore: Date, mostOfOne: number): Promise<void> {
  await sql`delete from notice where made_at < ${madeBefore}`.execute(db)
  await sql`delete from notice where id in (
    select id from (select id, row_number() over (partition by uid order by id desc) as place from notice) ranked
    where place > ${mostOfOne})`.execute(db)
}

interface SeenNotice {
  readonly id: NoticeId
  readonly uid: UserId
  readonly kind: NoticeKind
  readonly isRead: boolean
}

/** Lists the newest notice of each of these people, for live streams. */
export async function listNewest(db: Db, uids: readonly UserId[]): Promise<readonly SeenNotice[]> {
  const { rows } = await prepared('newest-notices')<SeenNotice>`
    select newest.* from unnest(${[...uids]}::uuid[]) as person(uid) cross join lateral (
      select n.id, n.uid, n.kind, n.read_at is not null as is_read from notice n
      where n.uid = person.uid and n.on_page order by n.id desc limit 1) newest`.execute(db)
  return rows
}
