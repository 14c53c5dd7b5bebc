import { refuse } from '#kernel/errors.ts'
import { findApp, findNetworkSettings, listScopes } from '#modules/accounts/index.ts'
import { faceUrl } from '#modules/faces/index.ts'
import { type ConnectInvite, findConnectInvite, requireInvitedNetwork } from '#modules/profiles/index.ts'
import { type Network, networks, platformFields } from '#rules/network-names.ts'
import type { ConnectingDeps } from '../deps.ts'
import { createFlow, requireOauthConnector, type Started, startFlow } from '../oauth/actions/begin-flow.ts'
import { findServerSignIn } from '../oauth/begin-at-server.ts'
import { buildCallbackUrl } from '../oauth/redirects.ts'

export interface Invitation {
  readonly profileName: string
  readonly inviterName: string
  readonly avatarUrl: string | null
  readonly brandColor: string | null
  readonly note: string | null
  readonly expiresAt: Date
  readonly platforms: {
    readonly platform: string
    readonly network: Network
    readonly name: string
    /** The field in which the guest names their account or server, for networks with many servers. */
    readonly named: 'identifier' | 'instanceUrl' | null
  }[]
}

/**
 * Describes an invitation to a person without an account here: who invites them, to which profile, and the networks to
 * choose from.
 */
export async function readInvitation(deps: ConnectingDeps, token: string): Promise<Invitation> {
  const invite = await requireGuestInvite(deps, token)
  const platforms = (invite.networks ?? networks).flatMap((network) => {
    const connector = deps.connectors[network]
    const settings = findNetworkSettings(deps.config, network)
    if (!connector || !settings) return []
    const { oauth, oauthAt } = connector.auth
    const hasApp = oauth !== undefined && findApp(deps.config, network, settings.mode) !== null
    if (!hasApp && !oauthAt) return []
    return [
      { ...platformFields(network), name: connector.limits.name, named: hasApp ? null : (oauthAt?.named ?? null) },
    ]
  })
  const { profileName, inviterName, faceId, brandColor, note, expiresAt } = invite
  return { profileName, inviterName, avatarUrl: faceUrl(deps, faceId), brandColor, note, expiresAt, platforms }
}

/**
 * Starts the sign-in of an invited person to a network. The flow runs on behalf of the user who invited them. `given`
 * is the query of the page's form.
 */
export async function startInvitedFlow(
  deps: ConnectingDeps,
  token: string,
  network: Network,
  given: Readonly<Record<string, unknown>> = {},
): Promise<Started> {
  const invite = await requireGuestInvite(deps, token)
  requireInvitedNetwork(invite, network)
  const field = deps.connectors[network]?.auth.oauthAt?.named
  const name = field && given[field]
  const server =
    field && typeof name === 'string' && name.trim() !== ''
      ? findServerSignIn(deps, network, { [field]: name.trim() })
      : null
  const scopes = server?.oauthAt.scopes ?? listScopes(deps.config, requireOauthConnector(deps, network))
  const { nonce } = await createFlow(deps, {
    network,
    profileId: invite.profileId,
    uid: invite.invitedBy,
    inviteId: invite.id,
    accountId: null,
    redirectUrl: buildCallbackUrl(deps.config, network),
    finalRedirectUrl: null,
    headless: false,
    server,
    scopes,
  })
  const started = await startFlow(deps, nonce)
  if (!started) throw new Error('a flow that was just created exists')
  return started
}

async function requireGuestInvite(deps: ConnectingDeps, token: string): Promise<ConnectInvite> {
  const invite = await findConnectInvite(deps.db, token, deps.clock.now())
  if (invite.email === null) return invite
  return refuse('profile_invite_for_another', {
    detail:
      'This invitation is for one email address. Sign in to Posthorn with that address, then connect the account with the invitation.',
  })
}
