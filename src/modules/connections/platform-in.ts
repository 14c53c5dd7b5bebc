import { type Network, networks, platformOf } from '#connectors/registry.ts'
import { refuse } from '#kernel/errors.ts'

/** The network that an address names, by its word or its name. */
export const platformIn = ({ platform }: { readonly platform: string }): Network =>
  platformOf(platform) ??
  refuse('platform_not_found', { detail: `There is none of that name; those that are: ${networks.join(', ')}.` })
