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
export async function upgradeScopes(deps: ConnectingDeps, caller: Caller, params: UpgradeWish): Promise<FlowStart> {
  const account = await accountFor(deps.db, caller, params.accountId, 'admin')
  const network = readPlatform(account.network) ?? refuse('network_unsupported')
  const usual = listScopes(deps.config, requireOauthConnector(deps, network))
  requireAllowedRedirects(deps.config, network, params)
  const scopes = [...new Set([...usual, ...account.scopes, ...params.scopes])]
  const { profileId } = account
  return await createFlow(deps, {
    ...params,
    network,
    profileId,
    uid: caller.uid,
    inviteId: null,
    scopes,
    server: null,
  })
}
