import { sql } from 'kysely'
import type { JsonObject } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { AccountId, ProfileId, UserId } from '#kernel/ids.ts'
import type { ProfileRole } from '#kernel/rights.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

/** An account with the fields that publishing needs. */
export interface AccountForPublishing {
  readonly id: AccountId
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly remoteAccountId: string
  /** The network's own ID of the account. */
  readonly remoteId: string
  readonly network: Network
  readonly mode: Mode
  readonly handle: string
  readonly facts: JsonObject
  /** Default settings of the account's posts. */
  readonly settings: JsonObject
  readonly status: 'active' | 'needs_reconnect' | 'disconnected'
  readonly isDefault: boolean
  readonly statusWhy: string | null
}

const columns = sql`a.id, a.owner_uid as "ownerUid", a.profile_id as "profileId",
  a.remote_account_id as "remoteAccountId", remote.remote_id as "remoteId", a.network, a.mode, a.handle, a.facts,
  a.settings, a.status, a.status_why as "statusWhy", a.is_default as "isDefault"`
const accounts = sql`account a join remote_account remote on remote.id = a.remote_account_id`

/** Lists the connected accounts of a profile in the order in which they were connected. */
export async function listProfileAccounts(db: Db, profileId: ProfileId): Promise<AccountForPublishing[]> {
  const { rows } = await prepared('accounts-of-profile')<AccountForPublishing>`
    select ${columns} from ${accounts} where a.profile_id = ${profileId} and a.disconnected_at is null
    order by a.id`.execute(db)
  return rows
}

/** Lists the networks on which each of the profiles has a connected account. */
export async function listNetworks(
  db: Db,
  profileIds: readonly ProfileId[],
): Promise<ReadonlyMap<ProfileId, Set<Network>>> {
  const { rows } = await sql<{ profileId: ProfileId; networks: Network[] }>`
    select profile_id, array_agg(distinct network) as networks from account
    where profile_id = any(${[...profileIds]}::uuid[]) and disconnected_at is null group by profile_id`.execute(db)
  return new Map(rows.map(({ profileId, networks }) => [profileId, new Set(networks)]))
}

/** Returns accounts by ID, including disconnected ones. */
export async function readAccountsByIds(
  db: Db,
  ids: readonly AccountId[],
): Promise<Map<AccountId, AccountForPublishing>> {
  if (ids.length === 0) return new Map()
  const { rows } = await prepared('accounts-by-ids')<AccountForPublishing>`
    select ${columns} from ${accounts} where a.id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** An account as the engine sees it: an account of a disabled owner is not active. */
type AccountAtWork = Omit<AccountForPublishing, 'status'> & {
  readonly status: AccountForPublishing['status'] | 'owner_disabled'
}

/** Returns accounts by ID, for the engine. */
export async function readAccountsAtWork(db: Db, ids: readonly AccountId[]): Promise<Map<AccountId, AccountAtWork>> {
  const { rows } = await prepared('accounts-at-work')<AccountForPublishing & { readonly ownerDisabled: boolean }>`
    select ${columns}, u.disabled_at is not null as "ownerDisabled"
    from ${accounts} join app_user u on u.id = a.owner_uid
    where a.id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ ownerDisabled, ...row }) => [row.id, ownerDisabled ? { ...row, status: 'owner_disabled' } : row]),
  )
}

/** Returns an active account of a network, to query the network about it. */
export async function findAccountToTry(
  db: Db,
  network: Network,
  mode: Mode,
): Promise<Pick<AccountForPublishing, 'id' | 'handle' | 'remoteId'> | undefined> {
  const { rows } = await sql<Pick<AccountForPublishing, 'id' | 'handle' | 'remoteId'>>`
    select a.id, a.handle, remote.remote_id as "remoteId" from ${accounts}
    where a.network = ${network} and a.mode = ${mode} and a.status = 'active' and a.disconnected_at is null
    order by a.last_checked_at desc nulls last limit 1`.execute(db)
  return rows[0]
}

/** Lists the connected accounts of an owner. */
export async function listAccountIdsOf(db: Db, ownerUid: UserId): Promise<AccountId[]> {
  const rows = await db
    .selectFrom('account')
    .select('account.id')
    .where('account.ownerUid', '=', ownerUid)
    .where('account.disconnectedAt', 'is', null)
    .orderBy('account.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A profile with one user's role on it, and the accounts that its posts can be published to. */
export interface SeenPublishingProfile {
  readonly id: ProfileId
  readonly ownerUid: UserId
  readonly timezone: string | null
  readonly readOnly: boolean
  readonly requiredPlan: string | null
  readonly samePostDays: number
  /** Null if the user has no access. */
  readonly role: ProfileRole | null
  readonly accounts: readonly AccountForPublishing[]
}

/** Reads a profile and its connected accounts in one statement. Creating a post starts with this read. */
export async function findPublishingProfile(
  db: Db,
  uid: UserId,
  id: ProfileId,
): Promise<SeenPublishingProfile | undefined> {
  const { rows } = await prepared('profile-and-accounts')<SeenPublishingProfile>`
    select profile.id, profile.owner_uid, profile.timezone, profile.read_only, profile.required_plan,
      profile.same_post_days,
      case when profile.owner_uid = ${uid} then 'owner' else member.role end as role,
      (select coalesce(jsonb_agg(to_jsonb(found) order by found.id), '[]') from (
        select ${columns} from ${accounts} where a.profile_id = profile.id and a.disconnected_at is null) found
      ) as accounts
    from profile left join profile_member member on member.profile_id = profile.id and member.uid = ${uid}
    where profile.id = ${id} and profile.deleted_at is null`.execute(db)
  return rows[0]
}
