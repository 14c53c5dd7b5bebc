/**
 * The networks that posts are published to. Code, tables and settings use these names. The API writes neutral platform
 * IDs, and this file is the only codec between the two.
 */
export const networks = [
  'bluesky',
  'facebook',
  'linkedin',
  'x',
  'pinterest',
  'tiktok',
  'threads',
  'mastodon',
  'youtube',
  'instagram',
] as const
export type Network = (typeof networks)[number]

const platformIds = {
  bluesky: 'net-a',
  facebook: 'net-b',
  linkedin: 'net-c',
  x: 'net-d',
  pinterest: 'net-e',
  tiktok: 'net-f',
  threads: 'threads',
  mastodon: 'mastodon',
  youtube: 'youtube',
  instagram: 'instagram',
} as const satisfies Readonly<Record<Network, string>>

const formerNames: Readonly<Partial<Record<Network, readonly string[]>>> = { x: ['twitter'] }

/** Returns a network's ID in the API. */
export const platformIdOf = (network: Network): string => platformIds[network]

/** Lists the alternatives that a client may send for a network's platform ID. */
export const aliasesOf = (network: Network): readonly string[] =>
  [network, ...(formerNames[network] ?? [])].filter((name) => name !== platformIds[network])

/** Lists all names of a network in requests, its platform ID first. */
export const namesOf = (network: Network): readonly string[] => [platformIds[network], ...aliasesOf(network)]

const byName: ReadonlyMap<string, Network> = new Map(
  networks.flatMap((network) => namesOf(network).map((name): [string, Network] => [name, network])),
)

/** Reads a platform ID, a network's name or an alias. Returns null for any other text. */
export const readPlatform = (text: string): Network | null => byName.get(text) ?? null

/** Companies with several networks that call an installation as one: the API's ID for each, by name. */
const groupIds: Readonly<Record<string, string>> = { meta: 'netgroup' }

/** Returns the platform ID of a network or group for any of its names. Returns null for any other text. */
export function readPlatformId(text: string): string | null {
  const network = readPlatform(text)
  return network ? platformIdOf(network) : (groupIds[text] ?? null)
}

/** Lists the entries of a table by network. */
export const networkEntries = <Table extends Readonly<Partial<Record<Network, unknown>>>>(table: Table) =>
  Object.entries(table) as [Network, NonNullable<Table[keyof Table & Network]>][]

/** Names a network in a response: platform ID and display name. */
export const platformFields = (network: Network): { readonly platform: string; readonly network: Network } => ({
  platform: platformIds[network],
  network,
})
