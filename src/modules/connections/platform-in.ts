import { refuse } from '#kernel/errors.ts'
import { type Network, networks, readPlatform } from '#rules/network-names.ts'

/** The network that an address names, by its word or its name. */
export const platformIn = ({ platform }: { readonly platform: string }): Network =>
  readPlatform(platform) ??
  refuse('platform_not_found', { detail: `There is none of that name; those that are: ${networks.join(', ')}.` })
