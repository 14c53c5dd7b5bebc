import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountTable } from '#infra/db/tables.ts'
import type { Caller } from '#kernel/caller.ts'
import { type AccountId, newId, type ProfileId, type UserId } from '#kernel/ids.ts'
import { visibleProfiles } from '#modules/profiles/index.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

export type AccountRow = Selectable<AccountTable>

/** An account with its grant's scopes and expiry, and with the id that the network never changes. */
export type SeenAccount = AccountRow & {
  readonly remoteId: string
  readonly scopes: string[]
  readonly expiresAt: Date | null
  readonly renewable: boolean
}

const seenAccounts = (db: Db) =>
  db
    .selectFrom('account')
    .innerJoin('remoteAccount as remote', 'remote.id', 'account.remoteAccountId')
    .innerJoin('networkGrant as g', 'g.id', 'account.grantId')
    .selectAll('account')
    .select(['remote.remoteId', 'g.scopes', 'g.expiresAt', 'g.renewable'])

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

/** Lists the accounts of every profile that the caller may see. */
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

/** Lists accounts that the caller may see and that match the filter, in the order in which they were connected. */
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

/** Locks the connected accounts of a grant. Lock order everywhere: accounts, then their grant. */
export const lockAccountsOfGrant = (tx: Tx, grantId: string): Promise<AccountRow[]> =>
  tx
    .selectFrom('account')
    .selectAll('account')
    .where('account.grantId', '=', grantId)
    .where('account.disconnectedAt', 'is', null)
    .orderBy('account.id')
    .forNoKeyUpdate()
    .execute()

/**
 * Inserts or finds the lane of an account at a network, and returns its id. A lane is one row, however often the
 * account is connected. The row is locked, so that one transaction at a time decides about it.
 */
export async function lockRemoteAccount(
  tx: Tx,
  of: { readonly network: Network; readonly mode: Mode; readonly remoteId: string },
  now: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto('remoteAccount')
    .values({ id: newId(now), ...of })
    .onConflict((conflict) => conflict.columns(['network', 'mode', 'remoteId']).doUpdateSet({ network: of.network }))
    .returning('remoteAccount.id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Locks the rows of a remote account in all profiles, and the rows that use a grant. Returns the former, disconnected
 * ones too, the latest first, and the connected accounts of the grant.
 */
export async function lockAccountsAround(
  tx: Tx,
  remoteAccountId: string,
  grantId: string | null,
): Promise<{ readonly ofRemote: readonly AccountRow[]; readonly ofGrant: readonly AccountRow[] }> {
  const rows = await tx
    .selectFrom('account')
    .selectAll('account')
    .where(({ eb, or }) =>
      or([eb('account.remoteAccountId', '=', remoteAccountId), eb('account.grantId', '=', grantId)]),
    )
    .orderBy('account.id')
    .forNoKeyUpdate()
    .execute()
  return {
    ofRemote: rows.filter((row) => row.remoteAccountId === remoteAccountId).reverse(),
    ofGrant: rows.filter((row) => row.grantId === grantId && row.disconnectedAt === null),
  }
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

/** Returns the account that a platform name without an account means. */
export const defaultAccount = (tx: Tx, profileId: ProfileId, network: Network): Promise<AccountRow | undefined> =>
  tx
    .selectFrom('account')
    .selectAll('account')
    .where('account.profileId', '=', profileId)
    .where('account.network', '=', network)
    .where('account.isDefault', '=', true)
    .where('account.disconnectedAt', 'is', null)
    .executeTakeFirst()

/** Makes the oldest connected account the default when there is none. */
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

export interface InMode {
  readonly network: Network
  readonly mode: Mode
  readonly status: 'active' | 'needs_reconnect'
  /** Select only accounts with one of these reasons and an active grant; null: no such condition. */
  readonly whys: readonly string[] | null
}

/** Locks and returns one batch of accounts. To move them all, the caller repeats the call until it returns none. */
export const lockAccountsInMode = (
  tx: Tx,
  { network, mode, status, whys }: InMode,
  limit: number,
): Promise<AccountRow[]> =>
  tx
    .selectFrom('account')
    .innerJoin('networkGrant as g', 'g.id', 'account.grantId')
    .selectAll('account')
    .where('account.network', '=', network)
    .where('account.mode', '=', mode)
    .where('account.status', '=', status)
    .$if(whys !== null, (q) => q.where('account.statusWhy', 'in', whys ?? []).where('g.status', '=', 'active'))
    .orderBy('account.id')
    .limit(limit)
    .forNoKeyUpdate('account')
    .execute()

/** Locks and returns the connected accounts of a profile that is in the trash. */
export const lockAccountsOfTrashed = (tx: Tx, profileId: ProfileId): Promise<AccountRow[]> =>
  tx
    .selectFrom('account')
    .innerJoin('profile', 'profile.id', 'account.profileId')
    .selectAll('account')
    .where('account.profileId', '=', profileId)
    .where('account.disconnectedAt', 'is', null)
    .where('profile.deletedAt', 'is not', null)
    .orderBy('account.id')
    .forNoKeyUpdate('account')
    .execute()

/** Deletes the accounts of a user. A remote account stays while another user here has connected it. */
export async function deleteAccountsOfUser(tx: Tx, uid: UserId): Promise<void> {
  const gone = await tx
    .deleteFrom('account')
    .where('account.ownerUid', '=', uid)
    .returning('account.remoteAccountId')
    .execute()
  await sql`delete from remote_account r where r.id = any(${gone.map((row) => row.remoteAccountId)}::uuid[])
    and not exists (select from account a where a.remote_account_id = r.id)`.execute(tx)
}
