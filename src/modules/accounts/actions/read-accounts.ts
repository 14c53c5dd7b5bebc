import type { Caller } from '#kernel/caller.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import { decodeCursor, pageOf, uuidKey } from '#kernel/page.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { accountFor } from '../account-for.ts'
import type { AccountDeps, Affected } from '../deps.ts'
import { type PresentedAccount, presentAccount, readAffected } from '../present.ts'
import type { ConnectionsQuery } from '../schema.ts'
import { listAccounts, listAllAccounts, pageAccounts, type SeenAccount } from '../store/accounts.ts'

interface Which {
  readonly include?: 'disconnected' | undefined
}

export async function readAccounts(
  deps: AccountDeps,
  caller: Caller,
  { profileId, include }: Which & { readonly profileId: ProfileId },
): Promise<PresentedAccount[]> {
  await profileFor(deps.db, caller, profileId, 'read')
  return await present(deps, await listAccounts(deps.db, profileId, { disconnectedToo: include !== undefined }))
}

export async function readAllAccounts(
  deps: AccountDeps,
  caller: Caller,
  { include }: Which,
): Promise<PresentedAccount[]> {
  return await present(deps, await listAllAccounts(deps.db, caller, { disconnectedToo: include !== undefined }))
}

/** Lists a page of accounts by filters. */
export async function listConnections(deps: AccountDeps, caller: Caller, query: ConnectionsQuery) {
  const { profileId, platform: network, status, cursor, limit } = query
  if (profileId !== undefined) await profileFor(deps.db, caller, profileId, 'read')
  const after = cursor === undefined ? null : (decodeCursor(cursor, uuidKey) as AccountId)
  const found = await pageAccounts(deps.db, caller, { profileId, network, status, after, limit: limit + 1 })
  const { items, ...rest } = pageOf(found, limit, ({ id }) => id)
  return { connections: await present(deps, items), ...rest }
}

export async function readAccount(deps: AccountDeps, caller: Caller, id: AccountId): Promise<PresentedAccount> {
  return await presentAccount(deps, await accountFor(deps.db, caller, id, 'read'))
}

export async function readAffectedPosts(deps: AccountDeps, caller: Caller, id: AccountId): Promise<Affected> {
  const account = await accountFor(deps.db, caller, id, 'read')
  return await readAffected(deps, deps.db, account.id)
}

async function present(deps: AccountDeps, rows: readonly SeenAccount[]): Promise<PresentedAccount[]> {
  const shown: PresentedAccount[] = []
  for (const row of rows) shown.push(await presentAccount(deps, row))
  return shown
}
