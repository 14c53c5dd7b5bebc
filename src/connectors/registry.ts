import type { Limits } from '#rules/limits.ts'
import type { Connector, JsonObject } from './connector.ts'

/** The networks that posts go to, by the word that stands for each on the wire. */
export const networks = ['bluesky', 'facebook', 'linkedin', 'x', 'pinterest', 'tiktok', 'threads', 'mastodon'] as const
export type Network = (typeof networks)[number]

/** What people may write instead, wherever a platform is read. */
const aliases: Readonly<Record<string, Network>> = {
  linkedin: 'linkedin',
  pinterest: 'pinterest',
  bluesky: 'bluesky',
  facebook: 'facebook',
  tiktok: 'tiktok',
  x: 'x',
  twitter: 'x',
}

export const platformOf = (text: string): Network | null =>
  networks.find((one) => one === text) ?? (Object.hasOwn(aliases, text) ? (aliases[text] ?? null) : null)

/** A network that is named and has no connector does not compile. */
export type Connectors = Readonly<Record<Network, Connector>>

export const limitsOf = (connector: Connector, facts: JsonObject): Limits =>
  connector.limitsFor?.(facts) ?? connector.limits
