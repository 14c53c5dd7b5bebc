import { refuse } from '#kernel/errors.ts'
import { type Network, networks, readPlatform } from '#rules/network-names.ts'

/** Returns the network that a URL names by its platform ID or an alias. */
export const requireNetwork = ({ platform }: { readonly platform: string }): Network =>
  readPlatform(platform) ?? refuse('platform_not_found', { detail: `The known platforms are ${networks.join(', ')}.` })
