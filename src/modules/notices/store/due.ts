import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { MediaId, PostId, ProfileId, TeamCommentId, UserId } from '#kernel/ids.ts'
import type { View } from '#rules/view.ts'
import type { NoticeKind } from '../kinds.ts'
import type { NoticeId } from './read.ts'

const isWaiting = sql`n.by_mail and n.mailed_at is null and n.read_at is null and n.solved_at is null`

/** Lists people with notices that were made before this time and wait to be emailed. */
export async function listWaitingPeople(db: Db, madeBefore: Date): Promise<readonly UserId[]> {
  const { rows } = await sql<{ uid: UserId }>`
    select distinct n.uid from notice n where ${isWaiting} and n.made_at <= ${madeBefore}`.execute(db)
  return rows.map(({ uid }) => uid)
}

export interface DueNotice {
  readonly id: NoticeId
  readonly kind: NoticeKind
  readonly profileId: ProfileId
  readonly profile: string
  readonly postId: PostId | null
  readonly post: string | null
  /** The file that lists show for the post. */
  readonly picture: MediaId | null
  /** The part of the image that the post shows. Null for a custom thumbnail. */
  readonly view: View | null
  /** The post’s accounts: how many have published, of how many. */
  readonly published: number
  readonly targets: number
  /** The sentences of the accounts that failed or wait. */
  readonly reasons: readonly { readonly network: string; readonly handle: string; readonly error: string }[]
  readonly network: string | null
  readonly handle: string | null
  /** The posts that wait for the account. */
  readonly waiting: number
  /** When the access of the account ends. Null if it is renewed. */
  readonly expiresAt: Date | null
  readonly byName: string | null
  readonly note: string | null
  readonly teamCommentId: TeamCommentId | null
  /** True if the cause is in the sandbox only. */
  readonly isSandbox: boolean
}

/**
 * Locks the notices of a person that wait to be emailed, oldest first. Those of a profile that the person no longer
 * reaches are left out.
 */
export async function lockDueNotices(tx: Tx, uid: UserId, most: number): Promise<readonly DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    select n.id, n.kind, n.profile_id, profile.name as profile, n.post_id, left(post.content, 280) as post,
      coalesce(post.media -> 0 ->> 'thumbnailId', post.media -> 0 ->> 'mediaId') as picture,
      case when post.media -> 0 -> 'thumbnailId' is null then post.media -> 0 -> 'view' end as view,
      coalesce(facts.published, 0) as published, coalesce(facts.targets, 0) as targets,
      coalesce(facts.reasons, '[]') as reasons, account.network, account.handle,
      (select count(*)::int from publication p where p.account_id = n.account_id and p.status = 'held') as waiting,
      network_grant.expires_at, n.by_name, n.note, n.team_comment_id, coalesce(account.mode = 'sandbox', facts.is_sandbox, false) as is_sandbox
    from notice n
    join profile on profile.id = n.profile_id and profile.deleted_at is null
    join app_user person on person.id = n.uid and person.disabled_at is null
    left join post on post.id = n.post_id
    left join account on account.id = n.account_id
    left join network_grant on network_grant.id = account.grant_id
    left join lateral (
      select count(*) filter (where p.status = 'published')::int as published, count(*)::int as targets,
        bool_and(a.mode = 'sandbox') as is_sandbox,
        jsonb_agg(jsonb_build_object('network', a.network, 'handle', a.handle, 'error', p.error) order by target.position)
          filter (where p.error is not null and p.status in ('failed', 'held', 'unknown')) as reasons
      from post_target target join publication p on p.id = target.publication_id
      join account a on a.id = target.account_id
      where target.post_id = n.post_id and p.status <> 'cancelled') facts on true
    where n.uid = ${uid} and ${isWaiting} and (post.id is null or post.deleted_at is null)
      and (profile.owner_uid = n.uid or exists (
        select from profile_member member where member.profile_id = n.profile_id and member.uid = n.uid))
    order by n.id limit ${most} for update of n skip locked`.execute(tx)
  return rows
}

interface Recent {
  /** The notices that were emailed since then. */
  readonly mailed: number
  readonly lastAt: Date | null
}

export async function readRecent(db: Db, uid: UserId, since: Date): Promise<Recent> {
  const { rows } = await sql<Recent>`select count(*)::int as mailed, max(mailed_at) as last_at from notice
    where uid = ${uid} and mailed_at > ${since}`.execute(db)
  return rows[0] ?? { mailed: 0, lastAt: null }
}

/** Marks the waiting notices of a person as emailed, in the transaction that queues the email. */
export async function setMailed(tx: Tx, ids: readonly NoticeId[], at: Date): Promise<void> {
  await sql`update notice set mailed_at = ${at} where id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Marks notices that no email will be about. */
export async function setUnmailed(tx: Tx, ids: readonly NoticeId[]): Promise<void> {
  await sql`update notice set by_mail = false where id = any(${[...ids]}::uuid[])`.execute(tx)
}

interface Reader {
  readonly name: string
  readonly email: string | null
  readonly locale: string
  readonly timezone: string
}

export async function findReader(db: Db, uid: UserId): Promise<Reader | undefined> {
  return await db
    .selectFrom('appUser')
    .select(['appUser.name', 'appUser.email', 'appUser.locale', 'appUser.timezone'])
    .where('appUser.id', '=', uid)
    .executeTakeFirst()
}
