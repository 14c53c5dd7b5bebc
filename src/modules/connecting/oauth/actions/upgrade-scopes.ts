import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { AccountId } from '#kernel/ids.ts'
import { accountFor, listScopes } from '#modules/accounts/index.ts'
import { readPlatform } from '#rules/network-names.ts'
import type { ConnectingDeps } from '../../deps.ts'
import { requireAllowedRedirects } from '../redirects.ts'
import { createFlow, type FlowStart, type FlowWish, requireOauthConnector } from './begin-flow.ts'

type UpgradeWish = Pick<FlowWish, 'redirectUrl' | 'finalRedirectUrl' | 'headless'> & {
  readonly accountId: AccountId
  readonly scopes: readonly string[]
}

/**
 * Starts a flow that requests more scopes. It also requests the account's current scopes, because a new consent
 * replaces the previous one.
 */
export async function upgradeScopes(deps: ConnectingDeps, caller: Caller, wish: UpgradeWish): Promise<FlowStart> {
  const account = await accountFor(deps.db, caller, wish.accountId, 'admin')
  const network = readPlatform(account.network) ?? refuse('network_unsupported')
  const usual = listScopes(deps.config, requireOauthConnector(deps, network))
  requireAllowedRedirects(deps.config, network, wish)
  const scopes = [...new Set([...usual, ...account.scopes, ...wish.scopes])]
  const { profileId } = account
  return await createFlow(deps, { ...wish, network, profileId, uid: caller.uid, inviteId: null, scopes, server: null })
}
