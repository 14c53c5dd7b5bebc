import type { Limits } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import type { Connector, JsonObject } from './connector.ts'

/** A network that is named and has no connector does not compile. */
export type Connectors = Readonly<Record<Network, Connector>>

export const limitsOf = (connector: Connector, facts: JsonObject): Limits =>
  connector.limitsFor?.(facts) ?? connector.limits
