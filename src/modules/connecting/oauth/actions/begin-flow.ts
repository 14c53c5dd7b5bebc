import type { Connector } from '#connectors/connector.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { AccountId, ProfileId, ProfileInviteId, UserId } from '#kernel/ids.ts'
import {
  accountFor,
  findAddresses,
  findApp,
  findNetworkSettings,
  listScopes,
  type SeenAccount,
} from '#modules/accounts/index.ts'
import {
  findConnectInvite,
  profileFor,
  refuseInvite,
  requireInvitedAddress,
  requireInvitedNetwork,
} from '#modules/profiles/index.ts'
import type { Mode } from '#rules/modes.ts'
import { type Network, readPlatform } from '#rules/network-names.ts'
import type { ConnectingDeps } from '../../deps.ts'
import {
  beginAtServer,
  findServerSignIn,
  type GivenNames,
  openBegun,
  type ServerSignIn,
  sealBegun,
} from '../begin-at-server.ts'
import { deriveChallenge, deriveState, deriveVerifier, hashSecret, nameFlowCookie, newNonce } from '../flow-secrets.ts'
import { requireAllowedRedirects } from '../redirects.ts'
import { bindBrowser, type FlowRow, insertFlow } from '../store.ts'

interface FlowParams {
  readonly network: Network
  readonly profileId: ProfileId
  readonly redirectUrl: string
  readonly finalRedirectUrl: string | null
  readonly headless: boolean
  /** The account or its server, for networks with many servers. */
  readonly names: GivenNames
  /** The token of an invitation, which lets a user without a role on the profile connect an account. */
  readonly inviteToken: string | null
}

interface FlowStart {
  readonly authUrl: string
  readonly state: string
  readonly expiresAt: Date
}

const goodForMs = minutes(10)

/** Starts a sign-in. Returns the URL to open, and the deadline for the person's return. */
export async function beginFlow(deps: ConnectingDeps, caller: Caller, params: FlowParams): Promise<FlowStart> {
  const { network } = params
  const server = findServerSignIn(deps, network, params.names)
  const scopes = server?.oauthAt.scopes ?? listScopes(deps.config, requireOauthConnector(deps, network))
  requireAllowedRedirects(deps.config, network, params)
  const inviteId = await requireRight(deps, caller, params)
  return await createFlow(deps, { ...params, server, uid: caller.uid, inviteId, accountId: null, scopes })
}

type NewFlow = Omit<FlowParams, 'inviteToken' | 'names'> & {
  /** Null if the network has a single page where everyone signs in. */
  readonly server: ServerSignIn | null
  readonly uid: UserId
  readonly inviteId: ProfileInviteId | null
  readonly accountId: AccountId | null
  readonly scopes: readonly string[]
}

/** Stores a flow and returns its URL. The caller has checked that the person may connect an account. */
export async function createFlow(
  deps: ConnectingDeps,
  { scopes, server, ...flow }: NewFlow,
): Promise<FlowStart & { nonce: string }> {
  const mode = server?.mode ?? requireApp(deps, flow.network)
  const nonce = newNonce()
  const state = deriveState(nonce)
  const { network, uid, profileId, accountId, inviteId, redirectUrl, finalRedirectUrl, headless } = flow
  const stateHash = hashSecret(state)
  const challenge = deriveChallenge(deriveVerifier(deps.seal, state))
  const begun = server && (await beginAtServer(deps, server, { redirectUrl, state, scopes, challenge }))
  const row: FlowRow = {
    network,
    mode,
    uid,
    profileId,
    accountId,
    inviteId,
    redirectUrl,
    finalRedirectUrl,
    headless,
    scopes: [...scopes],
    stateHash,
    nonceHash: headless ? null : hashSecret(nonce),
    browserHash: null,
    expiresAt: after(deps.clock.now(), goodForMs),
    sealedBegun: begun && sealBegun(deps, stateHash, begun),
  }
  await insertFlow(deps.db, row)
  const authUrl = headless ? buildAuthorizeUrl(deps, row, state) : null
  const openUntil = begun?.openUntil ?? row.expiresAt
  return {
    authUrl: authUrl ?? `${deps.config.publicUrl}/v1/oauth/start/${nonce}`,
    state,
    expiresAt: openUntil < row.expiresAt ? openUntil : row.expiresAt,
    nonce,
  }
}

