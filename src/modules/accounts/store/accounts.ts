import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountTable } from '#infra/db/tables.ts'
import type { Caller } from '#kernel/caller.ts'
import type { AccountId, ProfileId, UserId } from '#kernel/ids.ts'
import { visibleProfiles } from '#modules/profiles/index.ts'
import type { Network } from '#rules/network-names.ts'

export type AccountRow = Selectable<AccountTable>

/** An account with its grant's scopes and expiry, and with the network's permanent ID. */
export type SeenAccount = AccountRow & {
  readonly remoteId: string
  readonly scopes: string[]
  readonly expiresAt: Date | null
  readonly renewable: boolean
  readonly faceId: string | null
}

const seenAccounts = (db: Db) =>
  db
    .selectFrom('account')
    .innerJoin('remoteAccount as remote', 'remote.id', 'account.remoteAccountId')
    .innerJoin('networkGrant as g', 'g.id', 'account.grantId')
    .leftJoin('face', 'face.accountId', 'account.id')
    .selectAll('account')
    .select(['remote.remoteId', 'g.scopes', 'g.expiresAt', 'g.renewable', 'face.id as faceId'])

/** Finds an account. With `lock`, locks its row until the transaction ends. */
export const findAccount = (db: Db, id: AccountId, lock: boolean): Promise<SeenAccount | undefined> =>
  seenAccounts(db)
    .where('account.id', '=', id)
    .$if(lock, (q) => q.forNoKeyUpdate('account'))
    .executeTakeFirst()

interface Which {
  readonly disconnectedToo: boolean
}

/** Lists the accounts of a profile in the order in which they were connected. */
export const listAccounts = (db: Db, profileId: ProfileId, { disconnectedToo }: Which): Promise<SeenAccount[]> =>
  seenAccounts(db)
    .where('account.profileId', '=', profileId)
    .$if(!disconnectedToo, (q) => q.where('account.disconnectedAt', 'is', null))
    .orderBy('account.id')
    .execute()

/** Lists the accounts of every profile that the caller can see. */
export const listAllAccounts = (db: Db, caller: Caller, { disconnectedToo }: Which): Promise<SeenAccount[]> =>
  seenAccounts(db)
    .where('account.profileId', 'in', visibleProfiles(db, caller).select('profile.id'))
    .$if(!disconnectedToo, (q) => q.where('account.disconnectedAt', 'is', null))
    .orderBy('account.id')
    .execute()

interface AccountFilter {
  readonly profileId: ProfileId | undefined
  readonly network: Network | undefined
  readonly status: readonly AccountRow['status'][]
  readonly after: AccountId | null
  readonly limit: number
}

/** Lists accounts that the caller can see and that match the filter, in the order in which they were connected. */
export const pageAccounts = (
  db: Db,
  caller: Caller,
  { profileId, network, status, after, limit }: AccountFilter,
): Promise<SeenAccount[]> =>
  seenAccounts(db)
    .where('account.profileId', 'in', visibleProfiles(db, caller).select('profile.id'))
    .where('account.status', 'in', status)
    .$if(profileId !== undefined, (q) => q.where('account.profileId', '=', profileId as ProfileId))
    .$if(network !== undefined, (q) => q.where('account.network', '=', network as Network))
    .$if(after !== null, (q) => q.where('account.id', '>', after))
    .orderBy('account.id')
    .limit(limit)
    .execute()

export const listAccountsByIds = async (db: Db, ids: readonly AccountId[]): Promise<Map<AccountId, SeenAccount>> => {
  if (ids.length === 0) return new Map()
  const rows = await seenAccounts(db)
    .where(({ eb, fn, val }) => eb('account.id', '=', fn.any(val([...ids]))))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function insertAccount(tx: Tx, row: AccountRow): Promise<void> {
  await tx
    .insertInto('account')
    .values({ ...row, facts: JSON.stringify(row.facts), settings: JSON.stringify(row.settings) })
    .execute()
}

type AccountChanges = Omit<Updateable<AccountTable>, 'facts' | 'settings'> & {
  readonly facts?: object
  readonly settings?: object
}

export async function updateAccount(
  db: Db,
  id: AccountId,
  { facts, settings, ...changes }: AccountChanges,
): Promise<void> {
  await db
    .updateTable('account')
    .set({ ...changes, ...toJsonText({ facts, settings }) })
    .where('account.id', '=', id)
    .execute()
}

/** Serializes the JSON columns. */
const toJsonText = (columns: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [[name, JSON.stringify(value)]])),
  )

/** Returns the default account for a platform name without an account. */
export const defaultAccount = (tx: Tx, profileId: ProfileId, network: Network): Promise<AccountRow | undefined> =>
  tx
    .selectFrom('account')
    .selectAll('account')
    .where('account.profileId', '=', profileId)
    .where('account.network', '=', network)
    .where('account.isDefault', '=', true)
    .where('account.disconnectedAt', 'is', null)
    .executeTakeFirst()

/** Makes the oldest connected account the default if there is no default. */
export async function ensureDefault(tx: Tx, profileId: ProfileId, network: Network, now: Date): Promise<void> {
  await sql`
    update account set is_default = true, updated_at = ${now}
    where id = (select a.id from account a
      where a.profile_id = ${profileId} and a.network = ${network} and a.disconnected_at is null
      order by a.id limit 1)
    and not exists (select from account d where d.profile_id = ${profileId} and d.network = ${network}
      and d.is_default and d.disconnected_at is null)`.execute(tx)
}

export async function countAccounts(db: Db, profileId: ProfileId): Promise<number> {
  const { total } = await db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account.profileId', '=', profileId)
    .where('account.disconnectedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** Returns the number of accounts on the user's fullest profile, which is the first to reach a plan's limit. */
export async function countAccountsOfFullestProfile(db: Db, uid: UserId): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(n), 0)::int as most from (
      select count(*) as n from account a join profile p on p.id = a.profile_id and p.deleted_at is null
      where a.owner_uid = ${uid} and a.disconnected_at is null group by a.profile_id) of_each`.execute(db)
  return rows[0]?.most ?? 0
}
