import type { Tx } from '#infra/db/client.ts'
import { newId, type ProfileId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { AccountRow } from './accounts.ts'

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
 * Inserts or finds the lane of an account on a network, and returns its ID. A lane is one row, regardless of how often
 * the account is connected. The row is locked, so that only one transaction at a time decides about it.
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
 * Locks the rows of a remote account in all profiles, and the rows that use a grant. Returns the remote account's rows,
 * including disconnected ones, latest first, and the connected accounts of the grant.
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

export interface InMode {
  readonly network: Network
  readonly mode: Mode
  readonly status: 'active' | 'needs_reconnect'
  /** Selects only accounts with one of these reasons and an active grant. Null for no condition. */
  readonly whys: readonly string[] | null
}

/** Locks and returns one batch of accounts. To change them all, the caller repeats the call until it returns none. */
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