export function requireOauthConnector(deps: Pick<ConnectingDeps, 'connectors'>, network: Network): Connector {
  const connector = deps.connectors[network]
  if (!connector) return refuse('network_unsupported')
  if (!connector.auth.oauth) {
    const { oauthAt } = connector.auth
    const directly = `Connect ${connector.limits.name} with POST /v1/platforms/${network}/connect`
    refuse('platform_connects_directly', {
      detail: oauthAt ? `${directly}, or add \`${oauthAt.named}\` to sign in at the account’s server.` : `${directly}.`,
    })
  }
  return connector
}

/** Returns the mode in which accounts of a network are currently connected. Refuses if its app is missing. */
function requireApp({ config }: ConnectingDeps, network: Network): Mode {
  const settings = findNetworkSettings(config, network)
  if (!settings) return refuse('network_unsupported')
  const { mode } = settings
  if (!findApp(config, network, mode) || !findAddresses(config, network, mode)) {
    const name = network.toUpperCase().replaceAll('-', '_')
    refuse('network_app_missing', {
      detail:
        `A server administrator must register an app with the network and set ${name}_CLIENT_ID and ` +
        `${name}_CLIENT_SECRET.`,
    })
  }
  return mode
}

async function requireRight(
  deps: ConnectingDeps,
  caller: Caller,
  { profileId, inviteToken, network }: Pick<FlowParams, 'profileId' | 'inviteToken' | 'network'>,
): Promise<ProfileInviteId | null> {
  if (inviteToken === null) {
    await profileFor(deps.db, caller, profileId, 'manage')
    return null
  }
  const invite = await findConnectInvite(deps.db, inviteToken, deps.clock.now())
  if (invite.profileId !== profileId) refuseInvite()
  await requireInvitedAddress(deps.db, invite, caller.uid)
  requireInvitedNetwork(invite, network)
  return invite.id
}

/** Returns the URL of the consent page. Null if the page was prepared but its server has discarded it since. */
function buildAuthorizeUrl(deps: ConnectingDeps, flow: FlowRow, state: string): string | null {
  const { network, mode, scopes, redirectUrl } = flow
  const begun = openBegun(deps, flow)
  if (begun) return begun.openUntil && begun.openUntil <= deps.clock.now() ? null : begun.authorizeUrl
  const oauth = deps.connectors[network]?.auth.oauth
  const addresses = findAddresses(deps.config, network, mode)
  const app = findApp(deps.config, network, mode)
  if (!oauth || !addresses || !app) throw new Error(`${network} has no consent page`)
  const challenge = oauth.pkce ? deriveChallenge(deriveVerifier(deps.seal, state)) : null
  return oauth.authorizeUrl(addresses, app, { redirectUrl, state, scopes, challenge })
}

export interface Started {
  /** URL of the network's page. */
  readonly location: string
  /** Cookie that identifies the browser that started the flow. */
  readonly cookie: { readonly name: string; readonly value: string }
}

/** Binds a flow to the first browser that opens its URL. Only that browser can finish it. */
export async function startFlow(deps: ConnectingDeps, nonce: string): Promise<Started | null> {
  const value = newNonce()
  const flow = await bindBrowser(deps.db, hashSecret(nonce), hashSecret(value))
  if (!flow) return null
  const state = deriveState(nonce)
  const location = buildAuthorizeUrl(deps, flow, state)
  return location === null ? null : { location, cookie: { name: nameFlowCookie(state), value } }
}

type UpgradeParams = Pick<FlowParams, 'redirectUrl' | 'finalRedirectUrl' | 'headless'> & {
  readonly accountId: AccountId
  readonly scopes: readonly string[]
}

/**
 * Starts a flow that requests more scopes. It also requests the account's current scopes, because a new consent
 * replaces the previous one.
 */
export async function upgradeScopes(deps: ConnectingDeps, caller: Caller, params: UpgradeParams): Promise<FlowStart> {
  const account = await accountFor(deps.db, caller, params.accountId, 'manage')
  const network = readPlatform(account.network) ?? refuse('network_unsupported')
  const server = findServerSignIn(deps, network, namesOf(deps, network, account))
  const usual = server?.oauthAt.scopes ?? listScopes(deps.config, requireOauthConnector(deps, network))
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
    server,
  })
}

/** Returns how a user would name the account's server. Empty if the network does not have servers of its users. */
function namesOf(
  { connectors }: Pick<ConnectingDeps, 'connectors'>,
  network: Network,
  { facts }: Pick<SeenAccount, 'facts'>,
): GivenNames {
  const { apiUrl } = facts as { readonly apiUrl?: unknown }
  const isNamed = connectors[network]?.auth.oauthAt?.named === 'instanceUrl' && typeof apiUrl === 'string'
  return isNamed ? { instanceUrl: apiUrl } : {}
}
