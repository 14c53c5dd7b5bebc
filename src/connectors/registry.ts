import type { Limits } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import type { Connector, JsonObject } from './connector.ts'

/** All connectors by network. A network without a connector does not compile. */
export type Connectors = Readonly<Record<Network, Connector>>

export const limitsOf = (connector: Connector, facts: JsonObject): Limits =>
  connector.limitsFor?.(facts) ?? connector.limits
