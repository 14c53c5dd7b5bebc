import { z } from 'zod'
import { aliasesOf, networks, platformIdOf, readPlatform } from '#rules/network-names.ts'

/** What may be written for a platform, for messages and the document. */
export const platformChoices = networks
  .map((network) => [platformIdOf(network), ...aliasesOf(network)].join(' or '))
  .join(', ')

/** A platform in a request: its id, the network's name or an alias. In code it is the network. */
export const platformInput = z
  .string()
  .transform((text, context) => {
    const network = readPlatform(text)
    if (network !== null) return network
    context.addIssue({ code: 'custom', message: `must be one of ${platformChoices}` })
    return z.NEVER
  })
  .meta({
    documentedAs: { type: 'string' },
    description: `One of ${platformChoices}.`,
    examples: [platformIdOf('bluesky'), 'mastodon'],
  })

/** A platform in an address; an unknown one is answered by the route, with 404. */
export const platformSegment = z.string().meta({
  description: "The platform: its id or the network's name.",
  examples: [platformIdOf('facebook'), 'facebook'],
})

/** Spells the platform of an address as the routes do, so that a literal segment is found by a network's name too. */
export const spellPlatform = (url: string): string =>
  url.replace(/^(\/v1\/platforms\/)([a-z]+)(?=\/)/, (whole, before: string, name: string) => {
    const network = readPlatform(name)
    return network ? before + platformIdOf(network) : whole
  })

/** The fields by which an answer names a network; `platformFields` makes them. */
export const platformAnswer = {
  platform: z.string().meta({ description: 'The id of the platform.', examples: [platformIdOf('bluesky')] }),
  network: z.enum(networks).meta({ description: "The network's name.", examples: ['bluesky'] }),
}
