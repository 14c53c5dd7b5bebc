import { sql } from 'kysely'
import type { LossCode } from '#connectors/connector.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { type AccountId, newId, type ProfileId, type UserId } from '#kernel/ids.ts'
import { dropFace } from '#modules/faces/index.ts'
import type { AccountRow } from './accounts.ts'

/** Replacement for the network's handle. */
export const erasedHandle = '(deleted)'
const erasedReason = 'The network requested the deletion of this account’s data.'

/** Lists the accounts that use or used these grants and still hold data that the network reported about them. */
export async function listAccountsToErase(
  db: Db,
  grantIds: readonly string[],
): Promise<{ readonly id: AccountId; readonly profileId: ProfileId }[]> {
  const { rows } = await sql<{ id: AccountId; profileId: ProfileId }>`
    select id, profile_id from account where grant_id = any(${[...grantIds]}::uuid[])
      and status_why is distinct from ${erasedReason} order by id`.execute(db)
  return rows
}

/**
 * Locks the profile, then the account, in the global lock order. Returns undefined if the account is gone or was erased
 * in the meantime.
 */
export async function lockAccountToErase(
  tx: Tx,
  { id, profileId }: { readonly id: AccountId; readonly profileId: ProfileId },
): Promise<AccountRow | undefined> {
  await sql`select from profile where id = ${profileId} for no key update`.execute(tx)
  const { rows } = await sql<AccountRow>`
    select * from account where id = ${id} and status_why is distinct from ${erasedReason} for no key update`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Blanks what the network reported about an account. The row stays, because posts reference it. From then on it
 * represents an anonymous account, so connecting the real one again creates another row. Returns the lane of the
 * anonymous account.
 */
export async function blankAccount(tx: Tx, account: AccountRow, now: Date): Promise<string> {
  const lane = newId<'lane'>(now)
  await sql`insert into remote_account (id, network, mode, remote_id)
    values (${lane}, ${account.network}, ${account.mode}, ${`erased:${account.id}`})`.execute(tx)
  await sql`update account set remote_account_id = ${lane}, handle = ${erasedHandle}, display_name = null, avatar = null,
    facts = '{}', status_why = ${erasedReason},
    status_why_code = ${'data_deleted' satisfies LossCode}, last_checked_at = null, updated_at = ${now} where id = ${account.id}`.execute(
    tx,
  )
  await dropFace(tx, { accountId: account.id })
  return lane
}

/** Deletes a lane unless another account here uses it. */
export async function dropUnusedLane(tx: Tx, id: string): Promise<void> {
  await sql`delete from remote_account r where r.id = ${id}
    and not exists (select from account a where a.remote_account_id = r.id)`.execute(tx)
}

/**
 * Removes a person's identity and secret from a grant. Does nothing while an account of the grant is still to be
 * erased.
 */
export async function blankGrant(tx: Tx, id: string, sealedNothing: Buffer): Promise<void> {
  await sql`delete from page_choice where grant_id = ${id}`.execute(tx)
  await sql`update network_grant g set principal = ${`erased:${id}`}, sealed_grant = ${sealedNothing}, scopes = '{}',
      expires_at = null, status = 'revoked', status_why = null, version = g.version + 1, updated_at = ph.now()
    where g.id = ${id} and not exists (
      select from account a where a.grant_id = g.id and a.status_why is distinct from ${erasedReason})`.execute(tx)
}

/** Deletes the accounts of a user. A remote account stays as long as another user here has connected it. */
export async function deleteAccountsOfUser(tx: Tx, uid: UserId): Promise<void> {
  const gone = await tx
    .deleteFrom('account')
    .where('account.ownerUid', '=', uid)
    .returning('account.remoteAccountId')
    .execute()
  await sql`delete from remote_account r where r.id = any(${gone.map((row) => row.remoteAccountId)}::uuid[])
    and not exists (select from account a where a.remote_account_id = r.id)`.execute(tx)
}
