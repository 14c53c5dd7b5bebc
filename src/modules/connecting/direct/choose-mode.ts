import { refuse } from '#kernel/errors.ts'
import type { CallDeps } from '#modules/accounts/index.ts'
import { findNetworkSettings, isConfiguredAddress } from '#modules/accounts/index.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'

/** Input that shows whether an account is in the sandbox: a handle or a server. */
export interface AccountLocation {
  readonly handle?: string | undefined
  readonly url?: string | undefined
}

const sandboxHandle = /\.sandbox$/i

/**
 * Chooses the mode of a new account. If the sandbox replaces a network, a `.sandbox` handle or the sandbox's URL
 * selects it; every other account is live. Without a sandbox, every account is live.
 */
export function chooseMode(
  { config }: Pick<CallDeps, 'config'>,
  network: Network,
  { handle, url }: AccountLocation,
): Mode {
  const settings = findNetworkSettings(config, network)
  if (!settings) throw new Error(`there are no settings for ${network}`)
  const { sandbox, live } = settings
  if (url !== undefined) return sandbox && isConfiguredAddress(sandbox, withScheme(url)) ? 'sandbox' : 'live'
  if (handle === undefined || !sandboxHandle.test(handle)) return 'live'
  if (sandbox) return 'sandbox'
  // An operator's own server may have such handles; the public server has none.
  if (live.api !== undefined && settings.mode === 'live' && !isPublicDefault(live.api)) return 'live'
  return refuse('network_address_unusable', {
    detail:
      'Handles ending in .sandbox belong to the sandbox, which is turned off. A server administrator can set ' +
      'SANDBOX=on.',
  })
}

/** Adds a scheme to a URL without one, if either scheme is acceptable. */
const withScheme = (url: string): string => (/^https?:\/\//i.test(url) ? url : `http://${url}`)

const isPublicDefault = (url: string): boolean => new URL(url).hostname === 'bsky.social'
