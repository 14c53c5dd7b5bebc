import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'
import {
  accountFor,
  endConnection,
  findAccount,
  type PresentedAccount,
  presentSavedAccount,
  type SeenAccount,
  saveChosenPage,
  updateAccount,
  withProfileLock,
} from '#modules/accounts/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { Network } from '#rules/network-names.ts'
import { askPages } from './list-pages.ts'

interface PageParams {
  readonly network: Network
  readonly profileId: ProfileId
  readonly pageId: string
  /** The account that the page replaces. */
  readonly instead: AccountId | null
}

/**
 * Connects a page, in addition to the connected accounts or instead of one. The replaced account is disconnected and
 * keeps its posts: they were written for it, so they wait for it and are not moved to the new page.
 */
export async function switchPage(deps: AccountDeps, caller: Caller, params: PageParams): Promise<PresentedAccount> {
  const { network, profileId, pageId, instead } = params
  await profileFor(deps.db, caller, profileId, 'manage')
  const found = (await askPages(deps, network, profileId)).find(({ page }) => page.remoteId === pageId)
  if (!found) {
    return refuse('page_not_found', { detail: 'Sign in to the network again and select this page.' })
  }
  const { page, grant } = found
  if (page.lacks !== null) refuse('page_unusable', { detail: page.lacks })
  return await withProfileLock(deps, { profileId, caller }, async (tx, locked) => {
    const old = instead === null ? null : await requireReplacedAccount(tx, params, instead)
    const isOther = old !== null && old.remoteId !== pageId
    const id = await saveChosenPage(deps, tx, locked, { grant, remote: page, leaving: isOther ? 1 : 0 })
    if (isOther) await replaceAccount(deps, tx, caller, old, id)
    return await presentSavedAccount(deps, tx, id)
  })
}

/** Connects a page on the same network and profile as an account. With `replace`, the page replaces the account. */
export async function switchPageBeside(
  deps: AccountDeps,
  caller: Caller,
  { accountId, pageId, replace }: { readonly accountId: AccountId; readonly pageId: string; readonly replace: boolean },
): Promise<PresentedAccount> {
  const { network, profileId } = await accountFor(deps.db, caller, accountId, 'manage')
  return switchPage(deps, caller, { network, profileId, pageId, instead: replace ? accountId : null })
}

/**
 * Returns the account to replace without locking it: the profile is already locked, and the lock order is the remote
 * account first, then the accounts connected to it.
 */
async function requireReplacedAccount(tx: Tx, { network, profileId }: PageParams, id: AccountId): Promise<SeenAccount> {
  const account = await findAccount(tx, id, false)
  if (account?.profileId !== profileId || account.network !== network) return refuse('account_not_found')
  if (account.status === 'disconnected') refuse('account_not_connected')
  return account
}

async function replaceAccount(
  deps: AccountDeps,
  tx: Tx,
  caller: Caller,
  old: SeenAccount,
  id: AccountId,
): Promise<void> {
  const now = deps.clock.now()
  // A profile has at most one default per network.
  if (old.isDefault) {
    await updateAccount(tx, old.id, { isDefault: false, updatedAt: now })
    await updateAccount(tx, id, { isDefault: true, updatedAt: now })
  }
  const { remoteId: _remoteId, scopes: _scopes, expiresAt: _expiresAt, renewable: _renewable, ...row } = old
  await endConnection(deps, tx, caller, { ...row, isDefault: false }, 'keep')
}
