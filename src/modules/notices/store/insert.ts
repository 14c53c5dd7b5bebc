import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import { type AccountId, newId, type PostId, type ProfileId, type TeamCommentId, type UserId } from '#kernel/ids.ts'
import { kinds, type NoticeKind } from '../kinds.ts'

/** A cause of which a person is notified once. */
interface NewNotice {
  readonly uid: UserId
  readonly profileId: ProfileId
  readonly kind: NoticeKind
  readonly postId: PostId | null
  readonly accountId: AccountId | null
  /** The person who caused it: a member, or the name that a visitor gave. */
  readonly byName: string | null
  /** Their words: a note, a reason or a comment. */
  readonly note: string | null
  /** The team comment that it is about. Deleting the comment deletes the notice. */
  readonly teamCommentId?: TeamCommentId
  /** The same for each report of one cause. A person gets one notice for it. */
  readonly causeKey: string
  /** True if an email about it was sent already. */
  readonly isMailed: boolean
}

/**
 * Stores notices as each person's preferences allow: none for a kind that is off. Returns the people to email who had
 * not been notified of the cause.
 */
export async function insertNotices(tx: Tx, at: Date, notices: readonly NewNotice[]): Promise<readonly UserId[]> {
  if (notices.length === 0) return []
  const rows = notices.map(({ isMailed, ...notice }) => ({
    ...notice,
    id: newId<'ntc'>(at),
    page: kinds[notice.kind].page,
    email: kinds[notice.kind].email,
    mailedAt: isMailed ? at : null,
  }))
  const { rows: made } = await prepared('insert-notices')<{ uid: UserId; byMail: boolean }>`
    insert into notice (id, uid, profile_id, kind, post_id, account_id, by_name, note, cause_key, on_page, by_mail,
      made_at, mailed_at, team_comment_id)
    select n.id, n.uid, n."profileId", n.kind, n."postId", n."accountId", n."byName", n.note, n."causeKey",
      coalesce(pref.page, n.page), coalesce(pref.email, n.email), ${at}, n."mailedAt",
      n."teamCommentId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, uid uuid, "profileId" uuid, kind text,
      "postId" uuid, "accountId" uuid, "byName" text, note text, "causeKey" text, page boolean, email boolean,
      "mailedAt" timestamptz, "teamCommentId" uuid)
    left join notice_pref pref on pref.uid = n.uid and pref.kind = n.kind
    where coalesce(pref.page, n.page) or coalesce(pref.email, n.email)
    on conflict (uid, cause_key) do nothing
    returning uid, by_mail`.execute(tx)
  return made.filter(({ byMail }) => byMail).map(({ uid }) => uid)
}

interface Person {
  readonly uid: UserId
  readonly postId: PostId
  readonly profileId: ProfileId
}

/**
 * Lists who is notified of these posts: their author, while a member, and with `admins` also the owner and the admins of the
 * profile. A kind that is off by default is only for those who have turned it on.
 */
export async function listPeopleOfPosts(
  tx: Tx,
  posts: readonly PostId[],
  { kind, admins }: { readonly kind: NoticeKind; readonly admins: boolean },
): Promise<readonly Person[]> {
  const isOff = !kinds[kind].page && !kinds[kind].email
  const { rows } = await prepared('people-of-posts')<Person>`
    select who.uid, post.id as post_id, post.profile_id
    from post join profile on profile.id = post.profile_id and profile.deleted_at is null
    cross join lateral (
      select profile.owner_uid as uid where ${admins}::boolean or profile.owner_uid = post.author_uid
      union select member.uid from profile_member member where member.profile_id = profile.id
        and (member.uid = post.author_uid or (${admins}::boolean and member.role = 'admin'))) who
    join app_user person on person.id = who.uid and person.disabled_at is null
    where post.id = any(${[...posts]}::uuid[]) and (not ${isOff}::boolean
      or exists (select from notice_pref pref where pref.uid = who.uid and pref.kind = ${kind}))`.execute(tx)
  return rows
}

/** Lists who is notified of an account: who connected it, the owner and the admins of its profile. */
export async function listPeopleOfAccount(tx: Tx, id: AccountId): Promise<readonly UserId[]> {
  const { rows } = await sql<{ uid: UserId }>`
    select who.uid from account join profile on profile.id = account.profile_id and profile.deleted_at is null
    cross join lateral (
      select profile.owner_uid as uid
      union select member.uid from profile_member member where member.profile_id = profile.id
        and (member.role = 'admin' or member.uid = account.connected_by)) who
    join app_user person on person.id = who.uid and person.disabled_at is null
    where account.id = ${id}`.execute(tx)
  return rows.map(({ uid }) => uid)
}

/** Marks notices as solved: their list says so, and they are no longer emailed. */
export async function solveOfPosts(tx: Tx, posts: readonly PostId[], of: readonly NoticeKind[]): Promise<void> {
  await prepared('solve-notices')`
    update notice set solved_at = ph.now()
    where post_id = any(${[...posts]}::uuid[]) and solved_at is null and kind = any(${[...of]}::text[])`.execute(tx)
}

export async function solveOfAccount(tx: Tx, id: AccountId, of: readonly NoticeKind[]): Promise<void> {
  await sql`update notice set solved_at = ph.now()
    where account_id = ${id} and solved_at is null and kind = any(${[...of]}::text[])`.execute(tx)
}

interface HeldPost {
  readonly postId: PostId
  readonly round: number
}

/**
 * Lists posts that should have been published before this time and are on hold. An account that must be reconnected and a
 * missing approval have other notices, and a disabled owner reads none.
 */
export async function listLongHeld(db: Db, wantedBefore: Date, most: number): Promise<readonly HeldPost[]> {
  const { rows } = await sql<HeldPost>`
    select distinct post.id as post_id, post.round
    from publication p join post_target target on target.id = p.target_id join post on post.id = target.post_id
    where p.status = 'held' and greatest(p.wanted_at, coalesce(p.waiting_since, p.wanted_at)) < ${wantedBefore}
      and p.held_why is distinct from 'approval' and p.held_why is distinct from 'needs_reconnect'
      and p.held_why is distinct from 'owner_disabled' and post.deleted_at is null
      and not exists (select from notice n where n.post_id = post.id and n.kind = 'post_held'
        and n.cause_key = 'post_held:' || post.id || ':' || post.round)
    limit ${most}`.execute(db)
  return rows
}

interface ExpiringAccount {
  readonly accountId: AccountId
  readonly profileId: ProfileId
  /** The account and the second at which its access ends. */
  readonly cause: string
}

/** Lists connected accounts whose access ends in this span, cannot be renewed, and has no notice yet. */
export async function listExpiring(
  db: Db,
  { from, until }: { readonly from: Date; readonly until: Date },
  most: number,
): Promise<readonly ExpiringAccount[]> {
  const { rows } = await sql<ExpiringAccount>`
    select account.id as account_id, account.profile_id, ends.cause
    from network_grant g join account on account.grant_id = g.id and account.disconnected_at is null
    join profile on profile.id = account.profile_id and profile.deleted_at is null
    cross join lateral (select account.id || ':' || floor(extract(epoch from g.expires_at))::bigint as cause) ends
    where g.status = 'active' and not g.renewable and g.expires_at > ${from} and g.expires_at <= ${until}
      and not exists (select from notice n where n.account_id = account.id
        and n.cause_key = 'account_expiring:' || ends.cause)
    limit ${most}`.execute(db)
  return rows
}
