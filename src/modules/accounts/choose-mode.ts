import { refuse } from '#kernel/errors.ts'
import type { Network } from '#rules/network-names.ts'
import { isConfigured, type Mode, networkSettings } from './addresses.ts'
import type { CallDeps } from './deps.ts'

/** What a person typed that says where they are. */
export interface Whereabouts {
  readonly handle?: string | undefined
  readonly url?: string | undefined
}

const sandboxHandle = /\.sandbox$/i

/**
 * In the sandbox or live. Where the sandbox stands in for a network, its people are told by their handle, or by its
 * address; everybody else is live. Without it everybody is.
 */
export function chooseMode({ config }: Pick<CallDeps, 'config'>, network: Network, { handle, url }: Whereabouts): Mode {
  const settings = networkSettings(config, network)
  if (!settings) throw new Error(`there are no settings for ${network}`)
  const { sandbox, live } = settings
  if (url !== undefined) return sandbox && isConfigured(sandbox, withScheme(url)) ? 'sandbox' : 'live'
  if (handle === undefined || !sandboxHandle.test(handle)) return 'live'
  if (sandbox) return 'sandbox'
  // An operator's own server may well have such people; the public one has none.
  if (live.api !== undefined && settings.mode === 'live' && !isPublicDefault(live.api)) return 'live'
  return refuse('network_address_unusable', {
    detail: 'Handles that end in .sandbox are of the sandbox, which is off here. SANDBOX=on turns it on.',
  })
}

/** Whoever wrote none does not mind which. */
const withScheme = (url: string): string => (/^https?:\/\//i.test(url) ? url : `http://${url}`)

const isPublicDefault = (url: string): boolean => new URL(url).hostname === 'bsky.social'
