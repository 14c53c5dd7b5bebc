import { z } from 'zod'
import { type Network, namesOf, networks, platformIdOf, readPlatform, readPlatformId } from '#rules/network-names.ts'
import { fewMembers } from './few-members.ts'

/** The accepted names of platforms in requests, for the API document. */
const platformChoices = networks.map((network) => namesOf(network).join(' or ')).join(', ')
/** The names for messages, which people read as well: without the IDs and aliases. */
const mustBeOne = `must be one of ${networks.join(', ')}`

/** A platform in a request body or query: its ID, the network's name or an alias. In code it becomes the network. */
export const platformInput = z
  .string()
  .transform((text, context) => {
    const network = readPlatform(text)
    if (network !== null) return network
    context.addIssue({ code: 'custom', message: mustBeOne })
    return z.NEVER
  })
  .meta({
    documentedAs: { type: 'string', enum: networks.flatMap(namesOf) },
    description: `One of ${platformChoices}.`,
    examples: [platformIdOf('bluesky'), 'mastodon'],
  })

/** Values by network in a request, which names a network as `platformInput` does. In code the keys are the networks. */
export const byNetwork = <Schema extends z.ZodType>(schema: Schema) =>
  fewMembers(networks.length * 3, z.record(z.string(), schema)).transform((given, context) => {
    const named: Partial<Record<Network, z.output<Schema>>> = {}
    for (const [word, value] of Object.entries(given)) {
      const network = readPlatform(word)
      if (network === null) context.addIssue({ code: 'custom', path: [word], message: mustBeOne })
      else named[network] = value
    }
    return named
  })

/** A platform in the path of a URL. The route returns 404 for an unknown one. */
export const platformSegment = z.string().meta({
  description: "The platform: its id or the network's name.",
  examples: [platformIdOf('facebook'), 'facebook'],
})

/**
 * Replaces a network's name in a path with the platform ID that routes use, so that routes with a literal segment also
 * match it.
 */
export const spellPlatform = (url: string): string =>
  url.replace(
    /^(\/v1\/(?:platforms|admin\/platforms\/mode)\/)([a-z]+)(?=[/?]|$)/,
    (whole, before: string, name: string) => {
      const id = readPlatformId(name)
      return id === null ? whole : before + id
    },
  )

/** The ID of a platform in a response. */
export const platformId = z
  .string()
  .meta({ documentedAs: { type: 'string', enum: networks.map(platformIdOf) }, description: 'The id of the platform.' })

/** The fields that identify a network in a response; see `platformFields`. */
export const platformAnswer = {
  platform: platformId,
  network: z.enum(networks).meta({ description: "The network's name.", examples: ['bluesky'] }),
}
