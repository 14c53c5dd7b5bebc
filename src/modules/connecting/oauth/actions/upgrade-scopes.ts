import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { AccountId } from '#kernel/ids.ts'
import { accountFor, scopesOf } from '#modules/accounts/index.ts'
import { readPlatform } from '#rules/network-names.ts'
import type { ConnectingDeps } from '../../deps.ts'
import { demandRedirects } from '../redirects.ts'
import { type Begun, connectorByOAuth, type FlowWish, openFlow } from './begin-flow.ts'

export type UpgradeWish = Pick<FlowWish, 'redirectUrl' | 'finalRedirectUrl' | 'headless'> & {
  readonly accountId: AccountId
  readonly scopes: readonly string[]
}

/**
 * Starts a flow that asks for more scopes. It asks again for the account's present scopes, because a new consent
 * replaces the one before.
 */
export async function upgradeScopes(deps: ConnectingDeps, caller: Caller, wish: UpgradeWish): Promise<Begun> {
  const account = await accountFor(deps.db, caller, wish.accountId, 'admin')
  const network = readPlatform(account.network) ?? refuse('network_unsupported')
  const usual = scopesOf(deps.config, connectorByOAuth(deps, network))
  demandRedirects(deps.config, network, wish)
  const scopes = [...new Set([...usual, ...account.scopes, ...wish.scopes])]
  const { profileId } = account
  return await openFlow(deps, { ...wish, network, profileId, uid: caller.uid, inviteId: null, scopes })
}
