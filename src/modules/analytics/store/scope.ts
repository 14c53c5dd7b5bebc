import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { AccountId, ProfileId, UserId } from '#kernel/ids.ts'
import { visibleProfiles } from '#modules/profiles/index.ts'
import type { Network } from '#rules/network-names.ts'
import type { MetricName } from '../metrics.ts'

/** An account that a request is about. */
export interface ScopedAccount {
  readonly id: AccountId
  readonly profileId: ProfileId
  readonly network: Network
  /** The metrics that its network reports. */
  readonly told: readonly MetricName[]
}

export interface ScopeFilter {
  readonly profileId?: ProfileId | undefined
  readonly platform?: Network | undefined
  readonly accountId?: AccountId | undefined
}

const scopedAccounts = sql`
  select a.id, a.profile_id, a.network, coalesce(m.told, '{}') as told
  from account a left join metrics_account m on m.account_id = a.id`

/** Lists the accounts that the caller may see, including disconnected ones, since what they published stays. */
export async function listScopedAccounts(db: Db, caller: Caller, filter: ScopeFilter): Promise<ScopedAccount[]> {
  const profiles = visibleProfiles(db, caller).select('profile.id')
  const { rows } = await sql<ScopedAccount>`
    ${scopedAccounts} where a.profile_id in (${profiles})
      ${filter.profileId ? sql`and a.profile_id = ${filter.profileId}` : sql``}
      ${filter.platform ? sql`and a.network = ${filter.platform}` : sql``}
      ${filter.accountId ? sql`and a.id = ${filter.accountId}` : sql``}
    order by a.id`.execute(db)
  return rows
}

/** Lists the accounts of a profile, for code that has checked the caller's access. */
export async function listProfileAccounts(db: Db, profileId: ProfileId): Promise<ScopedAccount[]> {
  const { rows } = await sql<ScopedAccount>`${scopedAccounts} where a.profile_id = ${profileId} order by a.id`.execute(
    db,
  )
  return rows
}

export async function readOwnerPlan(db: Db, profileId: ProfileId): Promise<string> {
  const { rows } = await sql<{ plan: string }>`
    select owner.plan from profile p join app_user owner on owner.id = p.owner_uid where p.id = ${profileId}`.execute(
    db,
  )
  return rows[0]?.plan ?? ''
}

/** Returns the caller's time zone, and the plan of the profile's owner, or the caller's own plan without a profile. */
export async function readAsker(
  db: Db,
  caller: Caller,
  profileId: ProfileId | undefined,
): Promise<{ readonly timezone: string; readonly plan: string }> {
  const { rows } = await sql<{ timezone: string; plan: string }>`
    select u.timezone, coalesce(owner.plan, u.plan) as plan
    from app_user u left join profile p on p.id = ${profileId ?? null}::uuid left join app_user owner on owner.id = p.owner_uid
    where u.id = ${caller.uid}`.execute(db)
  return rows[0] ?? { timezone: 'UTC', plan: '' }
}

export interface OwnedAccount {
  readonly id: AccountId
  readonly ownerUid: UserId
  readonly network: Network
  readonly isConnected: boolean
}

/** Lists the accounts that the caller may see, with their owners. */
export async function listOwnedAccounts(db: Db, caller: Caller): Promise<OwnedAccount[]> {
  const { rows } = await sql<OwnedAccount>`
    select a.id, a.owner_uid, a.network, a.disconnected_at is null as is_connected from account a
    where a.profile_id in (${visibleProfiles(db, caller).select('profile.id')}) order by a.id`.execute(db)
  return rows
}
