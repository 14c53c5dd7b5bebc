import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { AccountId, PostId, ProfileId, UserId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

const most = 100

interface ProfileOfUser {
  readonly id: ProfileId
  readonly name: string
  readonly accounts: number
  readonly readOnly: boolean
  readonly createdAt: Date
}

export async function selectProfilesOf(db: Db, uid: UserId): Promise<ProfileOfUser[]> {
  const { rows } = await sql<ProfileOfUser>`
    select p.id, p.name, p.read_only as "readOnly", p.created_at as "createdAt",
      (select count(*) from account a where a.profile_id = p.id and a.disconnected_at is null) as accounts
    from profile p where p.owner_uid = ${uid} and p.deleted_at is null order by p.id desc limit ${most}`.execute(db)
  return rows
}

interface AccountOfUser {
  readonly id: AccountId
  readonly profileId: ProfileId
  readonly network: Network
  readonly handle: string
  readonly mode: Mode
  readonly status: 'active' | 'needs_reconnect'
  readonly statusReason: string | null
  readonly lastCheckedAt: Date | null
}

/** Returns the connected accounts of a user, with accounts that have problems first. */
export async function selectAccountsOf(db: Db, uid: UserId): Promise<AccountOfUser[]> {
  const { rows } = await sql<AccountOfUser>`
    select id, profile_id as "profileId", network, handle, mode, status, status_why as "statusReason",
      last_checked_at as "lastCheckedAt"
    from account where owner_uid = ${uid} and disconnected_at is null
    order by status = 'active', id desc limit ${most}`.execute(db)
  return rows
}

interface ErrorOfUser {
  readonly postId: PostId
  readonly network: Network
  readonly handle: string
  readonly status: string
  readonly code: string
  readonly error: string | null
  readonly at: Date
}

/** Returns the newest errors among the last 100 publications of each account, so that the query stays fast. */
export async function selectErrorsOf(db: Db, uid: UserId): Promise<ErrorOfUser[]> {
  const { rows } = await sql<ErrorOfUser>`
    select target.post_id as "postId", p.network, a.handle, p.status, p.error_code as code, p.error,
      coalesce(p.finished_at, p.begun_last, p.born_at) as at
    from account a
    cross join lateral (
      select * from publication p where p.account_id = a.id order by p.id desc limit 100
    ) p
    join post_target target on target.id = p.target_id
    where a.owner_uid = ${uid} and p.error_code is not null order by p.id desc limit 10`.execute(db)
  return rows
}
