import { z } from 'zod'
import type { Connector } from '#connectors/connector.ts'
import { type Network, namesOf, networks } from '#rules/network-names.ts'
import { target } from './parts.ts'

/**
 * Describes what depends on the network, from the connectors' own schemas: `PostSettings`, the settings of each
 * network, and `PostPlatform`, an entry of `platforms` with its network's settings. Requests themselves accept any
 * settings, since a draft may hold what its network will reject. The check of the post reports that.
 */
export function networkSchemas(connectors: Readonly<Partial<Record<string, Connector>>>): readonly z.ZodType[] {
  const described = networks.map((network) => describeNetwork(network, connectors[network]))
  const settings = described.flatMap(({ network, settings }) =>
    namesOf(network).map((name) => [name, settings] as const),
  )
  const [first, ...others] = described.map(({ entry }) => entry)
  return [
    z.strictObject(Object.fromEntries(settings)).meta({
      id: 'PostSettings',
      description: 'Settings specific to one network, by platform. `GET /v1/connections/providers` lists them too.',
      examples: [{ bluesky: { replies: 'mentioned' } }],
    }),
    z.discriminatedUnion('platform', first ? [first, ...others] : [target]).meta({
      id: 'PostPlatform',
      description: 'A platform that the post is published to, with overrides of the post’s values.',
      examples: [{ platform: 'mastodon', content: 'The lighthouse is open again. #lighthouse' }],
    }),
  ]
}

function describeNetwork(network: Network, connector: Connector | undefined) {
  const name = network.slice(0, 1).toUpperCase() + network.slice(1)
  const shape: z.ZodObject = connector?.settings ?? z.object({})
  const settings = shape
    .meta({ id: `${name}Settings`, description: `Settings specific to ${connector?.limits.name ?? name}.` })
    .optional()
  const entry = target.extend({ platform: z.enum(namesOf(network)), settings }).meta({ id: `PostTo${name}` })
  return { network, settings, entry }
}
